/// The file of the trace that a recorder writes, within a limit. It is created when something is written.
final class TraceOutput {
  let path: String
  /// The largest size in bytes.
  private let limit: Int
  private var writer: TraceWriter?
  /// Lines that are not written yet.
  private var lines: [UInt8] = []
  private var size = 0
  /// The number of records that did not fit.
  private(set) var dropped = 0
  /// The first failure to write, after which nothing more is written.
  private(set) var failure: Diagnostic?

  init(_ path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

  /// Adds a line, unless an earlier one did not fit: it may refer to that.
  ///
  /// - Parameter isKept: Whether it is added in any case.
  func append(_ line: [UInt8], isKept: Bool = false) {
    guard isKept || dropped == 0 && size + line.count <= limit else {
      dropped += 1
      return
    }
    size += line.count
    lines += line
  }

  /// Writes the lines that are not written yet.
  func flush() {
    guard !lines.isEmpty else { return }
    write(lines) { lines.removeAll(keepingCapacity: true) }
  }

  /// Writes a line at once, which `restart` takes back.
  ///
  /// - Parameter first: The first line of the file.
  func writeAlone(_ line: [UInt8], first: () -> [UInt8]) {
    guard dropped == 0 else { return }
    write(writer == nil ? first() + line : line) {}
  }

  /// Begins the file again, for all lines.
  func restart() {
    do throws(Diagnostic) { try writer?.restart() } catch { failure = failure ?? error }
  }

  /// Removes the file.
  func remove() { writer?.remove() }

  private func write(_ bytes: [UInt8], _ completion: () -> Void) {
    guard failure == nil else { return }
    do throws(Diagnostic) {
      let writer = if let writer { writer } else { try TraceWriter(path) }
      self.writer = writer
      try writer.write(bytes: bytes)
      completion()
    } catch { failure = error }
  }
}
