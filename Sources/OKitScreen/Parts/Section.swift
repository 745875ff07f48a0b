/// Rows below a common header.
public struct Section: Sendable, Hashable {
  /// The text above the rows.
  public var header: String?
  /// The text below the rows.
  package var footer: String?
  /// The rows of the section.
  public var rows: [Screen.Row]
  /// Where the section is on a screen with rows and cells, of which another window may show another part.
  package var place = SectionPlace()

  package init(header: String? = nil, footer: String? = nil, rows: [Screen.Row] = []) {
    self.header = header
    self.footer = footer
    self.rows = rows
  }

  /// The number of its rows without those that add an entity.
  package var rowCount: Int { rows.lazy.filter { !$0.id.adds }.count }

  /// The section without its rows.
  package var head: Section {
    var head = self
    head.rows = []
    return head
  }
}

/// The place of a section. It is not a part of equality: another window of the same rows is not a change.
package struct SectionPlace: Sendable, Hashable {
  /// The number among the sections of the screen, from 0; nil if it follows from the sections before it.
  package var number: Int?
  /// The number of its rows above those that it holds; nil if some are hidden, so that only the
  /// shown rows before them give it.
  package var firstRow: Int?

  package init(number: Int? = nil, firstRow: Int? = nil) { (self.number, self.firstRow) = (number, firstRow) }

  package static func == (_: Self, _: Self) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}

extension Section: ScreenPart {
  package static let fields: [ScreenField<Section>] = [
    .init("header", text: \.header, "the text above it"),
    .init("footer", text: \.footer, "the text below it"),
    .init("rows", "okit.ShownRow[]", "its rows") { .array($0.rows.map(\.jsonValue)) },
  ]

  package var jsonValue: JSONValue { .object(members()) }

  /// With the number of the rows in their place.
  package var outline: JSONValue {
    var members = members(Self.fields.filter { $0.key != "rows" })
    members["rows"] = .int(rows.count)
    return .object(members)
  }
}
