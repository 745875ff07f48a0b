/// Arithmetic and formats of numbers.
enum NumberFunctions {
  static let all: [BuiltInFunction] = [
    BuiltInFunction(
      "round2", "rounded to two decimal places, half away from zero", gives: .number
    ) { (call) throws(Diagnostic) in try rounded(call, digits: 2) },
    BuiltInFunction(
      "round", "rounded to an integer, or to that many decimal places; negative: before the decimal point",
      parameters: 0...1, called: "digits", gives: .number
    ) { (call) throws(Diagnostic) in
      try rounded(call, digits: call.arguments.isEmpty ? 0 : call.int(0))
    },
    BuiltInFunction(
      "abs", "the absolute value", gives: .number
    ) { (call) throws(Diagnostic) in
      switch call.receiver {
      // The smallest Int has no positive counterpart.
      case .int(let int): int == .min ? .double(-Double(int)) : .int(abs(int))
      case .double(let double): .double(double.magnitude)
      default: throw call.wrongReceiver("Number")
      }
    },
    BuiltInFunction(
      "floor", "rounded down", gives: .number
    ) { (call) throws(Diagnostic) in try rounded(call, .down) },
    BuiltInFunction(
      "ceil", "rounded up", gives: .number
    ) { (call) throws(Diagnostic) in try rounded(call, .up) },
    BuiltInFunction(
      "formatSeconds", "`02:05`, from one hour on `01:02:05`", gives: .text
    ) { (call) throws(Diagnostic) in
      .string(DurationText.clock(try number(call)))
    },
    BuiltInFunction(
      "formatSecondsText", "`2 min. 5 sec.`, with localized units", gives: .text, traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      .string(DurationText.words(try number(call), minutes: call.localized("min."), seconds: call.localized("sec.")))
    },
    BuiltInFunction(
      "formatFileSize", "`123 kB`, in powers of 1000", gives: .text, traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      guard let bytes = wholeNumber(call.receiver) else { return .string(NumberText.text(of: try number(call))) }
      return .string(call.context.formatters.text(ofFileSize: bytes, locale: call.context.locale))
    },
    BuiltInFunction(
      "formatNumber", "formatted by a Unicode number pattern", parameters: 1...1, called: "pattern", gives: .text,
      traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      let pattern = try call.text(0)
      return .string(try call.context.text(ofNumber: call.receiver, pattern: pattern) ?? call.receiver.scalarText ?? "")
    },
    BuiltInFunction(
      "formatCurrency", "an amount in a currency, by its ISO 4217 code", parameters: 1...1, called: "code",
      gives: .text, traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      let code = try call.text(0).uppercased()
      guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
        throw call.wrongType(0, "a currency code such as \"EUR\"")
      }
      return .string(call.context.formatters.text(of: call.receiver, currency: code, locale: call.context.locale))
    },
  ]

  static func number(_ call: FunctionCall) throws(Diagnostic) -> Double {
    guard call.receiver.isNumber, let number = call.receiver.double else { throw call.wrongReceiver("Number") }
    return number
  }

  /// Returns the number without its fraction; nil when it does not fit into 64 bits.
  private static func wholeNumber(_ value: Value) -> Int64? {
    if case .int(let int) = value { return Int64(int) }
    return value.double.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
  }

  private static func rounded(_ call: FunctionCall, _ rule: FloatingPointRoundingRule) throws(Diagnostic) -> Value {
    if case .int = call.receiver { return call.receiver }
    return .double(try number(call).rounded(rule))
  }

  /// Rounds half away from zero to `digits` after the decimal point, or before it where negative.
  private static func rounded(_ call: FunctionCall, digits: Int) throws(Diagnostic) -> Value {
    if case .int = call.receiver, digits >= 0 { return call.receiver }
    let exact = try number(call)
    let result = rounded(exact, digits: digits)
    if case .int = call.receiver, let int = Int(exactly: result) { return .int(int) }
    return .double(result)
  }

  static func rounded(_ number: Double, digits: Int) -> Double {
    // 400 powers of ten exceed every Double.
    let scale = (0..<min(digits.magnitude, 400)).reduce(1.0) { power, _ in power * 10 }
    if digits < 0 { return scale.isFinite ? (number / scale).rounded() * scale : 0 }
    let scaled = number * scale
    // From 2^52 on a Double has no fraction.
    guard scaled.magnitude < 4_503_599_627_370_496 else { return number }
    return scaled.rounded() / scale
  }
}
