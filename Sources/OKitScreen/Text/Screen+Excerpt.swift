/// The text of a screen in a message.
extension Screen {
  /// The most rows in a message.
  private static let excerptRows = 100

  /// The screen with its first rows.
  private var beginning: (screen: Screen, hiddenRows: Int) {
    guard sections.reduce(0, { $0 + $1.rows.count }) > Self.excerptRows else { return (self, 0) }
    var (screen, rest) = (self, Self.excerptRows)
    screen.sections = []
    for var section in sections where rest > 0 {
      section.rows.removeLast(max(section.rows.count - rest, 0))
      rest -= section.rows.count
      screen.sections.append(section)
    }
    return (screen, rowCount - screen.rowCount)
  }

  /// Returns the text without most rows of a long screen.
  ///
  /// - Parameter text: Lays out the screen.
  package func excerpt(_ text: (Screen) -> String) -> String {
    let (screen, hidden) = beginning
    return hidden == 0 ? text(screen) : "\(text(screen))\n… (\(hidden) more row\(hidden == 1 ? "" : "s"))"
  }

  /// The text in a message, with long texts cut.
  package func excerpt(width: Int = 72) -> String { excerpt { $0.shortened().text(width: width) } }
}
