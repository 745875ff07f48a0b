/// The input history, in the user's state folder; a user without one has no history.
struct HistoryFile {
  private let path: String?

  /// - Parameter name: The file's name.
  init(_ name: String) {
    path = Environment().folder(.stateHome, orHome: ".local/state").map { "\($0)/okit-run/\(name)" }
  }

  /// - Throws: `file.read`.
  func read() throws(Diagnostic) -> LineHistory {
    guard let path, let text = try LocalFile.read(path) else { return LineHistory() }
    return LineHistory(text.split(whereSeparator: \.isNewline).map(String.init))
  }

  /// Writes the history without lines that have secrets.
  ///
  /// - Throws: `file.write`.
  func write(_ history: LineHistory, without secrets: Secrets) throws(Diagnostic) {
    guard let path else { return }
    let lines = history.stored.filter { !secrets.occur(in: $0) }
    try LocalFile.write(lines.map { $0 + "\n" }.joined(), to: path)
  }
}
