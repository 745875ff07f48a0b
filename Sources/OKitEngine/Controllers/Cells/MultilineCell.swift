extension ComponentDescriptor {
  package static let multilineCell = declare(
    "ModelMultilineCell", .cell(MultilineCell.self), extends: editCell, control: .multiline,
    functions: [.getText, .setText, .getPlaceholder],
    "A row with a multiline text field."
  ) { multilineCellTable }

  package static let (multilineCellTable, multilineKeys) = properties(extending: editCell) {
    (
      textPath: $0.string("textPath", fills: .control, "the text, with several lines"),
      placeholder: $0.string("placeholder", effect: "control.placeholder", "the text shown when the field is empty")
    )
  }
}

extension Control.Kind {
  /// The text stands in lines of its own below the row.
  package static let multiline = Control.Kind(
    "multiline", "multiline text field", role: .textbox, edits: .text, driving: .typing,
    text: { $0.isFilled ? ($0.isEnabled ? "[…]" : "") : $0.bracketed($0.hint) },
    lines: { control, width in
      guard case .string(let text) = control.value, !text.isEmpty else { return [] }
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .flatMap { TextWidth.wrapped(TextWidth.printable(String($0)), to: width - 2) }
        .map { "┊ " + $0 }
    })
}

/// A field for a text of several lines (`ModelMultilineCell`).
package final class MultilineCell: EditCell {
  private static let multilineKeys = ComponentDescriptor.multilineKeys

  override class var isReusable: Bool { true }

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(
      kind: .multiline, value: (text(.getText) ?? fieldText(Self.multilineKeys.textPath)).map(Value.string) ?? .null,
      isEnabled: isEnabled, placeholder: text(.getPlaceholder) ?? properties[Self.multilineKeys.placeholder])
  }

  override var setter: OverridableFunction? { .setText }

  override func argument(for edit: ScreenAction.Edit) throws -> Value { try typedText(edit) }

  override func value(from argument: Value) throws -> Value { try fieldValue(Self.multilineKeys.textPath, argument) }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .getText: return fieldText(Self.multilineKeys.textPath).map(Value.string) ?? .null
    case .getPlaceholder: return properties[Self.multilineKeys.placeholder].map(Value.string) ?? .null
    default: return try super.inherited(function, arguments)
    }
  }

  override func hint(forRefused value: Value) -> String? { textHint(Self.multilineKeys.textPath, forRefused: value) }
}
