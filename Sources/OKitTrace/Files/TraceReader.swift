internal import OKitStorage

extension Trace {
  /// The largest trace that is read.
  package static let maximumSize = 1 << 30

  /// Reads a file.
  ///
  /// - Throws: `file.read`, and what `init(_:file:)` throws.
  package init(contentsOf path: String) throws(Diagnostic) {
    try self.init(Self.bytes(of: path), file: path)
  }

  /// Reads the first record of a file.
  ///
  /// - Throws: `file.read`, `trace.syntax`, `trace.record`, `trace.version`.
  package static func header(ofFile path: String) throws(Diagnostic) -> TraceHeader {
    let bytes: [UInt8]
    do { bytes = try RegularFile.open(path).readStart(1 << 16) } catch { throw unreadable(path, error) }
    return try Trace(Array(bytes.prefix { $0 != UInt8(ascii: "\n") }) + [UInt8(ascii: "\n")], file: path).header
  }

  private static func unreadable(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic("file.read", "cannot read \(PrintableText.line(path)): \(error.reason)", hint: error.hint)
  }

  /// - Throws: `file.read`.
  package static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    do { return try RegularFile.read(path, limit: Self.maximumSize) } catch { throw unreadable(path, error) }
  }

  /// Reads the lines of a file as JSON data, with what this version does not know.
  ///
  /// - Throws: `file.read`, `trace.syntax`, and what `body` throws.
  package static func forEachLine(ofFile path: String, _ body: (JSONValue) throws -> Void) throws {
    var failure: (any Error)?
    try forEachLine(of: bytes(of: path), path) { value, _ in
      do { if failure == nil { try body(value) } } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Reads the lines of a trace. Unknown members and kinds are ignored, and so is a last line that is incomplete,
  /// because its process was killed.
  ///
  /// - Throws: `trace.syntax`, `trace.record`, `trace.patch` with the line; `trace.version` for another version of the
  ///   format.
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    var (header, records, screens) = (TraceHeader?.none, [TraceRecord](), [Int: JSONValue]())
    var copies = JSONPatch.maximumCopies
    self.file = file
    let isComplete = try Self.forEachLine(of: bytes, file) { (value: JSONValue, line: Int) throws(Diagnostic) in
      let record = try TraceRecord(TraceObject(value))
      if header == nil {
        guard case .trace(let first)? = record else {
          throw Diagnostic("trace.record", "a trace begins with a record of the kind \"trace\"")
        }
        header = first
      }
      guard let record else { return }
      if case .screen(let screen) = record { screens[screen.id] = try screen.value(screens, &copies) }
      for id in record.screens where screens[id] == nil {
        throw Diagnostic("trace.record", "there is no screen \(id) before this record")
      }
      records.append(record)
    }
    guard let header else { throw Diagnostic("trace.syntax", "the trace is empty", place: .init(file: file)) }
    (self.header, self.records, self.screens) = (header, records, screens)
    isTruncated = !isComplete || !records.contains { if case .end = $0 { true } else { false } }
  }

  /// Reads the lines as JSON data, with what this version does not know.
  ///
  /// - Returns: whether the last line is complete.
  /// - Throws: `trace.syntax`, and what `body` throws, with the line.
  @discardableResult
  package static func forEachLine(
    of bytes: [UInt8], _ file: String, _ body: (JSONValue, Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Bool {
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      let line = Array(bytes[start..<end])
      start = end + 1
      if line.isEmpty { continue }
      let value: JSONValue
      do { value = try JSONValue.parse(json: line, file: file) } catch {
        let failure = error.diagnostic("trace.syntax")
        // Without a line feed, it is the last one.
        if end == bytes.count { return false }
        throw Diagnostic(
          "trace.syntax", failure.message,
          place: .init(file: file, line: number, column: failure.place?.offset.map { $0 + 1 }))
      }
      do { try body(value, number) } catch {
        var failure = error
        failure.place = failure.place ?? .init(file: file, line: number)
        throw failure
      }
    }
    return true
  }
}

extension TraceRecord {
  /// The screens to which the record refers.
  fileprivate var screens: [Int] {
    switch self {
    case .launch(let launch): [launch.screen].compactMap(\.self)
    case .action(let action): [action.before].compactMap(\.self)
    case .done(let done): [done.after].compactMap(\.self)
    default: []
    }
  }
}

extension TraceScreen {
  /// Returns the screen as JSON, after earlier ones.
  fileprivate func value(_ screens: [Int: JSONValue], _ copies: inout Int) throws(Diagnostic) -> JSONValue {
    switch content {
    case .value(let value): return value
    case .patch(let base, let patch):
      guard var value = screens[base] else { throw Diagnostic("trace.record", "there is no screen \(base) before it") }
      try patch.apply(to: &value, copies: &copies)
      return value
    }
  }
}
