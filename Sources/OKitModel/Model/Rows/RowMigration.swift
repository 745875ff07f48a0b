/// Converts the rows of an older version of a model: `migrateRow` of each class its rows, then `migrate` of the model
/// the whole.
struct RowMigration {
  private let store: ModelStore
  private let hooks: any ModelHooks
  private let storage: any RowStorage
  private let model: ModelRow
  private let root: EntityType

  /// Returns nil if no class converts anything.
  init?(_ store: ModelStore, _ storage: any RowStorage, _ model: ModelRow, to root: EntityType) {
    guard model.version < root.version, let hooks = store.hooks,
      root.migration != nil
        || model.layout.classes.keys.contains(where: { store.type(named: $0)?.rows.migration != nil })
    else { return nil }
    (self.store, self.hooks, self.storage, self.model, self.root) = (store, hooks, storage, model, root)
  }

  /// Returns the root of the converted model, which is in no model yet.
  ///
  /// - Throws: what the functions throw, `model.migration` for a result that is not a row, `model.decode` for one that
  ///   does not fit its class, and what reading throws.
  func load() throws -> EntityID {
    var rows = try RowDocument(storage, model, of: Array(model.layout.classes.keys)) { try store.budget.step() }
    for id in rows.ids { try convert(id, &rows) }
    guard rows.rows[model.rootID] != nil else {
      throw Diagnostic(
        "storage.row", "table \"\(root.name)\": the row of the model, with the id \"\(model.rootID)\", is missing",
        place: Diagnostic.Place(file: storage.location))
    }
    var value = try rows.value(of: model.rootID)
    if let migration = root.migration {
      guard case .object(let members) = value else { throw store.gone() }
      value = .object(try migrated(members, by: migration, "\(root.name).migrate"))
    }
    do { return try store.decode(value, as: root, model: model.name) } catch let diagnostic as Diagnostic {
      var placed = diagnostic
      placed.message = "after the migration from version \(model.version): \(diagnostic.message)"
      placed.place = Diagnostic.Place(file: storage.location)
      throw placed
    }
  }

  private func convert(_ id: String, _ rows: inout RowDocument) throws {
    guard let row = rows.rows[id], let type = store.type(named: row.type), let migration = type.rows.migration else {
      return
    }
    let name = "\(type.name).migrateRow"
    let layout = model.layout.classes[row.type]
    // Its entities have rows of their own.
    let own = row.members.filter { layout?.owned[$0.key] == nil }
    var members: [String: JSONValue]
    do { members = try migrated(own, by: migration, name) } catch let diagnostic as Diagnostic {
      let table = layout?.table ?? row.type
      throw diagnostic.appending(.document("\(storage.location), table \"\(table)\", row \"\(id)\""))
    }
    for property in rows.ownedProperties(of: id) {
      guard let member = members[property], member != .null else { continue }
      throw Diagnostic(
        "model.migration", "\(name) returned \"\(property)\", whose entities have rows of their own",
        hint: "convert these in the migrateRow of their class, or the whole model in \(root.name).migrate")
    }
    members[RowSchema.idColumn] = .string(id)
    rows.setMembers(members, of: id)
  }

  private func migrated(
    _ members: [String: JSONValue], by migration: FunctionRef, _ name: String
  ) throws -> [String: JSONValue] {
    try store.budget.step()
    let result = try hooks.migrate(migration, named: name, document: .object(members), from: model.version)
    guard case .object(var members) = result else {
      throw Diagnostic("model.migration", "\(name) must return a table with names, got \(result.summary)")
    }
    members[ModelRegistry.versionKey] = nil
    return members
  }
}
