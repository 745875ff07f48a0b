/// Finds an element on a screen by what the user sees.
///
/// A text matches exactly; without an exact match, regardless of upper and lower case.
public struct Locator: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The kinds of parts of a screen, where a text alone could mean several.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// In a bar or in a row.
    case button
    case row
    /// Of an alert or a sheet.
    case action
    case title
    case tab
    /// What covers the content: the cover of a protected application, or that beside the open menu.
    case cover
  }

  /// A section by its header, or by its number from 1.
  public enum SectionName: Sendable, Hashable {
    case header(String)
    case number(Int)
  }

  package var text: String?
  package var kind: Kind?
  /// The detail text of a row.
  package var detail: String?
  package var section: SectionName?
  /// The number of the match, from 1, top to bottom.
  package var index: Int?
  /// The number in front of a row of the printed screen. The text holds where no row has this number.
  package var rowNumber: Int?

  /// Creates a description; what is nil does not matter.
  public init(
    _ text: String? = nil, kind: Kind? = nil, detail: String? = nil, section: SectionName? = nil, index: Int? = nil,
    rowNumber: Int? = nil
  ) {
    (self.text, self.kind, self.detail) = (text, kind, detail)
    (self.section, self.index, self.rowNumber) = (section, index, rowNumber)
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// Reads a text, a number (from 1), or a table `{ text =, kind =, detail =, section =, index = }`.
  ///
  /// - Throws: `locator.form`, `locator.kind`.
  package init(_ jsonValue: JSONValue) throws {
    self.init()
    switch jsonValue {
    case .string(let text): self.text = text
    case .int(let index): self.index = try Self.index(index)
    case .object(let members):
      for (name, value) in members.sorted(by: { $0.key < $1.key }) { try read(name, value) }
      if members.isEmpty { throw Self.wrong("a locator needs \"text\" or another field") }
    default: throw Self.wrong("a locator must be a string, a number or a table")
    }
  }

  /// The hint about several elements that match, in terms of scripts.
  package static let hintForSeveral = "select one with kind, section, detail or index"

  /// The hint about several fields that add entities, which have no number, in terms of scripts.
  package static let hintForSections = "select one with section"

  /// The fields of a table.
  package static let fields = ["text", "kind", "detail", "section", "index"]

  private mutating func read(_ name: String, _ value: JSONValue) throws {
    switch (name, value) {
    case ("text", .string(let text)): self.text = text
    case ("detail", .string(let detail)): self.detail = detail
    case ("section", .string(let header)): section = .header(header)
    case ("section", .int(let number)): section = .number(try Self.index(number))
    case ("index", .int(let index)): self.index = try Self.index(index)
    case ("kind", .string(let text)):
      let names = Kind.allCases.map(\.rawValue)
      guard let kind = Kind(rawValue: text) else {
        throw Diagnostic(
          "locator.kind",
          "unknown kind \"\(text)\"; expected one of \(PrintableText.list(names))",
          hint: NearestName.hint(for: text, in: names))
      }
      self.kind = kind
    default:
      guard Self.fields.contains(name) else {
        throw Diagnostic(
          "locator.form", "a locator has no field \"\(name)\"", hint: NearestName.hint(for: name, in: Self.fields)
        ).about(name)
      }
      throw Self.wrong("the field \"\(name)\" of a locator cannot be \(try value.json())")
    }
  }

  private static func index(_ index: Int) throws -> Int {
    guard index > 0 else { throw wrong("locators count from 1, got \(index)") }
    return index
  }

  private static func wrong(_ message: String) -> Diagnostic { Diagnostic("locator.form", message) }

  /// `"Emma"`, or with the other fields `{ text = "Emma", index = 2 }`.
  public var description: String {
    var parts: [String] = []
    if let kind { parts.append("kind = \"\(kind.rawValue)\"") }
    if let text { parts.append("text = \(PrintableText.quoted(text))") }
    if let detail { parts.append("detail = \(PrintableText.quoted(detail))") }
    switch section {
    case .header(let header): parts.append("section = \(PrintableText.quoted(header))")
    case .number(let number): parts.append("section = \(number)")
    case nil: break
    }
    if let index { parts.append("index = \(index)") }
    if parts.count == 1, let text { return PrintableText.quoted(text) }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}

extension Locator {
  /// The number of an element of which nothing else is given.
  var onlyIndex: Int? { text == nil && detail == nil && section == nil ? index : nil }
}
