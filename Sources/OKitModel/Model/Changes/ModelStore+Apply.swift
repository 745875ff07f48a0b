/// Applying snapshots: making an entity equal to data, changing only what differs.
extension ModelStore {
  /// Makes an entity equal to data. Entities inside keep their identity by id; what is equal is not touched.
  ///
  /// Data with an `id` is a whole snapshot: properties that it does not name are as in a new entity. Data without one
  /// is partial and leaves them alone.
  /// - Throws: `model.unknownProperty`, `model.decode`, `model.restricted`, in strict mode `model.danglingReference`,
  ///   and what attaching throws; nothing has changed then.
  package func apply(
    _ jsonValue: JSONValue, to entity: EntityID, at path: String = "", mode: ApplyMode = .snapshot
  ) throws {
    try atomically { try SnapshotApplier.run(jsonValue, to: entity, at: path, mode, in: self) }
  }

  /// Applies the stored document of a model, or of a part of it.
  func apply(document: JSONValue, of model: String, to entity: EntityID) throws {
    try atomically { try SnapshotApplier.run(document, to: entity, at: "", .snapshot, document: model, in: self) }
  }

  /// Applies strict data that other stores get too.
  package func apply(_ data: AppliedData, to entity: EntityID) throws {
    try atomically { try SnapshotApplier.run(data.value, to: entity, at: "", .strict, shared: data, in: self) }
  }

  /// The rules for applied data.
  package enum ApplyMode: Sendable {
    /// Data that an entity has given: a whole snapshot may hold members that the schema does not know, and references
    /// to entities that do not exist.
    case snapshot
    /// Data that a person has written, such as a fixture: members must be known, and references must lead to an entity.
    /// Messages name the place like a Lua expression, such as `films[0].name`.
    case strict
    /// A row of an import that changes an entity: what it does not name stays, also in the entities inside that it
    /// names by their ids, and its values are converted as for any write.
    case row
  }
}
