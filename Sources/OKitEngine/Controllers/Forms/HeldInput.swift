/// Input of a field that is not written.
struct HeldInput {
  /// What a person calls the field.
  let label: String
  /// What was entered; nil for a secure field.
  let text: String?
  /// Why the input is not valid; nil if it is valid, and could not be written.
  let error: String?

  /// The field, what is wrong with its input, and the input.
  var description: String {
    let state = error == nil ? "not written" : "not valid"
    return "\(PrintableText.quoted(label)) that is \(state), which is lost"
      + (text.map { ": \(PrintableText.quoted($0))" } ?? "") + (error.map { " (\($0))" } ?? "")
  }
}

extension FieldEditor {
  /// The fields with input that is not written, in their order.
  var heldInput: [HeldInput] { inputs.compactMap { HeldInput(of: $0.cell, $0.input) } }
}

extension HeldInput {
  /// Nil for a message without input.
  init?(of cell: EditCell, _ input: FieldInput) {
    guard let entered = input.entered else { return nil }
    self.init(
      label: cell.fieldLabel, text: cell.isSecure ? nil : cell.shownText(ofEntered: entered), error: input.error)
  }
}

extension EditCell {
  /// The text that the control shows for what was entered.
  fileprivate func shownText(ofEntered value: Value) -> String {
    makeControl(isEnabled: true)?.replacingValue(value).chosenOption ?? text(ofEntered: value)
      ?? evaluator.text(value) ?? ""
  }
}
