/// Patterns of numbers and dates as parameters of functions.
extension DefinitionCheck {
  /// A constant that is not a valid pattern, such as that of `formatNumber(#0.0#0)`.
  ///
  /// - Parameter receiver: what the function is called on.
  func wrongPattern(_ step: NameStep, on receiver: StaticValue, _ program: BindingProgram) -> Diagnostic? {
    guard let parameters = step.parameters, case .value(let type) = evaluator.resolved(receiver),
      let sample = Self.samples[type],
      case .builtIn(let function)? = evaluator.functions.lookup(step.name, types: [type, "Any"])
    else { return nil }
    let constants = parameters.compactMap { parameter -> Value? in
      if case .constant(let value) = parameter.source, !parameter.negated { value } else { nil }
    }
    guard constants.count == parameters.count, function.parameters.contains(constants.count) else { return nil }
    do {
      _ = try function.call(sample, constants, evaluator.functionContext())
      return nil
    } catch {
      // Other errors depend on the value.
      guard error.code == "function.pattern" else { return nil }
      var wrong = error
      let range = Self.arguments(ofName: step.range, in: program.binding.parts)?.first?.range ?? step.range
      wrong.excerpt = .init(source: SourceText(name: "", text: program.text), range: range)
      return wrong
    }
  }

  /// A value of each type whose functions have patterns.
  private static let samples: [String: Value] = [
    "Number": .int(0), "Date": .date(DateValue(secondsSince2001: 0)),
    "Day": .day(DayValue(CivilDate(daysSince1970: 0))),
  ]

  /// The arguments after the name at a range.
  private static func arguments(ofName range: SourceRange, in parts: [Binding.Part]) -> [Binding.Part]? {
    for case .path(let path) in parts.map(\.kind) {
      for case .keyPath(let names, let arguments?, _) in path.segments.map(\.kind) {
        if names.last?.range == range { return arguments }
        if let inner = Self.arguments(ofName: range, in: arguments) { return inner }
      }
    }
    return nil
  }
}
