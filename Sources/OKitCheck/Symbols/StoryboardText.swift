/// The text of a storyboard, in which the places of values are found.
struct StoryboardText {
  let file: String
  let text: String
  private let bytes: [UInt8]
  private let lines: LineIndex

  init(file: String, text: String) {
    (self.file, self.text, bytes, lines) = (file, text, Array(text.utf8), LineIndex(text))
  }

  /// Returns the place of a binding at the position of its value; nil where the file has something else there.
  ///
  /// Texts that Interface Builder translates stand there without the sign of a localized text.
  func place(of binding: String, line: Int, column: Int) -> TextPlace? {
    guard line > 0 else { return nil }
    let before = lines.text(ofLine: line).prefix(column - 1).utf8.count
    var start = lines.start(ofLine: line) + before
    guard start < bytes.count else { return nil }
    // A value that is an element: <string key="value">text</string>
    if bytes[start] == UInt8(ascii: "<") {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      start = end + 1
    }
    for shift in [0, 1] {
      let value = Array(binding.utf8.dropFirst(shift))
      guard shift == 0 || ["%", "#"].contains(binding.first), let offsets = offsets(of: value, at: start) else {
        continue
      }
      let whole = SourceRange(start, offsets[value.count])
      return TextPlace(file, .storyboard, whole) { part in
        func offset(_ offset: Int) -> Int { offsets[min(max(0, offset - shift), offsets.count - 1)] }
        return SourceRange(offset(part.lower), offset(part.upper))
      }
    }
    return nil
  }

  /// The offsets of the bytes of a value, and of its end, where the file has the value at an offset.
  private func offsets(of value: [UInt8], at start: Int) -> [Int]? {
    var (offsets, place) = ([Int](), start)
    for byte in value {
      guard place < bytes.count else { return nil }
      offsets.append(place)
      if bytes[place] == byte, byte != UInt8(ascii: "&") {
        place += 1
      } else if let (written, length) = reference(at: place), written == byte {
        place += length
      } else {
        return nil
      }
    }
    offsets.append(place)
    guard place < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<")].contains(bytes[place]) else {
      return nil
    }
    return offsets
  }

  private static let references: [(text: [UInt8], byte: UInt8)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ].map { (Array($0.0.utf8), $0.1.utf8.first ?? 0) }

  private func reference(at place: Int) -> (UInt8, Int)? {
    for (text, byte) in Self.references where bytes[place...].starts(with: text) { return (byte, text.count) }
    return nil
  }

  /// The values of the attributes with a name, such as `storyboardIdentifier`.
  func values(ofAttribute name: String) -> [(value: String, range: SourceRange)] {
    let mark = Array(" \(name)=\"".utf8)
    var (found, place) = ([(String, SourceRange)](), 0)
    while place < bytes.count {
      guard bytes[place] == mark[0], bytes[place...].starts(with: mark) else {
        place += 1
        continue
      }
      let start = place + mark.count
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { break }
      found.append((String(decoding: bytes[start..<end], as: UTF8.self), SourceRange(start, end)))
      place = end
    }
    return found
  }
}
