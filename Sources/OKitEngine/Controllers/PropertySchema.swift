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

  init(_ name: String, _ kind: Kind = .value, _ defaultText: String? = nil) {
    (self.name, self.kind, self.defaultText) = (name, kind, defaultText)
  }

  /// The properties of a built-in class by name.
  public static func table(of kind: ComponentKind) -> [String: PropertySchema] { tables[kind] ?? [:] }

  private static let tables: [ComponentKind: [String: PropertySchema]] = Dictionary(
    uniqueKeysWithValues: ComponentKind.allCases.map { kind in
      (kind, Dictionary(rows(kind).map { ($0.name, $0) }) { _, last in last })
    })

  private static func rows(_ kind: ComponentKind) -> [PropertySchema] {
    switch kind {
    case .list: base + list
    case .selection: base + list + selection
    case .detail: base + detail
    case .application: application
    case .barButtonItem: barButton
    case .tableCell: cell
    case .switchCell: cell + editCell + [.init("onPath")]
    case .textCell: cell + editCell + [.init("textPath"), .init("placeholder"), .init("secure", .value, "#false")]
    case .multilineCell: cell + editCell + [.init("textPath"), .init("placeholder")]
    case .dateCell:
      cell + editCell
        + [.init("datePath"), .init("minDatePath"), .init("maxDatePath"), .init("modePath", .value, "#2")]
    case .segmentCell:
      cell + editCell
        + [.init("segmentsPath", .multipart), .init("selectIndexPath"), .init("width", .value, "#200")]
    case .pickerCell: cell + editCell + [.init("dataPath"), .init("namePath"), .init("selectionPath")]
    case .sliderCell:
      cell + editCell
        + [
          .init("valuePath"), .init("minValuePath", .value, "#0"), .init("maxValuePath", .value, "#1"),
          .init("minImagePath"), .init("maxImagePath"), .init("width", .value, "#150"),
        ]
    case .stepperCell:
      cell + editCell
        + [
          .init("valuePath"), .init("minValuePath", .value, "#0"), .init("maxValuePath", .value, "#100"),
          .init("stepValuePath", .value, "#1"),
        ]
    }
  }
}
