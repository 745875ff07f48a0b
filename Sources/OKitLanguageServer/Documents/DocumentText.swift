/// A text with its lines: positions in the units of a client, and UTF-8 offsets.
package struct DocumentText {
  private(set) var bytes: [UInt8]
  /// The offsets of the first bytes of the lines.
  private var starts: [Int] = []
  let encoding: PositionEncoding
  /// The units of a byte order mark before the text, which the client counts. The bytes are without it, as those of
  /// files are.
  private var markLength = 0

  init(_ text: String, _ encoding: PositionEncoding) {
    (bytes, self.encoding) = (Array(text.utf8), encoding)
    markLength = Self.removeMark(from: &bytes, encoding)
    starts = Self.starts(bytes, from: 0)
  }

  /// Removes a byte order mark.
  ///
  /// - Returns: its units.
  private static func removeMark(from bytes: inout [UInt8], _ encoding: PositionEncoding) -> Int {
    let mark = "\u{FEFF}"
    guard bytes.starts(with: mark.utf8) else { return 0 }
    bytes.removeFirst(mark.utf8.count)
    return encoding.length(of: mark)
  }

  /// Returns a position in the text as the client counts it.
  private func counted(_ position: Position) -> Position {
    position.line == 0 ? Position(line: 0, character: position.character + markLength) : position
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  private static func starts(_ bytes: [UInt8], from offset: Int) -> [Int] {
    var starts = [offset]
    bytes.withUnsafeBufferPointer { bytes in
      var index = offset
      while index < bytes.count {
        if bytes[index] == 0x0A {
          starts.append(index + 1)
        } else if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
          starts.append(index + 1)
        }
        index += 1
      }
    }
    return starts
  }

  // MARK: Lines

  /// Returns the bytes of a line, from 0, without its break; empty for a line that does not exist.
  func line(_ line: Int) -> ArraySlice<UInt8> {
    guard starts.indices.contains(line) else { return [] }
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[starts[line]..<end]
  }

  func lineText(_ line: Int) -> String { String(decoding: self.line(line), as: UTF8.self) }

  // MARK: Positions

  /// Returns the UTF-8 offset of a position. One beyond the end of its line is at that end, one beyond the last line at
  /// the end of the text, and one inside of a character before that character.
  func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    let character = position.line == 0 ? position.character - markLength : position.character
    guard character > 0 else { return line.startIndex }
    var (index, units) = (line.startIndex, 0)
    while index < line.endIndex {
      let length = Self.length(bytes[index])
      let next = min(index + length, line.endIndex)
      units += encoding == .utf8 ? next - index : length == 4 ? 2 : 1
      if units > character { return index }
      index = next
      if units == character { return index }
    }
    return line.endIndex
  }

  /// Returns the position of a column, in characters from 1, of a line, from 0; of the end of the line for no column.
  func position(line number: Int, column: Int?) -> Position {
    let line = line(number)
    guard let column else { return counted(Position(line: number, character: encoding.length(of: lineText(number)))) }
    let before = max(0, column - 1)
    // Each byte is a character.
    if line.prefix(before).allSatisfy({ $0 < 0x80 }) {
      return counted(Position(line: number, character: min(before, line.count)))
    }
    return counted(Position(line: number, character: encoding.length(of: lineText(number).prefix(before))))
  }

  /// Returns the position of a UTF-8 offset.
  func position(of offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let low = starts.partitionPoint { $0 <= offset } - 1
    let before = bytes[starts[low]..<offset]
    guard encoding == .utf16 else { return counted(Position(line: low, character: before.count)) }
    let units = before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : Self.length($1) == 4 ? 2 : 1) }
    return counted(Position(line: low, character: units))
  }

  /// Returns the positions of both ends of a range.
  package func range(_ range: SourceRange) -> JSONValue {
    .range(position(of: range.lower), position(of: range.upper))
  }

  /// The number of bytes of a character that begins with a byte.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  // MARK: Changes

  /// Replaces the text between two positions.
  mutating func replace(from start: Position, to end: Position, with text: String) {
    let (first, last) = (offset(of: start), offset(of: end))
    let (lower, upper) = (min(first, last), max(first, last))
    var new = Array(text.utf8)
    let beginning = Position(line: 0, character: 0)
    if min(start, end) <= beginning {
      if max(start, end) >= counted(beginning) { markLength = 0 }
      markLength = max(markLength, Self.removeMark(from: &new, encoding))
    }
    bytes.replaceSubrange(lower..<upper, with: new)
    // A change may join or split a line break of two bytes before it.
    let kept = max(0, starts.lastIndex { $0 < lower } ?? 0)
    starts = starts[..<kept] + Self.starts(bytes, from: starts[kept])
  }
}

extension JSONValue {
  static func position(_ position: Position) -> JSONValue {
    ["line": .int(position.line), "character": .int(position.character)]
  }

  static func range(_ start: Position, _ end: Position) -> JSONValue {
    ["start": .position(start), "end": .position(end)]
  }

  /// The position that a value is.
  var position: Position? {
    guard let line = self["line"]?.integer, let character = self["character"]?.integer else { return nil }
    return Position(line: line, character: character)
  }
}
