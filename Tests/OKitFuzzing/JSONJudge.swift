import OKitEngine

/// Says whether a text is JSON, by the grammar of RFC 8259 and nothing else: a second opinion on the engine's reader.
struct JSONJudge {
  private let bytes: [UInt8]
  private var position = 0

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var judge = JSONJudge(bytes: bytes)
    // Deep texts are for the reader's own limit; the judge is not to run out of stack.
    return judge.value(depth: 0) && judge.space() && judge.position == bytes.count
  }

  /// The errors for input that the grammar allows and the reader rejects.
  static func mayBeRefused(_ error: Diagnostic) -> Bool {
    ["duplicate key", "levels of nesting", "surrogate", "range of a 64-bit double"].contains {
      error.message.contains($0)
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func space() -> Bool {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    guard space(), depth <= JSONReader.maximumDepth + 1 else { return false }
    if take("true") || take("false") || take("null") { return true }
    if take("{") {
      return members(until: "}") { $0.string() && $0.space() && $0.take(":") && $0.value(depth: depth + 1) }
    }
    if take("[") { return members(until: "]") { $0.value(depth: depth + 1) } }
    return byte == UInt8(ascii: "\"") ? string() : number()
  }

  private mutating func members(until end: String, _ member: (inout JSONJudge) -> Bool) -> Bool {
    if space(), take(end) { return true }
    while true {
      guard space(), member(&self), space() else { return false }
      if take(end) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte {
      if take("\"") { return true }
      guard byte >= 0x20 else { return false }
      position += 1
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte else { return false }
    position += 1
    if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
    for _ in 0..<4 {
      guard let digit = self.byte, Character(Unicode.Scalar(digit)).isHexDigit, digit < 0x80 else { return false }
      position += 1
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte, (0x30...0x39).contains(byte) { position += 1 }
    return position > start
  }
}
