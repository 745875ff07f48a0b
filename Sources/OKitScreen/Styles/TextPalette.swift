/// The colors of a theme for a screen as text. Each text can be read on its background.
package struct TextPalette {
  private let theme: Theme

  package init(_ theme: Theme) { self.theme = theme }

  package func background(_ surface: TextSurface) -> ColorValue {
    switch surface {
    case .bar: theme[.navBarColor]
    case .group: theme[.groupedBackgroundColor]
    case .cell, .dialog: theme[.cellColor]
    case .selected: theme[.accentColor]
    case .toolbar: theme[.toolBarColor]
    case .cover: theme[.backgroundColor]
    }
  }

  package func color(_ role: TextRole, on surface: TextSurface) -> ColorValue {
    let background = background(surface)
    let text = ColorContrast.readable(theme[.textColor], on: background)
    switch role {
    case .text, .title: return text
    case .muted: return ColorContrast.readable(ColorContrast.mix(text, background, 0.4), on: background)
    case .tint: return ColorContrast.readable(theme[.tintColor], on: background)
    case .disabled: return ColorContrast.readable(theme[.placeholderColor], on: background)
    case .destructive: return ColorContrast.readable(ColorValue(red: 0xFF, green: 0x3B, blue: 0x30), on: background)
    // What only decorates needs no contrast.
    case .line:
      return theme[surface == .bar ? .navBarLineColor : surface == .toolbar ? .toolBarLineColor : .accentColor]
    case .ribbon(let color): return color
    case .colored(let color): return ColorContrast.readable(color, on: background)
    }
  }
}
