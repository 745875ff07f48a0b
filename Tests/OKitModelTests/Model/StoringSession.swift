import OKitModel
import OKitTestSupport

/// Random operations, transactions, undos and stores of a library, whatever it is stored as.
final class StoringSession {
  private struct Stop: Error {}

  private let fixture: ModelFixture
  private var operations: RandomOperations
  private var store: ModelStore { fixture.store }

  init(_ fixture: ModelFixture, seed: UInt64) {
    self.fixture = fixture
    operations = RandomOperations(fixture, seed: seed)
  }

  func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &operations.random) }

  private func steps(_ count: Int) throws { for _ in 0..<count { try operations.step() } }

  private func failing(_ body: () throws -> Void) throws {
    do {
      try store.transaction {
        try body()
        throw Stop()
      }
    } catch is Stop {}
  }

  func step() throws {
    switch number(0..<24) {
    case 0: store.history.undo(store)
    case 1: store.history.redo(store)
    case 2: for _ in 0..<number(0..<6) { store.history.undo(store) }
    case 3: try failing { try steps(number(0..<4)) }
    case 4:
      try store.transaction {
        try steps(number(0..<3))
        try failing { try steps(number(0..<4)) }
        try steps(number(0..<3))
      }
    case 5:
      try store.transaction {
        try steps(number(0..<3))
        try fixture.registry.storeState()
        try steps(number(0..<3))
      }
    case 6:
      try failing {
        try steps(number(0..<3))
        if number(0..<2) == 0 { try fixture.registry.storeState() }
        try steps(number(0..<3))
      }
    case 7: try operations.step()
    case 8: store.history.clear(store)
    default: try store.transaction { try steps(number(1..<5)) }
    }
    if number(0..<3) == 0 { store.collectGarbage() }
  }
}
