/// Texts with attributes: what a function returns as a list of runs.
extension Evaluator {
  /// As `getString`, but attributed text stays the list of its runs.
  package func getShownText(_ program: BindingProgram, _ context: EntityID?) -> Value {
    guard let only = program.only else { return getString(program, context).map(Value.string) ?? .null }
    var run = Run(program: program, context: context)
    return shownText(evaluate(only, &run))
  }

  /// As `getShownText`, but what paths give has a format.
  ///
  /// - Parameter format: returns the text of a value; nil for one that has no format.
  package func getShownText(
    _ program: BindingProgram, _ context: EntityID?, format: (Value) -> String?
  ) -> Value {
    var run = Run(program: program, context: context)
    guard let only = program.only else {
      return withoutActuallyEscaping(format) { format in
        joined(program.parts, &run) { $0.isText ? nil : format($1) }.map(Value.string) ?? .null
      }
    }
    let value = evaluate(only, &run)
    return only.isText ? shownText(value) : format(value).map(Value.string) ?? shownText(value)
  }

  /// The text of a value; attributed text stays the list of its runs.
  package func shownText(_ value: Value) -> Value {
    switch value {
    case .string: value
    case .list where TextRun.runs(value) != nil: value
    default: text(value).map(Value.string) ?? .null
    }
  }
}

extension PartProgram {
  /// Whether it is a constant or a localized text.
  package var isText: Bool {
    switch source {
    case .constant, .localized: true
    default: false
    }
  }
}

extension BindingProgram {
  /// Whether all parts are constants or localized texts, which have no format.
  package var hasOnlyTexts: Bool {
    parts.allSatisfy(\.isText)
  }
}
