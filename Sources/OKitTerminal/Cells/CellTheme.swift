/// The look of the parts of a screen in the colors of a theme.
package struct CellTheme: Sendable {
  private let palette: TextPalette?

  /// - Parameter hasColors: False for a terminal without colors, where bold, underlined and reversed texts differ.
  package init(_ theme: Theme, hasColors: Bool = true) { palette = hasColors ? TextPalette(theme) : nil }

  package func style(_ role: TextRole, on surface: TextSurface) -> CellStyle {
    var style = CellStyle(
      foreground: palette?.color(role, on: surface), background: palette?.background(surface))
    style.isBold = role == .title || role == .destructive && palette == nil
    style.isUnderlined = palette == nil && role == .tint
    return style
  }

  /// Changes the style of what has the focus: light on dark where it was dark on light.
  package func focus(_ style: inout CellStyle) {
    guard let palette else {
      style.isReversed.toggle()
      return
    }
    let background = palette.color(.tint, on: .cell)
    style.background = background
    style.foreground = ColorContrast.readable(palette.background(.cell), on: background)
  }
}
