/// Validating the entities of strict classes before a store.
extension ModelStore {
  /// Says whether a store validates the entities of a type, and of its subtypes that say nothing else.
  package func setStrict(_ type: EntityType, _ isStrict: Bool) {
    type.strict = isStrict
    hasStrictTypes = hasStrictTypes || isStrict
  }
}

extension EntityType {
  /// Whether a store validates the entities of the type.
  package var isStrict: Bool { strict ?? superType?.isStrict ?? false }
}

extension ModelRegistry {
  /// Validates the entities of strict classes in models that have changes. O(entities of these models); without a
  /// strict class, O(1).
  ///
  /// - Throws: `model.invalid` for the first invalid one; what its function `validate` throws.
  func checkStrictEntities(of models: [EntityID]) throws {
    guard store.hasStrictTypes else { return }
    for model in models where store.isPending(model) {
      for entity in store.subtree(model) {
        try store.budget.step()
        guard store.type(of: entity)?.isStrict == true else { continue }
        if let invalidity = try host?.invalidity(of: entity) { throw invalidity }
      }
    }
  }
}
