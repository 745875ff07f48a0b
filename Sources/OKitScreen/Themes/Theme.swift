/// The colors of an application and the styles of its bars, all resolved.
package struct Theme: Sendable, Hashable {
  /// The name of a color of a theme.
  package enum ColorName: String, Sendable, CaseIterable {
    case backgroundColor, textColor, tintColor, groupedBackgroundColor, navBarColor, navBarLineColor, tabBarColor
    case tabBarLineColor, toolBarColor, toolBarLineColor, cellColor, activeColor, accentColor, placeholderColor

    /// What the color is for: a noun phrase.
    package var meaning: String {
      switch self {
      case .backgroundColor: "the background"
      case .textColor: "texts"
      case .tintColor: "what can be tapped"
      case .groupedBackgroundColor: "the background behind sections"
      case .navBarColor: "the navigation bar"
      case .navBarLineColor: "the line below the navigation bar"
      case .tabBarColor: "the tab bar"
      case .tabBarLineColor: "the line above the tab bar"
      case .toolBarColor: "the toolbar"
      case .toolBarLineColor: "the line above the toolbar"
      case .cellColor: "cells"
      case .activeColor: "controls that are on"
      case .accentColor: "selected cells and separators"
      case .placeholderColor: "placeholders"
      }
    }
  }

  /// The texts of the status bar.
  package enum StatusBarStyle: String, Sendable, CaseIterable { case `default`, lightContent, darkContent }

  /// The style of navigation bars, tab bars and toolbars.
  package enum BarStyle: String, Sendable, CaseIterable { case `default`, black }

  /// Empty for the default theme.
  package let name: String
  package let statusBarStyle: StatusBarStyle
  package let barStyle: BarStyle
  /// The colors in the order of their names.
  private let colors: [ColorValue]

  /// Resolves the colors that are not given from the others.
  ///
  /// - Parameter given: Some of the colors.
  package init(
    _ name: String, statusBarStyle: StatusBarStyle? = nil, barStyle: BarStyle? = nil, _ given: [ColorName: ColorValue]
  ) {
    let background = given[.backgroundColor] ?? .white
    let isDark = Self.isDark(background)
    let text = given[.textColor] ?? (isDark ? .white : .black)
    let tint = given[.tintColor] ?? ColorValue(red: 0x00, green: 0x7A, blue: 0xFF)
    let accent = given[.accentColor] ?? (isDark ? ColorValue(gray: 0x55) : ColorValue(gray: 0xD1))
    self.name = name
    self.statusBarStyle = statusBarStyle ?? (isDark ? .lightContent : .default)
    self.barStyle = barStyle ?? (isDark ? .black : .default)
    colors = ColorName.allCases.map { color in
      if let color = given[color] { return color }
      switch color {
      case .backgroundColor, .groupedBackgroundColor, .navBarColor, .tabBarColor, .toolBarColor, .cellColor:
        return background
      case .textColor: return text
      case .tintColor, .activeColor: return tint
      case .accentColor, .navBarLineColor, .tabBarLineColor, .toolBarLineColor: return accent
      case .placeholderColor: return isDark ? ColorValue(gray: 0x8E) : ColorValue(red: 0xC7, green: 0xC7, blue: 0xCC)
      }
    }
  }

  package subscript(color: ColorName) -> ColorValue {
    // The colors are in the order of all cases.
    for (index, name) in ColorName.allCases.enumerated() where name == color { return colors[index] }
    return .black
  }

  /// Whether the background is dark.
  package var isDark: Bool { Self.isDark(self[.backgroundColor]) }

  private static func isDark(_ color: ColorValue) -> Bool { color.brightness <= 0.5 }
}

extension Theme {
  /// White, with black text.
  package static let standard = Theme(
    "",
    [
      .groupedBackgroundColor: ColorValue(red: 0xEF, green: 0xEF, blue: 0xF4), .cellColor: .white,
    ])

  /// Black, with white text.
  package static let dark = Theme(
    "dark",
    [
      .backgroundColor: .black, .textColor: .white, .tintColor: ColorValue(red: 0xFF, green: 0x80, blue: 0x00),
      .navBarLineColor: .white, .tabBarLineColor: .white, .toolBarLineColor: .white, .cellColor: .black,
      .activeColor: ColorValue(red: 0xFF, green: 0x80, blue: 0x00), .accentColor: ColorValue(gray: 0x55),
      .placeholderColor: ColorValue(red: 0x38, green: 0x38, blue: 0x33),
    ])

  /// The members that a script cannot give, because they follow from the rest.
  package static let derivedMembers = ["name", "isDark"]

  /// The name, whether the background is dark, the styles and the colors, by name.
  package var members: [(name: String, value: Value)] {
    [
      ("name", .string(name)), ("isDark", .bool(isDark)), ("statusBarStyle", .string(statusBarStyle.rawValue)),
      ("barStyle", .string(barStyle.rawValue)),
    ] + zip(ColorName.allCases, colors).map { ($0.rawValue, .string($1.hex)) }
  }
}

extension ColorValue {
  package static let white = ColorValue(gray: 0xFF)
  package static let black = ColorValue(gray: 0)

  package init(gray: UInt8) { self.init(red: gray, green: gray, blue: gray) }
}
