extension JSONReader {
  /// Reads a string value.
  package mutating func readString() throws -> String { try readText().string }

  /// Reads a string value as bytes, which are valid until the next call.
  package mutating func readText() throws -> JSONText {
    guard nextByte() == UInt8(ascii: "\"") else { throw failure("a string") }
    return try scanText()
  }

  /// Reads the string whose opening quote is at the position.
  @inline(__always)
  @inlinable
  package mutating func scanText() throws -> JSONText {
    let start = position + 1
    let end = indexOfSpecialByte(from: start)
    guard byte(at: end) == UInt8(ascii: "\"") else { return try scanSpecialText(from: start, special: end) }
    position = end + 1
    return JSONText(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }

  /// Continues at the first byte that is not plain ASCII: an escape, a longer character, or an error.
  @usableFromInline
  mutating func scanSpecialText(from start: Int, special: Int) throws -> JSONText {
    var runStart = start
    var index = special
    scratchCount = 0
    var hasEscapes = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        guard hasEscapes else { return JSONText(bytes: UnsafeBufferPointer(rebasing: bytes[start..<index])) }
        appendToScratch(runStart..<index)
        return JSONText(bytes: UnsafeBufferPointer(rebasing: scratch[..<scratchCount]))
      case UInt8(ascii: "\\"):
        hasEscapes = true
        appendToScratch(runStart..<index)
        index = try decodeEscape(at: index)
        runStart = index
      case 0x80...: index = try skipScalar(at: index)
      default: throw failure("no control character in a string", at: index)
      }
      index = indexOfSpecialByte(from: index)
    }
    throw failure("'\"'", at: index)
  }

  /// Returns the index of the next quote, backslash, control character or non-ASCII byte, or the end.
  @inline(__always)
  @inlinable
  func indexOfSpecialByte(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while index + 8 <= bytes.count {
      let word = word(at: index)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // Each term sets the high bit of the bytes that it matches; a borrow can set others only above a match.
      let isQuote = (quotes &- ones) & ~quotes
      let isBackslash = (backslashes &- ones) & ~backslashes
      let isControl = (word &- ones &* 0x20) & ~word
      let marks = (isQuote | isBackslash | isControl | word) & highs
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return index }
      index += 1
    }
    return index
  }

  // MARK: UTF-8

  /// Returns the index after the UTF-8 sequence (RFC 3629) that begins at `index` with a byte from 0x80.
  private func skipScalar(at index: Int) throws -> Int {
    let first = bytes[index]
    let second = byte(at: index + 1)
    var length = 0
    switch first {
    case 0xC2...0xDF: length = isContinuation(second) ? 2 : 0
    case 0xE0: length = (0xA0...0xBF).contains(second) ? 3 : 0
    case 0xED: length = (0x80...0x9F).contains(second) ? 3 : 0
    case 0xE1...0xEF: length = isContinuation(second) ? 3 : 0
    case 0xF0: length = (0x90...0xBF).contains(second) ? 4 : 0
    case 0xF1...0xF3: length = isContinuation(second) ? 4 : 0
    case 0xF4: length = (0x80...0x8F).contains(second) ? 4 : 0
    default: break
    }
    let isWhole =
      switch length {
      case 2: true
      case 3: isContinuation(byte(at: index + 2))
      case 4: isContinuation(byte(at: index + 2)) && isContinuation(byte(at: index + 3))
      default: false
      }
    guard isWhole else { throw failure("UTF-8", at: index) }
    return index + length
  }

  @inline(__always)
  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  // MARK: Escapes

  /// Appends the character of the escape at `index` to the scratch buffer and returns the index after it.
  private mutating func decodeEscape(at index: Int) throws -> Int {
    switch byte(at: index + 1) {
    case UInt8(ascii: "\""): appendToScratch(0x22)
    case UInt8(ascii: "\\"): appendToScratch(0x5C)
    case UInt8(ascii: "/"): appendToScratch(0x2F)
    case UInt8(ascii: "b"): appendToScratch(0x08)
    case UInt8(ascii: "f"): appendToScratch(0x0C)
    case UInt8(ascii: "n"): appendToScratch(0x0A)
    case UInt8(ascii: "r"): appendToScratch(0x0D)
    case UInt8(ascii: "t"): appendToScratch(0x09)
    case UInt8(ascii: "u"): return try decodeUnicodeEscape(at: index)
    default: throw failure("one of \"\\/bfnrtu after '\\'", at: index + 1)
    }
    return index + 2
  }

  private mutating func decodeUnicodeEscape(at index: Int) throws -> Int {
    var code = try hexadecimal(at: index + 2)
    var end = index + 6
    if (0xDC00...0xDFFF).contains(code) { throw surrogateFailure("a high surrogate before a low one", at: index) }
    if (0xD800...0xDBFF).contains(code) {
      guard byte(at: end) == UInt8(ascii: "\\"), byte(at: end + 1) == UInt8(ascii: "u") else {
        throw surrogateFailure("a low surrogate after a high one", at: index)
      }
      let low = try hexadecimal(at: end + 2)
      guard (0xDC00...0xDFFF).contains(low) else {
        throw surrogateFailure("a low surrogate after a high one", at: index)
      }
      let high = (code - 0xD800) << 10
      code = 0x10000 + high + (low - 0xDC00)
      end += 6
    }
    switch code {
    case ..<0x80: appendToScratch(UInt8(code))
    case ..<0x800:
      appendToScratch(UInt8(0xC0 | code >> 6))
      appendToScratch(UInt8(0x80 | code & 0x3F))
    case ..<0x10000:
      appendToScratch(UInt8(0xE0 | code >> 12))
      appendToScratch(UInt8(0x80 | code >> 6 & 0x3F))
      appendToScratch(UInt8(0x80 | code & 0x3F))
    default:
      appendToScratch(UInt8(0xF0 | code >> 18))
      appendToScratch(UInt8(0x80 | code >> 12 & 0x3F))
      appendToScratch(UInt8(0x80 | code >> 6 & 0x3F))
      appendToScratch(UInt8(0x80 | code & 0x3F))
    }
    return end
  }

  private func hexadecimal(at index: Int) throws -> UInt32 {
    var code: UInt32 = 0
    for i in index..<index + 4 {
      let digit =
        switch byte(at: i) {
        case let byte where (0x30...0x39).contains(byte): byte - 0x30
        case let byte where (0x41...0x46).contains(byte): byte - 0x41 + 10
        case let byte where (0x61...0x66).contains(byte): byte - 0x61 + 10
        default: throw failure("four hexadecimal digits after '\\u'", at: i)
        }
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  private func surrogateFailure(_ expected: String, at index: Int) -> Diagnostic {
    let found = String(decoding: bytes[index..<index + 6], as: UTF8.self)
    return Diagnostic("json.syntax", "expected \(expected), found '\(found)'", place: place(index))
  }

  // MARK: Scratch

  private mutating func appendToScratch(_ byte: UInt8) {
    reserveScratch(1)
    scratch[scratchCount] = byte
    scratchCount += 1
  }

  private mutating func appendToScratch(_ range: Range<Int>) {
    reserveScratch(range.count)
    for index in range {
      scratch[scratchCount] = bytes[index]
      scratchCount += 1
    }
  }

  private mutating func reserveScratch(_ count: Int) {
    guard scratchCount + count > scratch.count else { return }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(64, (scratchCount + count) * 2))
    larger.initialize(repeating: 0)
    for index in 0..<scratchCount { larger[index] = scratch[index] }
    scratch.deallocate()
    scratch = larger
  }
}
