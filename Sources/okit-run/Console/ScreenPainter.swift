/// Adds the colors of a theme to a screen as text, as escape sequences of terminals (ECMA-48, SGR).
struct ScreenPainter {
  let depth: ColorDepth

  /// Returns the lines of a screen with colors. Each line begins and ends without any.
  func text(of screen: StyledScreen, theme: Theme) -> String {
    let palette = TextPalette(theme)
    return screen.lines.map { runs in
      runs.map { paint($0, palette) }.joined() + Self.reset
    }.joined(separator: "\n")
  }

  private static let reset = "\u{1B}[0m"

  private func paint(_ run: StyledScreen.Run, _ palette: TextPalette) -> String {
    let background = palette.background(run.surface)
    var foreground = palette.color(run.role, on: run.surface)
    var codes = ["0"]
    if run.role == .title { codes.append("1") }
    if run.role.isText { foreground = depth.readable(foreground, on: background) }
    codes += [depth.code(foreground, isBackground: false), depth.code(background, isBackground: true)]
    // A text of a model must not control the terminal.
    return "\u{1B}[\(codes.joined(separator: ";"))m" + PrintableText.line(run.text)
  }
}

extension TextRole {
  /// Whether it is something to read.
  fileprivate var isText: Bool {
    switch self {
    case .line, .ribbon: false
    default: true
    }
  }
}
