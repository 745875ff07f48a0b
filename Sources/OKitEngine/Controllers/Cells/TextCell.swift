extension ComponentDescriptor {
  package static let textCell = declare(
    "ModelTextCell", .cell(TextCell.self), extends: editCell, control: .text,
    functions: [.getText, .setText, .getPlaceholder, .getIsSecure], "A row with a text field."
  ) { textCellTable }

  package static let (textCellTable, textKeys) = properties(extending: editCell) {
    (
      textPath: $0.string("textPath", fills: .control, "the text, a number or a Bool"),
      placeholder: $0.string("placeholder", effect: "control.placeholder", "the text shown when the field is empty"),
      secure: $0.bool("secure", default: "#false", effect: "control.secure", "whether screens omit the text")
    )
  }
}

extension Control.Kind {
  package static let text = Control.Kind(
    "text", "text field", role: .textbox, edits: .text, driving: .typing,
    text: { $0.bracketed($0.isFilled ? ($0.isSecure ? "••••••" : $0.printableText) : $0.hint) })
}

extension ControlDriving {
  static let typing = ControlDriving([.type], usage: "type text", accepts: "a string") { .type($0.text ?? "") }
}

/// A field for one line of text (`ModelTextCell`).
package final class TextCell: EditCell {
  private static let textKeys = ComponentDescriptor.textKeys

  override class var isReusable: Bool { true }

  override func makeControl(isEnabled: Bool) -> Control? {
    noteSecretProperty()
    return Control(
      kind: .text, value: shownText.map(Value.string) ?? .null, isEnabled: isEnabled,
      placeholder: text(.getPlaceholder) ?? properties[Self.textKeys.placeholder], isSecure: isSecure)
  }

  private var shownText: String? { text(.getText) ?? fieldText(Self.textKeys.textPath) }

  override var isSecure: Bool {
    writesSecret || (overridden(.getIsSecure)?.truth ?? properties[Self.textKeys.secure])
  }

  override var setter: OverridableFunction? { .setText }

  override func argument(for edit: ScreenAction.Edit) throws -> Value { try typedText(edit) }

  override func value(from argument: Value) throws -> Value { try fieldValue(Self.textKeys.textPath, argument) }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .getText: return fieldText(Self.textKeys.textPath).map(Value.string) ?? .null
    case .getPlaceholder: return properties[Self.textKeys.placeholder].map(Value.string) ?? .null
    case .getIsSecure: return .bool(properties[Self.textKeys.secure])
    default: return try super.inherited(function, arguments)
    }
  }

  override func hint(forRefused value: Value) -> String? { textHint(Self.textKeys.textPath, forRefused: value) }

  /// A secure text is in no part of the row, even where another property shows it.
  override func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    var row = super.makeRow(editing: editing, isSelected: isSelected)
    guard isSecure else { return row }
    for secret in [shownText, properties[Self.textKeys.textPath]] {
      guard let secret, !secret.isEmpty else { continue }
      if row?.text == secret { row?.text = nil }
      if row?.detail == secret { row?.detail = nil }
    }
    return row
  }
}
