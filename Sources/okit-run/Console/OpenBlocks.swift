/// The brackets and blocks of Lua that are open at the end of lines.
///
/// Each line is read once, so that a chunk of many lines, such as a long table, need not be compiled after each of them
/// to find out whether it is complete.
struct OpenBlocks {
  private var depth = 0
  /// The number of `=` in the long string or comment that is open; nil for none.
  private var long: Int?

  /// Whether the next line surely belongs to the same chunk.
  var areOpen: Bool { depth > 0 || long != nil }

  mutating func add(_ line: String) {
    var rest = Array(line.utf8)[...]
    while let byte = rest.first {
      if let level = long {
        guard let end = Self.end(ofLong: level, in: rest) else { return }
        (rest, long) = (rest[end...], nil)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): rest = Self.afterString(rest)
      case UInt8(ascii: "-") where rest.dropFirst().first == UInt8(ascii: "-"):
        // A short comment ends with the line.
        guard let level = Self.beginning(ofLong: rest.dropFirst(2)) else { return }
        long = level
        rest = rest.dropFirst(level + 4)
      case UInt8(ascii: "["):
        guard let level = Self.beginning(ofLong: rest) else { fallthrough }
        long = level
        rest = rest.dropFirst(level + 2)
      case UInt8(ascii: "("), UInt8(ascii: "{"):
        depth += 1
        rest = rest.dropFirst()
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        rest = rest.dropFirst()
      case _ where Self.isInName(byte):
        let word = rest.prefix(while: Self.isInName)
        depth += LuaScanner.change(by: String(decoding: word, as: UTF8.self))
        rest = rest[word.endIndex...]
      default: rest = rest.dropFirst()
      }
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func afterString(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = text.first
    var rest = text.dropFirst()
    while let byte = rest.first, byte != quote { rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1) }
    return rest.dropFirst()
  }

  /// Returns the number of `=` in a long bracket with which a text begins; nil if it begins with something else.
  private static func beginning(ofLong text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "[") else { return nil }
    let signs = text.dropFirst().prefix { $0 == UInt8(ascii: "=") }
    return text[signs.endIndex...].first == UInt8(ascii: "[") ? signs.count : nil
  }

  /// Returns the index after the long bracket that closes.
  private static func end(ofLong level: Int, in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "]")) {
      let signs = rest[(start + 1)...].prefix { $0 == UInt8(ascii: "=") }
      if signs.count == level, rest[signs.endIndex...].first == UInt8(ascii: "]") { return signs.endIndex + 1 }
      rest = rest[(start + 1)...]
    }
    return nil
  }
}

/// Decides after which lines of a chunk it is tried whether it is complete.
///
/// A short chunk is tried after each line, so that a mistake is reported at once. A long one with open blocks is tried
/// each time it has grown by an eighth, so that all attempts together take a time in proportion to its length.
struct AttemptRhythm {
  private static let shortLength = 64

  private var blocks = OpenBlocks()
  private var lines = 0
  private var next = 0

  mutating func isDue(after line: String) -> Bool {
    blocks.add(line)
    lines += 1
    guard !blocks.areOpen || lines <= Self.shortLength || lines >= next else { return false }
    next = lines + lines / 8
    return true
  }
}
