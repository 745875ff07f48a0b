import Testing

@testable import OKitModel

@Suite struct TurnJournalTests {
  private let book = EntityID(index: 1, generation: 1)
  private let shop = EntityID(index: 2, generation: 1)

  private func set(_ value: Int) -> Mutation { .set(book, 0, old: .null, new: .int(value)) }

  private func values(_ changes: ChangeSet) -> [Value] { changes.mutations.flatMap { $0.values.suffix(1) } }

  @Test func aFailedTransactionTakesBackWhatCameBehindItsMark() {
    var journal = TurnJournal()
    #expect(!journal.isOpen && !journal.isCollecting)
    let outer = journal.begin()
    journal.append(set(1))
    journal.append(number: 4, of: shop)
    let inner = journal.begin()
    journal.append(set(2))
    journal.append(root: shop)
    journal.append(number: 5, of: shop)
    journal.append(set(3))
    let adopted = journal.popRoot(after: inner)
    let other = journal.popRoot(after: inner)
    #expect(adopted?.root == shop && adopted?.position == 2 && other == nil)
    var taken: [Value] = []
    while let mutation = journal.popMutation(after: inner.mutations) { taken += mutation.values.suffix(1) }
    #expect(taken == [.int(3), .int(2)])
    let numbers = journal.popNumbers(after: inner)
    #expect(
      numbers == [
        TurnJournal.ModelNumber(position: 2, root: shop, number: 5),
        TurnJournal.ModelNumber(position: 1, root: shop, number: 4),
      ])
    journal.end()
    #expect(journal.isOpen && values(journal.changes) == [.int(1)])
    #expect(outer.mutations == 0)
    journal.end()
    journal.clear()
    #expect(!journal.isOpen && journal.count == 0)
  }

  @Test func replayedChangesAreNotCollected() {
    var journal = TurnJournal()
    _ = journal.begin()
    #expect(journal.isOpen && journal.isCollecting)
    journal.isReplaying = true
    #expect(journal.isOpen && !journal.isCollecting)
  }

  @Test(arguments: [0, 5])
  func writesOfNumbersStayInTheirOrder(_ others: Int) {
    var journal = TurnJournal()
    _ = journal.begin()
    for value in 0..<others { journal.append(set(value)) }
    for index in 0..<2500 as Range<UInt32> {
      let owner = EntityID(index: 10 + index, generation: 1)
      journal.append(owner, 3, old: PlainWord(0), new: PlainWord(1))
      // The second write of the property belongs to the first one.
      journal.append(owner, 3, old: PlainWord(1), new: PlainWord(Int(index)))
      if index % 600 == 0 { journal.append(Mutation.unknown(shop, key: "k", old: .null, new: .int(Int(index)))) }
    }
    let (start, count) = (others > 0 ? 1 : 0, journal.count)
    #expect(count == start + 2500 + 5)
    var expected: [String] = []
    for index in 0..<2500 {
      let owner = EntityID(index: 10 + UInt32(index), generation: 1)
      expected.append("\(Mutation.set(owner, 3, old: .int(0), new: .int(index)))")
      if index % 600 == 0 { expected.append("\(Mutation.unknown(shop, key: "k", old: .null, new: .int(index)))") }
    }
    #expect(journal.changes.mutations.dropFirst(start).map { "\($0)" } == expected)
    journal.append(book, 3, old: PlainWord(4), new: PlainWord(5))
    var taken: [String] = []
    while let mutation = journal.popMutation(after: start) { taken.append("\(mutation)") }
    #expect(taken.dropFirst().reversed() == expected)
    journal.append(book, 3, old: PlainWord(4), new: PlainWord(5))
    journal.clear()
    #expect(journal.isEmpty && journal.isOpen)
  }

  @Test func countersSayWhichModelsArePending() {
    var counters = ChangeCounters()
    #expect(!counters.isPending(shop))
    counters.change(shop)
    let written = counters[shop]
    counters.change(shop)
    counters.store(shop, as: written)
    #expect(counters.isPending(shop))
    counters.restore(shop, to: written)
    #expect(!counters.isPending(shop) && counters[shop] == written)
    counters.restore(shop, to: 0)
    #expect(counters[shop] == 0)
  }

  @Test func anObserverDoesNotCallItself() {
    var state = DidSetState()
    let price = PropertyKey(book, 0)
    let began = [state.begin(price), state.begin(price), state.begin(PropertyKey(shop, 0))]
    #expect(began == [true, false, true])
    state.end(price)
    let again = state.begin(price)
    #expect(again)
    let changing = [state.beginChanging(price), state.beginChanging(price)]
    #expect(changing == [true, false])
    state.endChanging(price)
    let changingAgain = state.beginChanging(price)
    #expect(changingAgain)
  }
}
