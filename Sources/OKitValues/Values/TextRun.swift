/// A part of an attributed text with the same attributes.
package struct TextRun: Sendable, Hashable {
  package var text: String
  package var isBold = false
  package var isItalic = false
  /// As `#rrggbb`.
  package var color: String?
  /// A URL.
  package var link: String?

  package init(_ text: String) { self.text = text }
}

extension TextRun {
  /// Returns the runs of a value; nil unless it is a list with a table that has a `text`.
  ///
  /// An element is a string or a table; anything else in it counts as nothing, see `problem(in:)`.
  package static func runs(_ value: Value) -> [TextRun]? {
    guard case .list(let elements) = value, elements.contains(where: isRun) else { return nil }
    return elements.map(TextRun.init)
  }

  /// The text of runs without their attributes.
  package static func text(_ runs: [TextRun]) -> String { runs.map(\.text).joined() }

  /// The text of runs for a terminal: an arrow follows a link.
  package static func marked(_ runs: [TextRun]) -> String {
    runs.map { $0.link == nil ? $0.text : $0.text + " ↗" }.joined()
  }

  private static func isRun(_ value: Value) -> Bool {
    if case .map(let members) = value { members["text"] != nil } else { false }
  }

  private init(_ value: Value) {
    guard case .map(let members) = value else {
      self.init(value.scalarText ?? "")
      return
    }
    self.init(members["text"]?.scalarText ?? "")
    isBold = members["bold"] == .bool(true)
    isItalic = members["italic"] == .bool(true)
    color = members["color"].flatMap(Self.color)
    if case .string(let link)? = members["link"], !link.isEmpty { self.link = link }
  }

  private static func color(_ value: Value) -> String? {
    if case .color(let color) = value { return color.hex }
    return value.scalarText.flatMap(ColorValue.init(hex:))?.hex
  }

  // MARK: Mistakes

  static let names = ["text", "bold", "italic", "color", "link"]

  /// Returns the first mistake in the runs of a value; nil for any value that is not attributed text.
  package static func problem(in value: Value) -> Diagnostic? {
    guard case .list(let elements) = value, elements.contains(where: isRun) else { return nil }
    return elements.enumerated().lazy.compactMap { problem(of: $1, number: $0 + 1) }.first
  }

  private static func problem(of value: Value, number: Int) -> Diagnostic? {
    guard case .map(let members) = value else {
      return value.scalarText == nil ? wrong("run \(number) is a \(value.typeName), not a string or a table") : nil
    }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        return wrong("run \(number) has no field \"\(name)\"", NearestName.hint(for: name, in: names))
      }
      guard let expected = expectation(of: name, unless: member) else { continue }
      return wrong("run \(number): \(name) needs \(expected), got \(member.scalarText ?? "a " + member.typeName)")
    }
    return members["text"] == nil ? wrong("run \(number) has no text") : nil
  }

  private static func expectation(of name: String, unless value: Value) -> String? {
    switch name {
    case "text": value.scalarText == nil ? "a string" : nil
    case "color": color(value) == nil ? "a color such as #rrggbb" : nil
    case "link": if case .string = value { nil } else { "a string" }
    default: if case .bool = value { nil } else { "true or false" }
    }
  }

  private static func wrong(_ message: String, _ hint: String? = nil) -> Diagnostic {
    Diagnostic("text.run", message, hint: hint)
  }
}
