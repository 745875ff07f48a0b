import OKitModel

/// Random arguments for functions of formulas, reproducible by seed.
struct RandomArguments {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let integers = [
    0, 1, -1, 2, 3, 5, 10, -2, 12, 255, 1000, 65_536, .max, .min, .max - 1, .min + 1, 1 << 31, 1 << 32, (1 << 32) + 2,
    -(1 << 31), (1 << 31) - 1, 1 << 53, (1 << 53) + 1, 0x10_FFFF, 0xD800, 0x1D11E, 2_451_910, 1_580_472_000,
  ]
  private static let reals = [
    0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 0.1, 0.3, 9.2e18, -9.2e18, 9.223372036854775807e18, -9.223372036854775808e18,
    1e308, 1.7976931348623157e308, .leastNonzeroMagnitude, 2.2250738585072014e-308, 1e15, 1e16, 123_456_789_012_345.6,
    1e-5, 1e-4,
    0.0001234, 1e20, 1e22, 1e23, 4_503_599_627_370_495.5, 4_503_599_627_370_497, .infinity, -.infinity, 1.005,
    999_999_999_999_999.9, 99_999.999_999_999_9, 2_451_910.5, 1_580_472_000.123, 0.1 + 0.2, 1234.5678, 100,
  ]
  private static let texts = [
    "", " ", "abc", "ABC", "aBc", "é", "É", "𝄞", "a𝄞b", "äöü", "12", "-12", " 12abc", "12 ", "0x1f", "1e", "1e5x",
    "1e3",
    "+5", ".5", "5.", "-.5e-2", ".", "e5", "-", "1.5e", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "99999999999999999999", "1e400", "-1e400", "1e-400",
    "3.14159265358979323846264338327950288", "0.1", "00012", "'", "it's", "a'b\"c", "now", "x\u{0}y", "\u{0}", "aaaa",
    "  trim  ",
    "xxabcxx", "%", "_", "a%", "%b_", "a*", "[a-c]*", "[^x]?", "\\", "a\\%", "true", "nan", "inf", "Infinity", "1,000",
    "\t12\n", "1 2", "e\u{301}", "👨‍👩‍👧", "İ", "ß", "ab\nc", "12e", "0.000001", "1.0", "-0", "-0.0", "+",
  ]
  private static let alphabet = Array("aAbBcxyz019 .-+%_*?[]^'\"eé𝄞,\\".unicodeScalars)

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  mutating func integer() -> Int {
    switch number(0...3) {
    case 0: one(of: Self.integers)
    case 1: Int(truncatingIfNeeded: random.next()) >> number(0...63)
    default: number(-20...20)
    }
  }

  mutating func real() -> Double {
    switch number(0...5) {
    case 0, 1: return one(of: Self.reals)
    case 2:
      // Not NaN: SQLite stores it as NULL.
      let double = Double(bitPattern: random.next())
      return double.isNaN ? 0 : double
    case 3: return Double(number(-100_000...100_000)) / 1000
    case 4: return Double(number(-1_000_000_000...1_000_000_000)) / 7
    default: return Double(number(-20...20)) / 2
    }
  }

  mutating func text(from scalars: [Unicode.Scalar]? = nil, upTo length: Int = 8) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(0...length) { text.append(one(of: scalars ?? Self.alphabet)) }
    return String(text)
  }

  mutating func anyText() -> String {
    switch number(0...3) {
    case 0: text()
    case 1: "\(integer())"
    case 2: "\(real())" + one(of: ["", "", "x", " ", "e2"])
    default: one(of: Self.texts)
    }
  }

  mutating func value() -> Value {
    switch number(0...9) {
    case 0: .null
    case 1...3: .int(integer())
    case 4, 5: .double(real())
    case 6: number(0...2) == 0 ? .data(DataValue(bytes: Array(anyText().utf8))) : .bool(number(0...1) == 1)
    default: .string(anyText())
    }
  }

  mutating func values(_ count: Int) -> [Value] { (0..<count).map { _ in value() } }

  /// A format of `printf` with some directives.
  mutating func format() -> String {
    var format = ""
    for _ in 0..<number(1...3) {
      format += one(of: ["", "a", "é ", "%%", "100%", "-"])
      format += "%"
      for _ in 0..<number(0...2) { format += one(of: ["-", "+", " ", "#", "!", "0", ","]) }
      if number(0...2) == 0 { format += one(of: ["*", "5", "12", "30", "1"]) }
      if number(0...2) == 0 { format += "." + one(of: ["*", "", "0", "1", "2", "3", "5", "10", "15", "18", "30"]) }
      if number(0...9) == 0 { format += one(of: ["l", "ll"]) }
      format += one(of: Array("ddiufeEgGsszqQwcxXorp%nyTS").map { String($0) })
    }
    return format + one(of: ["", "", "%", "x"])
  }
}
