extension Control {
  /// A kind of control: its name in JSON, how it is drawn as text, and how a person operates it.
  ///
  /// Each kind is a static member, declared beside the cell that shows it; nothing else has to know all kinds.
  public final class Kind: Sendable, Hashable {
    /// The name in JSON.
    public let name: String
    /// Its name in messages: `text field`.
    package let noun: String
    /// Its role for assistive technologies and locators.
    package let role: AccessibilityRole
    package let driving: ControlDriving
    let text: @Sendable (Control) -> String
    let lines: @Sendable (Control, _ width: Int) -> [String]

    /// - Parameters:
    ///   - text: draws the control at the right of its row.
    ///   - lines: what needs lines of its own below the row.
    package init(
      _ name: String, _ noun: String, role: AccessibilityRole, driving: ControlDriving,
      text: @escaping @Sendable (Control) -> String,
      lines: @escaping @Sendable (Control, _ width: Int) -> [String] = { _, _ in [] }
    ) {
      (self.name, self.noun, self.role, self.driving) = (name, noun, role, driving)
      (self.text, self.lines) = (text, lines)
    }

    public static func == (a: Kind, b: Kind) -> Bool { a === b || a.name == b.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
