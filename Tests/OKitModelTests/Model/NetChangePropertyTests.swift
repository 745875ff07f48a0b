import OKitTestSupport
import Testing

@testable import OKitModel

/// The net changes of random turns, nested and failed transactions, undos and redos.
@Suite struct NetChangePropertyTests {
  private struct Stop: Error {}

  /// A library that changes at random, and a recorder of all changes.
  private final class Session {
    let fixture: ModelFixture
    var store: ModelStore { fixture.store }
    let recorder: ChangeRecorder
    let start: JSONValue
    private var operations: RandomOperations

    init(seed: UInt64) throws {
      fixture = try ModelFixture(seed: seed)
      operations = RandomOperations(fixture, seed: seed)
      for _ in 0..<15 { try operations.step() }
      fixture.store.history.clear(fixture.store)
      fixture.store.collectGarbage()
      start = fixture.snapshot
      recorder = ChangeRecorder(fixture.store)
      fixture.store.startRecording(recorder)
    }

    private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &operations.random) }

    private func steps(_ count: Int) throws { for _ in 0..<count { try operations.step() } }

    func step() throws {
      switch number(0..<8) {
      case 0: store.history.undo(store)
      case 1: store.history.redo(store)
      case 2: for _ in 0..<number(0..<6) { store.history.undo(store) }
      case 3:
        try catchStop {
          try store.transaction {
            try steps(number(0..<4))
            throw Stop()
          }
        }
      case 4:
        try store.transaction {
          try steps(number(0..<3))
          try catchStop {
            try store.transaction {
              try steps(number(0..<4))
              throw Stop()
            }
          }
          try store.transaction { try steps(number(0..<3)) }
        }
      default: try store.transaction { try steps(number(1..<5)) }
      }
      // What the recorder needs stays alive.
      if number(0..<3) == 0 { store.collectGarbage() }
    }

    private func catchStop(_ body: () throws -> Void) throws {
      do { try body() } catch is Stop {}
    }

    /// Checks that the patches lead from the first state to the present one, and back.
    func check(_ what: String) {
      let (patches, now) = (store.patches(recorder), fixture.snapshot)
      do {
        #expect(try JSONPatchInterpreter.apply(patches, to: start) == now, "\(what)")
        #expect(try JSONPatchInterpreter.apply(patches.reversed().map(\.inverse), to: now) == start, "back, \(what)")
      } catch {
        Issue.record("\(what): \(error)\n\(patches.map { "\($0.operation) \($0.path)" })")
      }
      #expect((start == now) == patches.isEmpty, "net, \(what)")
      #expect(fixture.snapshot == now, "looking changes nothing, \(what)")
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func netChangesLeadFromTheFirstStateToThePresentOne(seed: UInt64) throws {
    let session = try Session(seed: seed)
    let steps = RandomSteps.count(800) / 20
    for step in 0..<steps {
      try session.step()
      if step % 4 == 0 || step > steps - 4 { session.check("seed \(seed), step \(step)") }
    }
    session.check("seed \(seed), end")
  }

  @Test(arguments: 0..<UInt64(20))
  func undoingEverythingLeavesNothing(seed: UInt64) throws {
    let session = try Session(seed: seed)
    let store = session.store
    store.history.limit = .max
    for _ in 0..<RandomSteps.count(800) / 20 { try session.step() }
    while store.history.undo(store) != nil {}
    #expect(session.fixture.snapshot == session.start, "seed \(seed)")
    #expect(store.patches(session.recorder).isEmpty, "seed \(seed)")
    #expect(session.recorder.size == 0, "seed \(seed)")
    store.history.clear(store)
    store.collectGarbage()
    #expect(store.entityCount == store.subtree(session.fixture.library).count, "seed \(seed)")
  }

  /// Entities that were added and removed again, with everything below them.
  @Test func whatComesAndGoesTakesNoMemory() throws {
    let session = try Session(seed: 1)
    let store = session.store
    let size = session.recorder.size
    for number in 0..<300 {
      try store.transaction {
        let book = try session.fixture.add("Book", ["id": .string("n\(number)")], to: "books")
        let chapter = try session.fixture.add("Chapter", to: "chapters", of: book)
        try store.set(chapter, "title", .string("x"))
      }
      try store.transaction {
        let books = try session.fixture.list("books")
        let book = try #require(store.find("n\(number)"))
        try store.set(book, "title", .string("y"))
        try store.remove(from: books, at: try #require(store.index(of: .entity(book), in: books)))
      }
    }
    #expect(session.recorder.size == size && session.recorder.isEmpty)
    store.history.clear(store)
    store.collectGarbage()
    #expect(store.entityCount == store.subtree(session.fixture.library).count)
  }
}
