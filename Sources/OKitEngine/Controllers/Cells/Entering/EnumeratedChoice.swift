/// Choices whose binding ends at a property of an enumeration: they show and write its values.
extension EditCell {
  /// The values of the enumeration at which a binding ends; nil where it ends at anything else.
  ///
  /// A cell reads the binding too, and its row becomes stale with it, so that these reads need not be observed.
  func cases<Result>(_ key: ComponentKey<Result>) -> [String]? {
    guard let program = properties.program(key),
      case .enumeration(let cases)? = evaluator.writtenType(program, properties.context)?.unwrapped
    else { return nil }
    return cases
  }

  /// The index of the value of an enumeration that a person chose by its index, or that data names.
  func chosenCase(_ edit: ScreenAction.Edit, of cases: [String]) throws -> Int {
    if case .value(.string(let name)) = edit, let index = cases.firstIndex(of: name) { return index }
    return try chosenIndex(edit, of: cases.count)
  }
}

extension Control {
  /// The control with the title of the chosen option as its text.
  var withChosenText: Control {
    var control = self
    control.text = chosenOption
    return control
  }
}
