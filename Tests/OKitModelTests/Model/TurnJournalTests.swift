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
    #expect(journal.isCollecting)
    journal.isReplaying = true
    #expect(journal.isOpen && !journal.isCollecting)
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
