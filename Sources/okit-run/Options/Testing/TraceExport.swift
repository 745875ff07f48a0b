internal import OKitPages
internal import OKitTrace

/// Options of `trace` that make another file of a trace.
struct TraceExport: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument { case html, test, chrome }

  @Option(
    help: "Converts the trace: html for a page, test for a test in Lua, chrome for trace events, which Perfetto shows.")
  var to: Format?

  @Option(
    help: ArgumentHelp("Writes the result of --to to this file.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if output != nil, to == nil { throw ValidationError("--output needs --to html, test or chrome.") }
  }

  /// Writes what a trace becomes.
  ///
  /// - Throws: What reading a trace throws; `file.write`.
  func write(_ file: String, as format: Format, to messages: Output) throws {
    let bytes = try Trace.bytes(of: file)
    switch format {
    case .html: try write(Page(trace: bytes, file: file).html, beginning: Page.beginning, messages)
    case .test:
      var surroundings = TraceTest.Surroundings()
      surroundings.path = { [output] in LocalFile.path(of: $0, fromFolderOf: output ?? "stdout") }
      surroundings.documents = { [output] models in
        guard let output else { return nil }
        let folder = RecordedFolder(besideTest: output)
        try folder.replace(with: models)
        return folder.path
      }
      let test = TraceTest(try Trace(bytes, file: file), surroundings)
      try write(Array(test.text().utf8), beginning: TraceTest.beginning, messages)
    case .chrome:
      let events = ChromeEvents(try Trace(bytes, file: file))
      try write(Array(events.text().utf8), beginning: ChromeEvents.beginning, messages)
    }
  }

  private func write(_ bytes: [UInt8], beginning: String, _ messages: Output) throws {
    guard let output else { return messages.write(bytes, to: .standard) }
    try FileReplacement.replace(LocalFile.absolutePath(of: output), with: bytes, beginning: beginning)
  }
}
