/// The themes of one application, by name.
package final class ThemeRegistry {
  private var themes: [String: Theme] = ["": .standard, Theme.dark.name: .dark]
  /// The theme of the screens.
  package var current = Theme.standard

  package init() {}

  /// The names of the fields that a script can give.
  package static let fields = ["statusBarStyle", "barStyle"] + Theme.ColorName.allCases.map(\.rawValue)

  package var names: [String] { themes.keys.sorted() }

  package subscript(name: String) -> Theme? { themes[name] }

  /// Adds a theme under a name, or replaces the one with that name.
  ///
  /// - Parameter fields: As of `theme`.
  /// - Throws: `theme.field`, `theme.color` and `theme.style`, with the nearest name.
  package func register(_ name: String, _ fields: [String: Value]) throws {
    let theme = try theme(name, fields)
    themes[name] = theme
    if current.name == name { current = theme }
  }

  /// Returns a theme with some fields.
  ///
  /// - Parameter fields: Colors as `#rrggbb`, and styles; what is missing follows from the background. Of the members
  ///   of a whole theme, `name` and `isDark` are left out, which follow from the others.
  /// - Throws: `theme.field`, `theme.color` and `theme.style`, with the nearest name.
  package func theme(_ name: String, _ fields: [String: Value]) throws -> Theme {
    var fields = fields
    if Theme.derivedMembers.allSatisfy({ fields[$0] != nil }) {
      for member in Theme.derivedMembers { fields[member] = nil }
    }
    var colors: [Theme.ColorName: ColorValue] = [:]
    var (statusBar, bar): (Theme.StatusBarStyle?, Theme.BarStyle?) = (nil, nil)
    let owner = "the theme \(PrintableText.quoted(name))"
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      switch field {
      case "statusBarStyle": statusBar = try style(value, field, owner)
      case "barStyle": bar = try style(value, field, owner)
      default:
        guard let color = Theme.ColorName(rawValue: field) else {
          throw Diagnostic(
            "theme.field", "\(owner) cannot have a field \(PrintableText.quoted(field))",
            hint: NearestName.hint(for: field, in: Self.fields)
          ).about(field)
        }
        colors[color] = try self.color(value, field, owner)
      }
    }
    return Theme(name, statusBarStyle: statusBar, barStyle: bar, colors)
  }

  private func color(_ value: Value, _ field: String, _ owner: String) throws -> ColorValue {
    switch value {
    case .color(let color): return color
    case .string(let text): if let color = ColorValue(hex: text) { return color }
    default: break
    }
    let found = value.scalarText.map(PrintableText.quoted) ?? value.typeName
    throw Diagnostic("theme.color", "\(field) of \(owner): \(found) is not a color", hint: "use #rrggbb").about(field)
  }

  private func style<Style: RawRepresentable & CaseIterable>(
    _ value: Value, _ field: String, _ owner: String
  ) throws -> Style where Style.RawValue == String {
    let names = Style.allCases.map(\.rawValue)
    let text = value.scalarText ?? value.typeName
    if case .string = value, let style = Style(rawValue: text) { return style }
    throw Diagnostic(
      "theme.style",
      "\(field) of \(owner) cannot be \(PrintableText.quoted(text)); expected one of \(names.joined(separator: ", "))",
      hint: NearestName.hint(for: text, in: names)
    ).about(field)
  }
}
