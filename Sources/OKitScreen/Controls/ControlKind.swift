extension Control {
  /// A kind of control: its name in JSON, how it is drawn as text, and how a person operates it.
  ///
  /// Each kind is a static member, declared beside the cell that shows it; nothing else has to know all kinds.
  package final class Kind: Sendable, Hashable {
    /// The name in JSON.
    package let name: String
    /// Its name in messages: `text field`.
    package let noun: String
    /// Its role for assistive technologies and locators.
    package let role: AccessibilityRole
    /// Nil for a control that edits nothing.
    package let edits: ControlValue?
    package let driving: ControlDriving
    let text: @Sendable (Control) -> String
    let lines: @Sendable (Control, _ width: Int) -> [String]

    /// - Parameters:
    ///   - text: draws the control at the right of its row.
    ///   - lines: what needs lines of its own below the row.
    package init(
      _ name: String, _ noun: String, role: AccessibilityRole, edits: ControlValue?, driving: ControlDriving,
      text: @escaping @Sendable (Control) -> String,
      lines: @escaping @Sendable (Control, _ width: Int) -> [String] = { _, _ in [] }
    ) {
      (self.name, self.noun, self.role, self.edits, self.driving) = (name, noun, role, edits, driving)
      (self.text, self.lines) = (text, lines)
    }

    package static func == (a: Kind, b: Kind) -> Bool { a === b || a.name == b.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

/// The type of value that a control edits.
package enum ControlValue: Sendable {
  case bool, number, date, text, index, choice, option

  package var noun: String {
    switch self {
    case .bool: "a Bool"
    case .number: "a number"
    case .date: "a Date"
    case .text: "a String, a number or a Bool"
    case .index: "an Int (the index of the segment) or an enum"
    case .choice: "an Int (the index of the option), an enum or a reference"
    case .option: "a String, a number, a Bool or an enum"
    }
  }
}
