/// A field for one line of text (`ModelTextCell`).
public final class TextCell: EditCell {
  override var valueProperty: String { "textPath" }

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(
      kind: .text, value: properties.string("textPath").map(Value.string) ?? .null, isEnabled: isEnabled,
      placeholder: properties.string("placeholder"), isSecure: properties.bool("secure"))
  }

  override func newValue(for edit: Action.Edit) throws -> Value { try typedText(edit) }

  /// A secure text is in no part of the row, even where another property shows it.
  override func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    var row = super.makeRow(editing: editing, isSelected: isSelected)
    guard properties.bool("secure"), let secret = properties.string("textPath"), !secret.isEmpty else { return row }
    if row?.text == secret { row?.text = nil }
    if row?.detail == secret { row?.detail = nil }
    return row
  }
}

/// A field for a text of several lines (`ModelMultilineCell`).
public final class MultilineCell: EditCell {
  override var valueProperty: String { "textPath" }

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(
      kind: .multiline, value: properties.string("textPath").map(Value.string) ?? .null, isEnabled: isEnabled,
      placeholder: properties.string("placeholder"))
  }

  override func newValue(for edit: Action.Edit) throws -> Value { try typedText(edit) }
}

extension EditCell {
  fileprivate func typedText(_ edit: Action.Edit) throws -> Value {
    switch edit {
    case .text(let text), .value(.string(let text)): return .string(text)
    case .value, .option, .steps: throw wrongEdit("a text", edit)
    }
  }
}
