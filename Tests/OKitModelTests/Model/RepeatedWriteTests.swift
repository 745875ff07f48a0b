import OKitTestSupport
import Testing

@testable import OKitModel

/// Writes of one property, one after the other in a transaction, are one mutation.
@Suite struct RepeatedWriteTests {
  private let store: ModelStore
  private let entity: EntityID

  init() throws {
    store = ModelStore(TestEnvironment())
    let type = try store.define(
      "Counter", extending: store.types.entity,
      properties: [Property("n", .int, default: .int(0)), Property("name", .string, default: .string(""))])
    entity = try store.create(type)
  }

  private func set(_ name: String, _ value: Value) throws { try store.set(entity, name, value) }

  private var state: [Value] { [store.get(entity, "n"), store.get(entity, "name")] }

  @Test func aLoopTakesOneMutation() throws {
    try set("n", .int(1))
    try store.transaction {
      for number in 2...1000 { try set("n", .int(number)) }
      #expect(store.journal.count == 1)
      try set("name", .string("a"))
      try set("n", .int(0))
      #expect(store.journal.count == 3)
    }
    #expect(state == [.int(0), .string("a")])
    store.history.undo(store)
    #expect(state == [.int(1), .string("")])
    store.history.redo(store)
    #expect(state == [.int(0), .string("a")])
  }

  @Test func aNestedTransactionTakesBackItsOwnWritesAlone() throws {
    struct Failure: Error {}
    try store.transaction {
      try set("n", .int(1))
      #expect(throws: Failure.self) {
        try store.transaction {
          try set("n", .int(2))
          try set("n", .int(3))
          #expect(store.journal.count == 2)
          throw Failure()
        }
      }
      #expect(state[0] == .int(1))
      try set("n", .int(4))
      try set("n", .int(5))
    }
    #expect(state[0] == .int(5))
    store.history.undo(store)
    #expect(state[0] == .int(0))
  }

  /// A model that is stored between two writes has a number of its own for the second one.
  @Test func aModelThatWasStoredBetweenIsPendingAfterARollback() throws {
    struct Failure: Error {}
    let model = try #require(store.types["Model"])
    let root = try store.create(store.define("Root", extending: model, properties: [Property("n", .int)]))
    try store.adoptRoot(root, name: "root")
    try store.transaction {
      try store.set(root, "n", .int(1))
      store.markStored(root, as: store.numberForStoring(root))
      #expect(!store.isPending(root))
      try store.set(root, "n", .int(2))
      #expect(throws: Failure.self) {
        try store.transaction {
          try store.set(root, "n", .int(3))
          throw Failure()
        }
      }
      #expect(store.isPending(root))
    }
    #expect(store.get(root, "n") == .int(2) && store.isPending(root))
  }
}
