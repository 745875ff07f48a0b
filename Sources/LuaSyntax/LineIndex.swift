/// The beginnings of the lines of a text.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// Whether each byte is a character.
  private let isASCII: Bool

  package init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    var all: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      all |= byte
      if byte == 0x0A { starts.append(offset + 1) }
    }
    (self.starts, isASCII) = (starts, all < 0x80)
  }

  /// Returns the line of a UTF-8 offset, from 1. O(log lines).
  package func line(of offset: Int) -> Int { max(1, starts.partitionPoint { $0 <= offset }) }

  /// Returns the line and the column, in characters, of a UTF-8 offset, both from 1.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    let start = starts[line - 1]
    return (line, characters(in: start..<min(max(start, offset), bytes.count)) + 1)
  }

  private func characters(in range: Range<Int>) -> Int {
    isASCII ? range.count : String(decoding: bytes[range], as: UTF8.self).count
  }

  package func has(line: Int) -> Bool { starts.indices.contains(line - 1) }

  /// Returns the text of a line without its break; empty for a line that does not exist.
  package func text(ofLine line: Int) -> String {
    String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }

  /// Returns the offsets of a line without its break; an empty range for a line that does not exist.
  private func range(ofLine line: Int) -> Range<Int> {
    guard starts.indices.contains(line - 1) else { return bytes.count..<bytes.count }
    let start = starts[line - 1]
    var end = starts.indices.contains(line) ? starts[line] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns the number of characters of a line.
  package func length(ofLine line: Int) -> Int { characters(in: range(ofLine: line)) }

  /// Returns a line as messages show it, with a part between two columns, in characters from 1.
  package func shown(line: Int, column: Int, endColumn: Int) -> ShownLine {
    let range = range(ofLine: line)
    func offset(_ column: Int) -> Int {
      guard !isASCII else { return min(max(0, column - 1), range.count) }
      return String(decoding: bytes[range], as: UTF8.self).prefix(max(0, column - 1)).utf8.count
    }
    let start = offset(column)
    return shown(range, part: start..<max(start, offset(endColumn)))
  }

  /// Returns the line of a range of offsets as messages show it.
  package func shown(_ part: SourceRange) -> ShownLine {
    let range = range(ofLine: line(of: part.lower))
    let lower = min(part.lower, range.upperBound)
    return shown(range, part: (lower - range.lowerBound)..<(max(lower, part.upper) - range.lowerBound))
  }

  private func shown(_ range: Range<Int>, part: Range<Int>) -> ShownLine {
    // A little more than what is shown, so that the whole line need not be copied.
    let lower = max(0, part.lowerBound - 4096)
    let (first, last) = (range.lowerBound + lower, min(range.upperBound, range.lowerBound + part.lowerBound + 4096))
    let text = String(decoding: bytes[first..<max(first, last)], as: UTF8.self)
    return ShownLine(text, part: (part.lowerBound - lower)..<(part.upperBound - lower))
  }

  /// Returns the width of the white space with which a line begins.
  package func indentation(ofLine line: Int) -> Int {
    bytes[range(ofLine: line)].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  package func text(in range: SourceRange) -> String {
    let upper = min(range.upper, bytes.count)
    return String(decoding: bytes[min(range.lower, upper)..<upper], as: UTF8.self)
  }

  /// Returns the offset of the first byte of a line.
  package func start(ofLine line: Int) -> Int { starts.indices.contains(line - 1) ? starts[line - 1] : bytes.count }
}
