/// Formats of texts that are not valid: unknown types, invalid patterns, one without the other.
extension DefinitionCheck {
  func wrongFormat(_ component: Component, of controller: ComponentClass) -> [Diagnostic] {
    guard let keys = component.descriptor.formatKeys else { return [] }
    let (type, pattern) = (component.values[keys.type], component.values[keys.pattern])
    func problem(_ key: ComponentKey<String>, _ problem: Diagnostic) -> [Diagnostic] {
      let name = component.descriptor.table.name(of: key)
      return [evaluator.formatProblem(problem, of: component.origin(name, of: controller))]
    }
    switch (isGiven(type), isGiven(pattern)) {
    case (false, false): return []
    case (false, true):
      guard !component.values.mayLack(keys.type.slot) else { return [] }
      let hint = "give formatType, such as \"number\""
      return problem(keys.pattern, Diagnostic("cell.format", "has no effect without formatType", hint: hint))
    case (true, let hasPattern):
      let name = type?.constant
      if let name, let wrong = FormatType.problem(of: name) { return problem(keys.type, wrong) }
      let known = name?.scalarText.map(FormatType.name(in:)).flatMap(FormatType.init(rawValue:))
      guard hasPattern else {
        guard !component.values.mayLack(keys.pattern.slot) else { return [] }
        let hint = "give formatPattern, such as \"\((known ?? .number).example)\""
        return problem(keys.type, Diagnostic("cell.format", "has no effect without formatPattern", hint: hint))
      }
      guard let known, let text = pattern?.constant?.scalarText else { return [] }
      do { _ = try TextFormat(known, pattern: text, evaluator.functionContext()) } catch {
        return problem(keys.pattern, error)
      }
      return []
    }
  }

  /// Whether a field shows a Date or a Day as a text, by its format.
  func showsDate(_ cell: Component, _ property: Property) -> Bool {
    guard [.date, .day].contains(property.type.unwrapped), let keys = cell.descriptor.formatKeys,
      let type = cell.values[keys.type],
      cell.descriptor.controlSlot.map(cell.formatsText(ofSlot:)) == true
    else { return false }
    // Only an evaluation tells another one.
    guard let name = type.constant?.scalarText else { return true }
    return FormatType(rawValue: FormatType.name(in: name)) == .date
  }

  private func isGiven(_ value: PropertyValue?) -> Bool { value.map { !$0.isEmptyText } ?? false }
}
