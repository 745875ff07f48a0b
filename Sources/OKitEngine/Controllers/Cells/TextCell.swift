extension ComponentDescriptor {
  package static let (textCell, textKeys) = declare(
    "ModelTextCell", .cell(TextCell.self), extends: editCell, control: .text, "A row with a text field."
  ) {
    (
      textPath: $0.string("textPath", fills: .control, "the text"),
      placeholder: $0.string("placeholder", "the text shown when the field is empty"),
      secure: $0.bool("secure", default: "#false", "whether screens omit the text")
    )
  }
}

extension Control.Kind {
  package static let text = Control.Kind(
    "text", "text field", role: .textbox, driving: .typing,
    text: { $0.bracketed($0.isFilled ? ($0.isSecure ? "••••••" : $0.printableText) : $0.hint) })
}

extension ControlDriving {
  /// A control that texts are typed into.
  static let typing = ControlDriving([.type], usage: "type text", accepts: "a string") { .type($0.text ?? "") }
}

/// A field for one line of text (`ModelTextCell`).
package final class TextCell: EditCell {
  private static let textKeys = ComponentDescriptor.textKeys

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(
      kind: .text, value: fieldText(Self.textKeys.textPath).map(Value.string) ?? .null, isEnabled: isEnabled,
      placeholder: properties[Self.textKeys.placeholder], isSecure: properties[Self.textKeys.secure])
  }

  override func newValue(for edit: Action.Edit) throws -> Value { try fieldValue(Self.textKeys.textPath, edit) }

  override func hint(forRefused value: Value) -> String? { numberHint(Self.textKeys.textPath, forRefused: value) }

  /// A secure text is in no part of the row, even where another property shows it.
  override func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    var row = super.makeRow(editing: editing, isSelected: isSelected)
    guard properties[Self.textKeys.secure], let secret = properties[Self.textKeys.textPath], !secret.isEmpty else {
      return row
    }
    if row?.text == secret { row?.text = nil }
    if row?.detail == secret { row?.detail = nil }
    return row
  }
}
