/// One step of an exploration, in terms that stay the same when the data of an application differ: a step that was
/// recorded can be performed once more, also after steps before it are gone.
package struct ExploredStep: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    // What a person does, as JSON calls it.
    case tap, swipe, delete, more, quick, move, select, edit, search, filter, back, close, menu, refresh, key
    // What happens around the application.
    case clock, background, relaunch, authenticate, fault

    /// Whether a person does it on the screen.
    package var isOfPerson: Bool {
      switch self {
      case .clock, .background, .relaunch, .authenticate, .fault: false
      default: true
      }
    }

    package static let names = allCases.map(\.rawValue)
  }

  package var kind: Kind
  /// The controller whose screen has the element; empty for what happens around the application.
  package var screen: String
  /// The element without data: `row`, `cell:3`, `right:add`, `action:0`.
  package var element: String
  /// What the element shows, which tells it from others with the same `element`.
  package var label: String
  /// Its number among the elements that also have the same label, from 0.
  package var index: Int
  /// The members of the action besides its element: `["text": "Lamp"]`, `["seconds": 60]`.
  package var value: [String: JSONValue]

  package init(
    _ kind: Kind, screen: String = "", element: String = "", label: String = "", index: Int = 0,
    value: [String: JSONValue] = [:]
  ) {
    (self.kind, self.screen, self.element) = (kind, screen, element)
    (self.label, self.index, self.value) = (label, index, value)
  }

  private static let kindsWithTitles = [
    "action", "add", "cell", "column", "key", "left", "right", "tab", "toolbar", "view",
  ]

  /// Whether what an element shows belongs to the script, and not to the data.
  package static func hasTitle(_ element: String) -> Bool {
    kindsWithTitles.contains { element.hasPrefix($0 + ":") } && !element.hasSuffix("/accessory")
  }

  /// The action without data, for statistics and maps: `tap right:add`.
  package var key: String { element.isEmpty ? kind.rawValue : "\(kind.rawValue) \(element)" }
}

extension ExploredStep {
  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
    if !screen.isEmpty { members["screen"] = .string(screen) }
    if !element.isEmpty { members["element"] = .string(element) }
    if !label.isEmpty { members["label"] = .string(label) }
    if index > 0 { members["index"] = .int(index) }
    if !value.isEmpty { members["value"] = .object(value) }
    return .object(members)
  }

  /// Reads a step of a corpus.
  ///
  /// - Throws: `explore.corpus`.
  package init(json: JSONValue) throws(Diagnostic) {
    func text(_ key: String) -> String { if case .string(let text)? = json[key] { text } else { "" } }
    guard let kind = Kind(rawValue: text("kind")) else {
      throw Diagnostic(
        "explore.corpus", "unknown kind \"\(text("kind"))\"; expected one of \(PrintableText.list(Kind.names))",
        hint: NearestName.hint(for: text("kind"), in: Kind.names))
    }
    var (index, value): (Int, [String: JSONValue]) = (0, [:])
    if case .int(let number)? = json["index"], number >= 0 { index = number }
    if case .object(let members)? = json["value"] { value = members }
    self.init(
      kind, screen: text("screen"), element: text("element"), label: text("label"), index: index, value: value)
  }
}
