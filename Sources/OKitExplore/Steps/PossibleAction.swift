/// An action that is possible now.
package struct PossibleAction: Sendable {
  package let kind: ExploredStep.Kind
  /// The element without data; see `ExploredStep.element`.
  package let element: String
  /// What the element shows.
  package let label: String
  /// The identifier of the element on this screen; empty for an action on the screen as a whole.
  package let target: String
  /// What the value of the action is chosen from.
  package let input: Input

  package enum Input: Sendable {
    case none
    /// A member with one of these values.
    case choices(String, [JSONValue])
    case control(Control)
    /// A text: into the field of an alert, or into the search field.
    case text(isSecure: Bool)
    /// Seconds until something is due.
    case seconds(Double?)
    case fault
  }

  package init(
    _ kind: ExploredStep.Kind, _ element: String = "", label: String = "", target: String = "", input: Input = .none
  ) {
    (self.kind, self.element, self.label) = (kind, element, label)
    (self.target, self.input) = (target, input)
  }

  /// What the element shows, unless that is data.
  var title: String { ExploredStep.hasTitle(element) ? label : "" }

  package var key: String { element.isEmpty ? kind.rawValue : "\(kind.rawValue) \(element)" }

  /// The action as JSON.
  package func json(_ value: [String: JSONValue]) -> JSONValue {
    switch kind {
    case .back, .close, .menu, .refresh: .string(kind.rawValue)
    case .key: .string(target)
    case .search: ["search": value["text"] ?? ""]
    case .filter: ["filter": value["filter"] ?? 0]
    default: .object(value.merging([kind.rawValue: .string(target)]) { $1 })
    }
  }
}
