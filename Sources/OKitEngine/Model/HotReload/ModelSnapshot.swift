/// The models of an application as they are now, for the one that takes its place.
public struct ModelSnapshot: Sendable {
  struct Model: Sendable {
    /// With transient properties.
    let document: JSONValue
    let version: Int
    let isPending: Bool
  }

  var models: [String: Model] = [:]
  let ids: IDGenerator
}

extension ModelRegistry {
  /// All models, also those that another registry has handed over and no script has registered since. O(size).
  ///
  /// - Throws: `app.limit` where there is no time to.
  public func handOver() throws(Diagnostic) -> ModelSnapshot {
    let cuts = store.work.cuts
    var handed = ModelSnapshot(models: inherited, ids: store.idsGenerator)
    for (name, root) in store.roots {
      handed.models[name] = ModelSnapshot.Model(
        document: store.jsonValue(root, includingTransient: true), version: store.type(of: root)?.version ?? 1,
        isPending: store.isPending(root))
    }
    guard store.work.cuts == cuts else { throw store.work.failure }
    return handed
  }

  /// Lets models begin as another registry has handed them over, instead of as they are stored.
  ///
  /// What does not fit the classes any more is converted, or else gets its default, and is reported.
  public func takeOver(_ handed: ModelSnapshot) {
    inherited = handed.models
    store.idsGenerator = handed.ids
  }

  /// A model that was handed over, not yet registered; nil when there is none of that name.
  func takeInherited(_ type: EntityType, _ name: String) throws -> (root: EntityID, isCurrent: Bool)? {
    guard let model = inherited[name] else { return nil }
    var (jsonValue, isCurrent) = (model.document, !model.isPending)
    if model.version != type.version, case .object(let members) = jsonValue {
      jsonValue = try migrated(members, from: model.version, type, name).jsonValue
      isCurrent = false
    }
    var fitting = SchemaAdapter(store: store)
    let fitted = fitting.fit(jsonValue, to: type)
    let root = try store.decode(fitted ?? .object([:]), as: type)
    inherited[name] = nil
    for diagnostic in fitting.reports { store.report(diagnostic) }
    return (root, isCurrent && fitting.reports.isEmpty)
  }
}
