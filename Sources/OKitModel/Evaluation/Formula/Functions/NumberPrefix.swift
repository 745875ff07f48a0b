/// The number with which a text begins, by the rules of SQLite: white space, a sign, digits, a fraction and an
/// exponent.
struct NumberPrefix {
  private enum Shape {
    case none, integer, real
  }

  private let shape: Shape
  /// Whether only white space follows.
  private let isWhole: Bool
  /// The value of the digits in front of the point; the nearest Int if there are too many.
  let integer: (value: Int, isExact: Bool)
  let real: Double

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { NumberPrefix($0) }
  }

  init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { NumberPrefix($0) } }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(bytes)
    scanner.skipSpaces()
    let isNegative = scanner.sign()
    let whole = scanner.digits()
    let hasPoint = scanner.accept(UInt8(ascii: "."))
    let fraction = hasPoint ? scanner.digits() : whole.upperBound..<whole.upperBound
    let hasDigits = !whole.isEmpty || !fraction.isEmpty
    var exponent: (range: Range<Int>, isNegative: Bool)?
    var isWrong = false
    if scanner.accept(UInt8(ascii: "e")) || scanner.accept(UInt8(ascii: "E")) {
      let sign = scanner.sign()
      let range = scanner.digits()
      if range.isEmpty { isWrong = true } else { exponent = (range, sign) }
    }
    scanner.skipSpaces()
    isWhole = scanner.isAtEnd && hasDigits && !isWrong
    shape = !hasDigits ? .none : hasPoint || exponent != nil ? .real : .integer
    integer = Self.integer(bytes[whole], isNegative: isNegative)
    real =
      hasDigits
      ? Self.real(bytes[whole], bytes[fraction], exponent.map { (bytes[$0.range], $0.isNegative) }, isNegative) : 0
  }

  /// The number for arithmetic: 0 for a text that does not begin with a number.
  var number: Value { shape == .real || !integer.isExact ? .double(real) : .int(integer.value) }

  /// The number that the whole text is; nil if something else follows.
  var wholeNumber: Value? { isWhole ? number : nil }

  /// The number for `CAST(… AS NUMERIC)`: an Int where it has no fraction and is not large.
  var castNumber: Value {
    guard case .double(let double) = number, (-0x1p51..<0x1p51).contains(double), let int = Int(exactly: double) else {
      return number
    }
    return .int(int)
  }

  // MARK: Values

  private static func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> (Int, Bool) {
    var value = 0
    for digit in digits {
      let (product, isLarge) = value.multipliedReportingOverflow(by: 10)
      let step = Int(digit - 0x30)
      let (sum, isLarger) =
        isNegative ? product.subtractingReportingOverflow(step) : product.addingReportingOverflow(step)
      if isLarge || isLarger { return (isNegative ? .min : .max, false) }
      value = sum
    }
    return (value, true)
  }

  /// Returns the nearest Double.
  private static func real(
    _ whole: Slice<UnsafeBufferPointer<UInt8>>, _ fraction: Slice<UnsafeBufferPointer<UInt8>>,
    _ exponent: (digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool)?, _ isNegative: Bool
  ) -> Double {
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    text += whole.isEmpty ? [UInt8(ascii: "0")] : Array(whole)
    if !fraction.isEmpty {
      text.append(UInt8(ascii: "."))
      text += fraction
    }
    if let exponent {
      text += Array((exponent.isNegative ? "e-" : "e+").utf8)
      // More digits change nothing: the number is 0 or infinite.
      text += exponent.digits.drop { $0 == 0x30 }.prefix(9)
      if exponent.digits.allSatisfy({ $0 == 0x30 }) { text.append(0x30) }
    }
    return Double(String(decoding: text, as: UTF8.self)) ?? 0
  }

  private struct Scanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func accept(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    mutating func skipSpaces() {
      while position < bytes.count, bytes[position].isSQLSpace { position += 1 }
    }

    /// Returns whether there is a minus sign.
    mutating func sign() -> Bool {
      if accept(UInt8(ascii: "-")) { return true }
      _ = accept(UInt8(ascii: "+"))
      return false
    }

    mutating func digits() -> Range<Int> {
      let start = position
      while position < bytes.count, bytes[position].isASCIIDigit { position += 1 }
      return start..<position
    }
  }
}
