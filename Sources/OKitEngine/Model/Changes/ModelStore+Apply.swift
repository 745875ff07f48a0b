/// Applying snapshots: making an entity equal to data, changing only what differs.
extension ModelStore {
  /// Makes an entity equal to data. Entities inside keep their identity by id; what is equal is not touched.
  ///
  /// Data with an `id` is a whole snapshot: properties that it does not name are as in a new entity. Data without one
  /// is partial and leaves them alone.
  /// - Throws: `model.unknownProperty`, `model.decode`, `model.restricted`, and what attaching throws; nothing has
  ///   changed then.
  public func apply(_ jsonValue: JSONValue, to entity: EntityID, at path: String = "") throws {
    try atomically { try SnapshotApplication.run(jsonValue, to: entity, at: path, in: self) }
  }
}
