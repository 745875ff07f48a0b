/// A failure for people to read, from the assertion to the screen at that moment.
enum FailureText {
  /// - Parameter showsScreen: Whether the last actions and the screen are included.
  static func lines(_ failure: TestFailure, showsScreen: Bool = true) -> [String] {
    var lines = split(failure.message)
    if let diff = failure.diff { lines += indented(split(diff)) }
    if !failure.steps.isEmpty { lines.append("in step \(failure.steps.joined(separator: " > "))") }
    if let place = failure.place {
      lines.append("at \(place)")
      if let source = failure.sourceLine { lines += excerpt(source, line: place.line, column: failure.sourceColumn) }
    }
    if showsScreen {
      lines += section("last actions", failure.actions)
      lines += section("screen", failure.screen.map(split) ?? [])
    }
    lines += section("diagnostics", failure.diagnostics.flatMap(split))
    // A single frame says no more than the place.
    if failure.traceback.count > 1 { lines += section("traceback", failure.traceback.map(\.description)) }
    return lines
  }

  /// The line of the script, with a caret below the column.
  private static func excerpt(_ source: String, line: Int, column: Int?) -> [String] {
    let lines = ["  \(line) | \(source)"]
    guard let column else { return lines }
    // Tabs stay tabs, so that the caret is below its character.
    let padding = String(source.prefix(max(0, column - 1)).map { $0 == "\t" ? "\t" : " " })
    return lines + [String(repeating: " ", count: "  \(line)".count) + " | " + padding + "^"]
  }

  private static func section(_ title: String, _ content: [String]) -> [String] {
    content.isEmpty ? [] : ["\(title):"] + indented(content)
  }

  private static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  " + $0 } }

  /// The lines of a text; one line feed at its end begins no further line.
  private static func split(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map(
      String.init)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines
  }
}
