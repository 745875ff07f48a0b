/// Hints for a name that means nothing on an entity.
extension Evaluator {
  /// The nearest name, the name after `ref` on a reference, or the form of a constant or text that was meant.
  func hint(for step: NameStep, on entity: EntityID, in program: BindingProgram) -> String? {
    guard let type = store.type(of: entity) else { return nil }
    if let name = nameOfTarget(step, of: entity, type) { return "did you mean \"ref/\(name)\"?" }
    let nearest = NearestName.hint(for: step.name, in: resolver.names(on: type))
    guard let origin, step.parameters == nil else { return nearest }
    let isWhole = program.parts.contains { $0.onlyName === step }
    if isWhole, let constant = constant(step.name, origin) { return constant }
    guard origin.isText, step.looksLikeText || (isWhole && nearest == nil) else { return nearest }
    let text = "a text is written \"%\(step.name)\" (localized) or \"#\(step.name)\""
    return nearest.map { "\($0) \(text)" } ?? text
  }

  /// The name when only the target of a reference has it.
  private func nameOfTarget(_ step: NameStep, of reference: EntityID, _ type: EntityType) -> String? {
    guard type.isReference, let target = store.target(of: reference).flatMap(store.type(of:)) else { return nil }
    if case .unknown = resolver.meaning(of: step.name, on: target) { return nil }
    return step.name
  }

  /// A number, `true`, `false`, or a name among the values of the property.
  private func constant(_ name: String, _ origin: BindingOrigin) -> String? {
    if case .string = Value(constant: name) {
      return NearestName.nearest(to: name, in: origin.constants).map {
        $0 == name ? "a constant is written \"#\(name)\"" : "did you mean \"#\($0)\"?"
      }
    }
    return "a constant is written \"#\(name)\""
  }
}
