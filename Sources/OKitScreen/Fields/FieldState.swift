/// What few controls have: the message about an invalid value, and the focus.
package struct FieldState: Sendable, Hashable {
  package var error: String?
  package var isFocused = false
  /// Whether the keyboard has a bar for the field.
  package var hasKeyboard = false
}

extension Screen {
  /// Gives the focus to the first text field into which a text can be typed. O(rows before it).
  package mutating func focusFirstField(preferring preferred: RowID?, showingKeyboard hasKeyboard: Bool) {
    for section in sections.indices {
      for row in sections[section].rows.indices {
        let id = sections[section].rows[row].id
        guard let control = sections[section].rows[row].control, control.isEnabled, control.isTextField,
          preferred.map({ $0 == id }) ?? id.isCell
        else { continue }
        sections[section].rows[row].control?.isFocused = true
        sections[section].rows[row].control?.hasKeyboard = hasKeyboard
        return
      }
    }
  }
}

extension Control {
  /// Why the value is not valid; nil for a valid one.
  package var error: String? {
    get { field?.content.error }
    set { if field != nil || newValue != nil { field[standard: FieldState()].error = newValue } }
  }

  /// Whether the keyboard writes into the control.
  package var isFocused: Bool {
    get { field?.content.isFocused ?? false }
    set { if field != nil || newValue { field[standard: FieldState()].isFocused = newValue } }
  }

  /// Whether the field has the focus, and the keyboard a bar for it.
  package var hasKeyboard: Bool {
    get { field?.content.hasKeyboard ?? false }
    set { if field != nil || newValue { field[standard: FieldState()].hasKeyboard = newValue } }
  }

  /// Whether texts are typed into the control.
  package var isTextField: Bool { kind.driving.gestures.contains(.type) }

  /// The message as lines below the row.
  func errorLines(width: Int) -> [String] {
    guard let error else { return [] }
    return TextWidth.wrapped(TextWidth.printable(error), to: width - 2).enumerated().map { index, line in
      (index == 0 ? "⚠ " : "  ") + line
    }
  }
}
