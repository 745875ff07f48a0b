/// Texts with attributes: what a function returns as a list of runs.
extension Evaluator {
  /// As `getString`, but attributed text stays the list of its runs.
  func getShownText(_ program: BindingProgram, _ context: EntityID?) -> Value {
    guard let only = program.only else { return getString(program, context).map(Value.string) ?? .null }
    var run = Run(program: program, context: context)
    return shownText(evaluate(only, &run))
  }

  /// The text of a value; attributed text stays the list of its runs.
  func shownText(_ value: Value) -> Value {
    switch value {
    case .string: value
    case .list where TextRun.runs(value) != nil: value
    default: text(value).map(Value.string) ?? .null
    }
  }
}
