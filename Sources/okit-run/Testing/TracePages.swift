internal import OKitPages
internal import OKitTrace

/// The pages of the traces of a run, and the list of them.
struct TracePages {
  private let tracing: TestTracing
  private var tests: [TracedTest] = []
  /// The size of the traces and pages in bytes.
  private var size = 0
  private var dropped = 0

  private init(_ tracing: TestTracing) { self.tracing = tracing }

  /// Writes a page beside the trace of each failed attempt, and `index.html`.
  ///
  /// - Throws: `file.write`; what reading a trace throws.
  static func write(_ traces: [TestTrace], _ tracing: TestTracing) throws {
    var pages = TracePages(tracing)
    pages.size = traces.reduce(0) { $0 + (SystemFile.size($1.path) ?? 0) }
    for trace in traces { try pages.add(trace) }
    let note = pages.dropped == 0 ? nil : "\(pages.dropped) without a page: raise the limit with --trace-limit"
    try Page(tests: pages.tests, note: note).write(to: "\(tracing.folder)/index.html")
  }

  private mutating func add(_ trace: TestTrace) throws {
    let event = trace.event
    let attempt = (event.traces.firstIndex(of: trace.path) ?? 0) + 1
    let hasFailed = event.kind == .fail || attempt < event.traces.count
    let test = TraceHeader.Test(
      file: event.file, line: event.place?.line ?? 0, name: event.name, attempt: max(attempt, 1))
    tests.append(
      TracedTest(
        test, hasFailed ? .fail : .pass, us: Int(event.duration / .microseconds(1)),
        failure: hasFailed ? event.failures.first?.message : nil, trace: name(trace.path),
        page: hasFailed ? try page(of: trace.path) : nil))
  }

  /// Returns the name of the page; nil if it does not fit into the limit.
  private mutating func page(of path: String) throws -> String? {
    let page = try Page(trace: Trace.bytes(of: path), file: path)
    let html = page.html
    guard size + html.count <= tracing.limit else {
      dropped += 1
      return nil
    }
    size += html.count
    let file = path.dropLast(".okittrace".count) + ".html"
    try page.write(to: String(file))
    return name(String(file))
  }

  /// Returns a path in the folder without that of the folder.
  private func name(_ path: String) -> String { String(path.dropFirst(tracing.folder.count + 1)) }
}
