/// A computed property of the engine's own classes, which can be written.
struct BuiltInComputation: Sendable {
  let value: @Sendable (ModelStore, EntityID) -> Value
  /// Writes what the value follows from, as a part of a transaction.
  let write: @Sendable (ModelStore, EntityID, Value) throws -> Void
}
