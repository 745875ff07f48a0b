/// The models of an application as data, for the runtime that replaces it in a hot reload.
package struct ModelSnapshot: Sendable {
  struct Model: Sendable {
    /// With transient properties.
    let document: JSONValue
    let version: Int
    let isPending: Bool
    /// The files of parts that the stored document refers to, and that the next store deletes.
    var files: [String] = []
    /// The database with the rows of its parts; nil for files.
    var database: Database?
    /// The form in which the model is stored; nil for none, and for a database that a class names with `file`.
    var form: ReplacedForm?
  }

  struct Database: Sendable {
    let path: String
    let isOwn: Bool
  }

  var models: [String: Model] = [:]
  /// The ids of the models whose content is not in memory, by name.
  var closed: [String: String] = [:]
  let ids: IDGenerator
}

extension ModelRegistry {
  /// Returns all models, also restored ones that no script has registered since. O(size).
  ///
  /// - Throws: `app.limit` when the budget is used up.
  package func snapshot() throws(Diagnostic) -> ModelSnapshot {
    do { _ = try store.optimistic?.save() } catch { throw error.diagnostic("storage.write") }
    let cuts = store.budget.abandonedCount
    var snapshot = ModelSnapshot(models: restored, closed: closed, ids: store.idGenerator)
    for (home, root) in sortedHomes {
      let (name, type) = (home.name, home.type)
      guard store.closedModels[root] == nil else {
        snapshot.closed[name] = store.id(of: root)
        continue
      }
      snapshot.models[name] = ModelSnapshot.Model(
        document: store.jsonValue(root, .reload), version: type.version,
        isPending: store.isDocumentPending(root), files: store.filesToDelete(of: root, named: name),
        database: home.rows.map { _ in RowHome.database(of: type, name) }, form: storedForm(of: home))
    }
    guard store.budget.abandonedCount == cuts else { throw store.budget.error }
    return snapshot
  }

  /// Lets models begin as in a snapshot, instead of as they are stored.
  ///
  /// A value that no longer fits the classes is converted, or else replaced by the default and reported.
  package func restore(_ snapshot: ModelSnapshot) {
    restored = snapshot.models
    closed = snapshot.closed
    keepsStoreClosed = !snapshot.closed.isEmpty
    store.idGenerator = snapshot.ids
  }

  /// Takes a model of the snapshot out, nil when there is none of that name.
  func takeRestored(_ home: any ModelHome) throws -> (root: EntityID, isCurrent: Bool)? {
    let (name, type) = (home.name, home.type)
    guard let model = restored[name] else { return nil }
    try home.expectNotEncrypted()
    var (jsonValue, isCurrent) = (model.document, !model.isPending)
    if model.version != type.version, case .object(let members) = jsonValue {
      jsonValue = try migrated(members, from: model.version, type, name).jsonValue
      isCurrent = false
    }
    var adapter = SchemaAdapter(store: store)
    let adapted = adapter.adapt(jsonValue, to: type)
    let root = try decodingParts(of: model, name) {
      try store.decode(adapted ?? .object([:]), as: type, model: name)
    }
    let isSameKind = store.parts.databases.hasRows(name) == (model.database != nil)
    store.parts.abandoned[name] = isSameKind ? Set(model.files) : []
    home.replaced = home.replaces(model.form, files: isSameKind ? [] : model.files)
    restored[name] = nil
    for diagnostic in adapter.reports { store.report(diagnostic) }
    return (root, isCurrent && adapter.reports.isEmpty && isSameKind)
  }

  /// Runs `body`, which decodes a model; its parts are where the previous application has stored them. A model that has
  /// changed its kind since stores them again.
  private func decodingParts<T>(of model: ModelSnapshot.Model, _ name: String, _ body: () throws -> T) rethrows -> T {
    if let database = model.database, let databases, !store.parts.databases.hasRows(name) {
      store.parts.databases.use(databases.database(at: database.path, isOwn: database.isOwn), for: name)
      store.parts.databases.use(nil, for: name)
    }
    return try PartDatabases.reading(model.database != nil, of: name, in: store, body)
  }
}
