/// Rows below a common header.
public struct Section: Sendable, Hashable {
  public var header: String?
  public var footer: String?
  public var rows: [Screen.Row]

  public init(header: String? = nil, footer: String? = nil, rows: [Screen.Row] = []) {
    self.header = header
    self.footer = footer
    self.rows = rows
  }

  /// The section without its rows.
  package var head: Section {
    var head = self
    head.rows = []
    return head
  }
}

extension Section: ScreenPart {
  package static let fields: [ScreenField<Section>] = [
    .init("header", text: \.header, "the text above it"),
    .init("footer", text: \.footer, "the text below it"),
    .init("rows", "okit.ShownRow[]", "its rows") { .array($0.rows.map(\.jsonValue)) },
  ]

  public var jsonValue: JSONValue { .object(members()) }

  /// With the number of the rows in their place.
  package var outline: JSONValue {
    var members = members(Self.fields.filter { $0.key != "rows" })
    members["rows"] = .int(rows.count)
    return .object(members)
  }
}
