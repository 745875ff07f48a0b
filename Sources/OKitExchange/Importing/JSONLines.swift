/// The lines of a file in JSON Lines (`.jsonl`, `.ndjson`): each has one value. Empty lines are skipped, and so is a
/// byte order mark at the start.
package struct JSONLines {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  /// The byte offset after the last line.
  package private(set) var position = 0
  private var line = 0..<0

  /// - Parameter bytes: The file; it must outlive the lines.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    (self.bytes, self.file) = (bytes, file)
    if bytes.starts(with: LineLocator.byteOrderMark) { position = LineLocator.byteOrderMark.count }
  }

  /// Goes to the next line. Returns whether there is one.
  package mutating func next() -> Bool {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      line = position..<end
      position = min(end + 1, bytes.count)
      if bytes[line].contains(where: Self.isContent) { return true }
    }
    return false
  }

  /// Whether a byte is not white space of JSON. Other control characters are a mistake.
  private static func isContent(_ byte: UInt8) -> Bool { ![0x20, 0x09, 0x0D].contains(byte) }

  /// A reader of the value of the line. Its offsets are those in the file.
  package func reader() -> JSONReader {
    var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[..<line.upperBound]), file: file)
    reader.position = line.lowerBound
    if line.upperBound < bytes.count { reader.container = "the line" }
    return reader
  }

  /// Checks that the line has one value, and nothing else.
  ///
  /// - Throws: `json.syntax`.
  package func check() throws {
    var reader = self.reader()
    try reader.skipValue()
    try reader.finish()
  }

  /// Whether a file is JSON Lines rather than one document: its first line is a whole object, and another one follows.
  package static func isLikely(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var lines = JSONLines(bytes, file: "")
    guard lines.next(), bytes[lines.line].first(where: isContent) == UInt8(ascii: "{") else { return false }
    // The first line of most documents is not a value.
    do { try lines.check() } catch { return false }
    return lines.next() && bytes[lines.line].first(where: isContent) == UInt8(ascii: "{")
  }
}

extension ModelImport {
  /// Reads rows from JSON Lines: an object in each line, as `readJSON` reads it. A line that is not JSON rejects its
  /// row only.
  package func readJSONLines(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, progress: (Double) -> Void = { _ in }
  ) throws {
    let locator = LineLocator(bytes, file: file)
    var lines = JSONLines(bytes, file: file)
    while lines.next() {
      do { try lines.check() } catch let diagnostic as Diagnostic {
        if diagnostic.code == ExecutionBudget.code { throw diagnostic }
        reject(locator.located(diagnostic))
        continue
      }
      var reader = lines.reader()
      try jsonRow(&reader, locator)
      progress(Double(lines.position) / Double(max(1, bytes.count)))
    }
  }
}
