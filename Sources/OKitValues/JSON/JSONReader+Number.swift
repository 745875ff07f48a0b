/// A JSON number: a 64-bit integer when it is written as one and fits, else the nearest double.
package enum JSONNumber: Sendable, Hashable {
  case int(Int)
  case double(Double)

  package var double: Double {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    }
  }
}

extension JSONReader {
  /// Reads a number. `-0` is a double, so that its sign is kept; one too large for a double is an error.
  package mutating func readNumber() throws -> JSONNumber { try readNumber(acceptsInfinity: false) }

  /// Reads a number and returns it as it is written, too; one too large for a double is infinite.
  package mutating func readWrittenNumber() throws -> (number: JSONNumber, text: String) {
    _ = nextByte()
    let start = position
    let number = try readNumber(acceptsInfinity: true)
    return (number, String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self))
  }

  @inline(__always)
  private mutating func readNumber(acceptsInfinity: Bool) throws -> JSONNumber {
    var byte = nextByte()
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    var index = isNegative ? start + 1 : start
    byte = self.byte(at: index)
    guard isDigit(byte) else { throw failure(isNegative ? "a digit" : "a number", at: index) }
    var digits = Digits()
    if byte == UInt8(ascii: "0") {
      index += 1
      if isDigit(self.byte(at: index)) { throw failure("no digit after a leading 0", at: index) }
    } else {
      index = scanDigits(from: index, into: &digits)
    }
    byte = self.byte(at: index)
    if byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e") {
      if let value = digits.integer(isNegative: isNegative) {
        position = index
        return .int(value)
      }
    } else {
      if byte == UInt8(ascii: ".") {
        guard isDigit(self.byte(at: index + 1)) else { throw failure("a digit after '.'", at: index + 1) }
        let first = index + 1
        index = scanDigits(from: first, into: &digits)
        digits.exponent -= index - first
        byte = self.byte(at: index)
      }
      if byte | 0x20 == UInt8(ascii: "e") { index = try scanExponent(from: index + 1, into: &digits) }
    }
    if let value = digits.exactDouble(isNegative: isNegative) {
      position = index
      return .double(value)
    }
    return try slowDouble(start..<index, acceptsInfinity)
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private func scanDigits(from start: Int, into digits: inout Digits) -> Int {
    var index = start
    var digit = byte(at: index) &- 0x30
    while digit < 10 {
      digits.append(digit)
      index += 1
      digit = byte(at: index) &- 0x30
    }
    return index
  }

  private func scanExponent(from start: Int, into digits: inout Digits) throws -> Int {
    var index = start
    let sign = byte(at: index)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
    guard isDigit(byte(at: index)) else { throw failure("a digit in the exponent", at: index) }
    var exponent = 0
    while isDigit(byte(at: index)) {
      // Beyond this every number is zero or too large, regardless of its digits.
      if exponent < 100_000_000 { exponent = exponent * 10 + Int(byte(at: index) - 0x30) }
      index += 1
    }
    digits.exponent += sign == UInt8(ascii: "-") ? -exponent : exponent
    return index
  }

  /// Rounds any number correctly, with the standard library.
  @inline(never)
  private mutating func slowDouble(_ range: Range<Int>, _ acceptsInfinity: Bool) throws -> JSONNumber {
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    guard let value = Double(text), value.isFinite || acceptsInfinity else {
      let shown = text.count <= 40 ? text : text.prefix(40) + "…"
      throw Diagnostic(
        "json.syntax", "expected a number within the range of a 64-bit double, found \(shown)",
        place: place(range.lowerBound))
    }
    position = range.upperBound
    return .double(value)
  }
}

/// The digits of a number while they are read: `magnitude × 10^exponent` unless there are too many.
private struct Digits {
  private var magnitude: UInt64 = 0
  /// The number of digits from the first that is not 0.
  private var count = 0
  var exponent = 0

  @inline(__always)
  mutating func append(_ digit: UInt8) {
    // Wraps only past 19 digits, when the magnitude is no longer used.
    magnitude = magnitude &* 10 &+ UInt64(digit)
    if count > 0 || digit != 0 { count += 1 }
  }

  func integer(isNegative: Bool) -> Int? {
    guard count <= 19 else { return nil }
    if !isNegative { return Int(exactly: magnitude) }
    if magnitude == 0 { return nil }
    return magnitude <= UInt64(Int.max) + 1 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  /// The number, where one rounding is correct: magnitude and power of ten are both exact doubles.
  func exactDouble(isNegative: Bool) -> Double? {
    guard count <= 19, magnitude <= 1 << 53, -22...22 ~= exponent else { return nil }
    let whole = Double(magnitude)
    let power = Self.powersOfTen[abs(exponent)]
    let value = exponent < 0 ? whole / power : whole * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]
}
