/// The format, style and destination of the report of a run.
struct TestReport {
  let format: TestFormat
  let style: PrettyReporter.Style
  let isListing: Bool
  /// The file; nil for standard output.
  let file: String?

  /// Runs tests with a reporter, and writes the report.
  ///
  /// - Throws: What `run` throws; `file.write`.
  func write(to messages: Output, _ run: (any TestReporter) throws -> TestSummary) throws -> TestSummary {
    guard let file else { return try run(reporter { messages.write($0, to: .standard) }) }
    var text = ""
    let summary = try run(reporter { text += $0 })
    try LocalFile.write(text, to: LocalFile.absolutePath(of: file))
    if !isListing { messages.note(summary.line) }
    return summary
  }

  /// Marks where a run begins, in the report if that is for people.
  func mark(_ text: String, _ messages: Output) {
    guard format == .pretty, file == nil else { return messages.note("== \(text) ==") }
    let line = style.isColored ? "\u{1B}[1m== \(text) ==\u{1B}[0m" : "== \(text) =="
    messages.write(line + "\n", to: .standard)
  }

  private func reporter(_ write: @escaping (String) throws -> Void) -> any TestReporter {
    isListing
      ? ListReporter(asJSON: format == .json, write: write) : format.reporter(style: style, write: write)
  }
}
