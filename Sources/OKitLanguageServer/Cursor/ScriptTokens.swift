import OKitEngine

/// The tokens of a script that may be unfinished: names, strings and signs. Comments and numbers are left out, and
/// nothing is an error.
struct ScriptTokens {
  enum Kind: Equatable {
    case name
    /// With quotes or brackets; `contents` is what is between them.
    case string
    case sign(UInt8)
  }

  struct Token {
    var kind: Kind
    var range: Range<Int>
    /// What is between the quotes or long brackets of a string, up to the end of the line if it is not closed.
    var contents: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var all: [Token] = []

  /// O(length).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    all.reserveCapacity(bytes.count / 6)
    all = bytes.withUnsafeBufferPointer { Self.tokens($0) }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  func text(_ index: Int) -> String { all.indices.contains(index) ? text(all[index].range) : "" }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    all.indices.contains(index) && all[index].kind == .sign(UInt8(truncatingIfNeeded: sign.value))
  }

  func isName(_ index: Int) -> Bool { all.indices.contains(index) && all[index].kind == .name }

  /// The string that a token is, as it is written between its quotes.
  func string(_ index: Int) -> String? {
    guard all.indices.contains(index), all[index].kind == .string else { return nil }
    return text(all[index].contents)
  }

  /// Returns the string whose contents an offset is in, or at whose end it is.
  func stringIndex(at offset: Int) -> Int? {
    let index = firstIndex(endingAfter: offset)
    for candidate in [index - 1, index] where all.indices.contains(candidate) && all[candidate].kind == .string {
      if all[candidate].contents.lowerBound <= offset, offset <= all[candidate].contents.upperBound { return candidate }
    }
    return nil
  }

  /// Returns the first token that ends after an offset. O(log n).
  func firstIndex(endingAfter offset: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Scanning

  private static func tokens(_ bytes: UnsafeBufferPointer<UInt8>) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    func at(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    /// The number of equals signs in a long bracket.
    func level(_ start: Int) -> Int? {
      guard at(start) == UInt8(ascii: "[") else { return nil }
      var end = start + 1
      while at(end) == UInt8(ascii: "=") { end += 1 }
      return at(end) == UInt8(ascii: "[") ? end - start - 1 : nil
    }
    /// The range between long brackets, and the end of the closing one.
    func long(_ start: Int, _ level: Int) -> (contents: Range<Int>, end: Int) {
      let first = min(start + level + 2, bytes.count)
      var end = first
      while end < bytes.count {
        if bytes[end] == UInt8(ascii: "]"),
          (1...(level + 1)).allSatisfy({ at(end + $0) == ($0 > level ? UInt8(ascii: "]") : UInt8(ascii: "=")) })
        {
          return (first..<end, end + level + 2)
        }
        end += 1
      }
      return (first..<bytes.count, bytes.count)
    }
    while index < bytes.count {
      let byte = bytes[index]
      let start = index
      switch byte {
      case UInt8(ascii: "-") where at(index + 1) == UInt8(ascii: "-"):
        index += 2
        if let level = level(index) {
          index = long(index, level).end
        } else {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index += 1
        while index < bytes.count, bytes[index] != byte, bytes[index] != 0x0A {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index, bytes.count)
        let end = index
        if at(index) == byte { index += 1 }
        tokens.append(Token(kind: .string, range: start..<index, contents: (start + 1)..<max(start + 1, end)))
      case UInt8(ascii: "[") where level(index) != nil:
        let found = long(index, level(index) ?? 0)
        index = found.end
        tokens.append(Token(kind: .string, range: start..<index, contents: found.contents))
      case 0x41...0x5A, 0x61...0x7A, 0x5F:
        while isNamePart(at(index)) { index += 1 }
        tokens.append(Token(kind: .name, range: start..<index, contents: start..<index))
      case 0x30...0x39: while isNamePart(at(index)) || at(index) == UInt8(ascii: ".") { index += 1 }
      case 0...0x20: index += 1
      default:
        index += 1
        tokens.append(Token(kind: .sign(byte), range: start..<index, contents: start..<index))
      }
    }
    return tokens
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}
