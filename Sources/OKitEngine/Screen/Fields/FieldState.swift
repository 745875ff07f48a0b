/// What few controls have: the message about an invalid value, and the focus.
package struct FieldState: Sendable, Hashable {
  package var error: String?
  package var isFocused = false
}

extension Control {
  /// Why the value is not valid; nil for a valid one.
  public var error: String? {
    get { field?.content.error }
    set { if field != nil || newValue != nil { field[standard: FieldState()].error = newValue } }
  }

  /// Whether the keyboard writes into the control.
  public var isFocused: Bool {
    get { field?.content.isFocused ?? false }
    set { if field != nil || newValue { field[standard: FieldState()].isFocused = newValue } }
  }

  /// The members of the control's JSON data that few controls have.
  func addFieldState(to members: inout [String: JSONValue]) {
    if let error { members["error"] = .string(error) }
    if isFocused { members["focused"] = true }
  }

  /// The message as lines below the row.
  func errorLines(width: Int) -> [String] {
    guard let error else { return [] }
    return TextWidth.wrapped(TextWidth.printable(error), to: width - 2).enumerated().map { index, line in
      (index == 0 ? "⚠ " : "  ") + line
    }
  }
}
