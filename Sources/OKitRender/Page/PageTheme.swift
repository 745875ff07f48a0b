/// The colors of a theme as variables of the live page's style. Colors are changed where a text could not be read.
///
/// The script of the live page computes the same (`document/theme.js`); `tools/check-render.py` compares them.
struct PageTheme {
  let theme: Theme
  private let ink: ColorValue

  init(_ theme: Theme) {
    self.theme = theme
    ink = Self.readable(
      theme[.textColor], [theme[.cellColor], theme[.groupedBackgroundColor], theme[.backgroundColor]], 7)
  }

  /// A color that a script has chosen, as a text on cells; nil for what is not a color.
  func ink(_ color: String?) -> String? {
    color.flatMap { ColorValue(hex: $0) }.map {
      Self.readable($0, [theme[.cellColor], theme[.groupedBackgroundColor]]).hex
    }
  }

  /// The declarations of the element `html`.
  var declarations: String {
    variables.map { "--\($0): \($1.hex);" }.joined(separator: " ")
      + " --shadow: \(theme.isDark ? "rgb(0 0 0 / 60%)" : "rgb(15 20 40 / 16%)");"
      + " color-scheme: \(theme.isDark ? "dark" : "light");"
  }

  private var variables: [(String, ColorValue)] {
    let (cell, page, isDark) = (theme[.cellColor], theme[.groupedBackgroundColor], theme.isDark)
    func mixed(_ ground: ColorValue, _ dark: Double, _ light: Double) -> ColorValue {
      ground.mixed(with: ink, isDark ? dark : light)
    }
    let field = mixed(cell, 0.14, 0.06)
    let grounds = [cell, page, field]
    let tint = Self.readable(theme[.tintColor], grounds)
    let soft = cell.mixed(with: tint, isDark ? 0.2 : 0.1)
    let selected = cell.mixed(with: theme[.accentColor], 0.55)
    let active =
      ColorContrast.ratio(theme[.activeColor], cell) >= 3
      ? theme[.activeColor] : Self.readable(theme[.activeColor], [cell], 3)
    return [
      ("page", page), ("cell", cell), ("background", theme[.backgroundColor]), ("text", ink), ("field", field),
      ("muted", Self.readable(ink.mixed(with: cell, 0.38), grounds + [selected])),
      ("placeholder", Self.readable(theme[.placeholderColor], grounds)), ("tint", tint),
      ("on-tint", Self.on(tint)), ("tint-soft", soft), ("on-tint-soft", Self.readable(tint, [soft])),
      ("line", mixed(cell, 0.22, 0.13)), ("edge", Self.readable(cell.mixed(with: ink, 0.3), [cell, field], 3)),
      ("hover", mixed(cell, 0.1, 0.04)), ("press", mixed(cell, 0.18, 0.09)), ("selected", selected),
      ("on-selected", Self.readable(theme[.textColor], [selected], 7)), ("active", active),
      ("on-active", ColorContrast.ratio(.white, active) >= 3 ? .white : ColorValue(gray: 0x11)),
      ("danger", Self.readable(ColorValue(red: 0xD7, green: 0, blue: 0x15), grounds)),
      ("danger-ground", ColorValue(red: 0xC9, green: 0x15, blue: 0x2A)), ("on-danger", .white),
      ("good", Self.readable(ColorValue(red: 0x1B, green: 0x7F, blue: 0x3B), grounds)),
    ] + bar("nav", .navBarColor, .navBarLineColor) + bar("tab", .tabBarColor, .tabBarLineColor)
      + bar("tool", .toolBarColor, .toolBarLineColor)
  }

  private func bar(
    _ name: String, _ color: Theme.ColorName, _ lineColor: Theme.ColorName
  ) -> [(String, ColorValue)] {
    let (ground, line) = (theme[color], theme[lineColor])
    let hover = ground.mixed(with: ink, 0.06)
    return [
      (name, ground),
      ("\(name)-line", ColorContrast.ratio(line, ground) > 3 ? ground.mixed(with: line, 0.25) : line),
      ("\(name)-tint", Self.readable(theme[.tintColor], [ground, hover])),
      ("\(name)-text", Self.readable(theme[.textColor], [ground], 7)), ("\(name)-hover", hover),
      // Only tabs have them on what a pointer is at.
      (
        "\(name)-muted",
        Self.readable(ink.mixed(with: ground, 0.38), color == .tabBarColor ? [ground, hover] : [ground])
      ),
    ]
  }

  private static func on(_ color: ColorValue) -> ColorValue {
    ColorContrast.ratio(.white, color) >= ColorContrast.ratio(.black, color) ? .white : .black
  }

  /// The color, mixed with black or white until it can be read on each of the grounds.
  private static func readable(
    _ color: ColorValue, _ grounds: [ColorValue], _ least: Double = ColorContrast.least
  ) -> ColorValue {
    func isReadable(_ color: ColorValue) -> Bool { grounds.allSatisfy { ColorContrast.ratio(color, $0) >= least } }
    if isReadable(color) { return color }
    let target = grounds.first.map(on) ?? .black
    for step in 1...20 {
      let mixed = color.mixed(with: target, Double(step) / 20)
      if isReadable(mixed) { return mixed }
    }
    return target
  }
}
