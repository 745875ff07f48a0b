/// The classes of the entities that controllers show, for annotations.
extension DefinitionCheck {
  /// The classes of a controller's context and of the rows of a list, where all ways to it agree on one.
  package struct ContextClasses {
    package let controller: EntityType?
    package let row: EntityType?
  }

  /// The classes by the name of the controller.
  package var contextClasses: [String: ContextClasses] {
    guard let home = definition.firstController else { return [:] }
    return ContextTypes.all(from: home, context: homeType, definition, evaluator).mapValues { contexts in
      ContextClasses(controller: Self.common(contexts.map(\.controller)), row: Self.common(contexts.map(\.row)))
    }
  }

  private static func common(_ types: [EntityType?]) -> EntityType? {
    let known = types.compactMap(\.self)
    guard let first = known.first, known.count == types.count, known.allSatisfy({ $0 === first }) else { return nil }
    return first
  }
}
