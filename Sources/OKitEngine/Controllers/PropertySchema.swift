/// A property that a built-in class has: the rows of OKit's property tables, and what scripts add to them.
public struct PropertySchema: Sendable {
  public enum Kind: Sendable, Hashable {
    /// A binding text, or a function that answers the value.
    case value
    /// Called for effect: a binding text or a function.
    case action
    /// A binding text of several parts, or a list of texts and functions.
    case multipart
    /// `multipart`, or a list of records `{ name =, enabled =, tap = }`.
    case moreActions
    /// A plain text, not a binding.
    case text
    /// The name of a controller, or a record `{ to =, kind = }`.
    case segue
    /// One cell.
    case cell
    /// A list of bar buttons.
    case barButtons
    /// A list of records `{ header =, footer =, cells = }`.
    case sections
  }

  public let name: String
  public let kind: Kind
  /// The binding text that holds when nothing is given.
  public let defaultText: String?
  /// What it is for: the end of a sentence.
  public let meaning: String

  init(_ name: String, _ kind: Kind, default defaultText: String? = nil, _ meaning: String) {
    (self.name, self.kind, self.defaultText, self.meaning) = (name, kind, defaultText, meaning)
  }

  init(_ name: String, default defaultText: String? = nil, _ meaning: String) {
    self.init(name, .value, default: defaultText, meaning)
  }

  /// Properties that several built-in classes have.
  public enum Shared: String, Sendable, CaseIterable {
    case controller, list, cell, editCell

    public var rows: [PropertySchema] {
      switch self {
      case .controller: base
      case .list: PropertySchema.list
      case .cell: PropertySchema.cell
      case .editCell: PropertySchema.editCell
      }
    }
  }

  /// What a built-in class has in common with others.
  public static func shared(by kind: ComponentKind) -> [Shared] {
    switch kind {
    case .list, .selection: [.controller, .list]
    case .detail: [.controller]
    case .application, .barButtonItem: []
    case .tableCell: [.cell]
    default: [.cell, .editCell]
    }
  }

  /// The properties of a built-in class by name.
  public static func table(of kind: ComponentKind) -> [String: PropertySchema] { tables[kind] ?? [:] }

  private static let tables: [ComponentKind: [String: PropertySchema]] = Dictionary(
    uniqueKeysWithValues: ComponentKind.allCases.map { kind in
      (kind, Dictionary(rows(kind).map { ($0.name, $0) }) { _, last in last })
    })

  private static func rows(_ kind: ComponentKind) -> [PropertySchema] {
    shared(by: kind).flatMap(\.rows) + own(kind)
  }
}
