/// Finds the lines and columns of byte offsets in a file. A line ends with LF, CRLF or CR. Offsets that grow cost
/// O(size of the file) together.
package final class LineLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  /// The length of a line after which columns are no longer counted, so that one long line costs no quadratic time.
  private static let maximumColumns = 1 << 16

  /// - Parameter bytes: The file; it must outlive the locator.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) { (self.bytes, self.file) = (bytes, file) }

  /// Returns the place of an offset; lines and columns count from 1, columns in characters.
  package func place(_ target: Int) -> Diagnostic.Place {
    let target = min(max(0, target), bytes.count)
    if target < lineStart { (offset, line, lineStart) = (0, 1, 0) } else { offset = min(offset, target) }
    while offset < target {
      if bytes[offset] == UInt8(ascii: "\n") || isReturn(offset) { (line, lineStart) = (line + 1, offset + 1) }
      offset += 1
    }
    guard target - lineStart <= Self.maximumColumns else { return Diagnostic.Place(file: file, line: line) }
    var before = bytes[lineStart..<target]
    if lineStart == 0, before.starts(with: Self.byteOrderMark) { before = before.dropFirst(Self.byteOrderMark.count) }
    return Diagnostic.Place(file: file, line: line, column: String(decoding: before, as: UTF8.self).count + 1)
  }

  /// Whether a CR is at an offset, without an LF after it.
  private func isReturn(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "\r") && (offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n"))
  }

  /// Returns the diagnostic with a line and column in place of an offset in the file.
  package func located(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let offset = diagnostic.place?.offset else { return diagnostic }
    var located = diagnostic
    located.place = place(offset)
    return located
  }

  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
