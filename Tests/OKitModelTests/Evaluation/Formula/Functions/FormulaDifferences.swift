import OKitTestSupport

@testable import OKitModel

/// Compares calls of functions with SQLite.
struct FormulaDifferences {
  private let fixture: FormulaFunctionFixture
  private let oracle = SQLiteOracle()

  /// - Parameter timeZone: The time zone of the process, which SQLite uses.
  init(timeZone: String) { fixture = FormulaFunctionFixture(timeZone: timeZone) }

  /// Describes how the result of a call differs from SQLite's; nil if it does not, apart from the differences that the
  /// documentation lists.
  func difference(_ name: String, _ arguments: [Value]) -> String? {
    let call = "\(name)(\(arguments.map(\.literal).joined(separator: ", ")))"
    let expected = oracle.call(name, arguments)
    do {
      let value = try fixture.call(name, arguments)
      if isKnown(name, arguments, value, expected) { return nil }
      switch expected {
      case .value(let wanted): if Self.areSame(value, wanted) { return nil }
      case .invalidText: if case .string = value { return nil }
      case .failure: if name == "abs", value == .double(0x1p63) { return nil }
      }
      return "\(call) = \(value.literal), not \(Self.text(expected))"
    } catch {
      if case .failure = expected { return nil }
      return "\(call) fails with \(error.message), not \(Self.text(expected))"
    }
  }

  /// Whether the article about the functions lists the difference.
  private func isKnown(_ name: String, _ arguments: [Value], _ value: Value, _ expected: SQLiteOracle.Answer) -> Bool {
    switch (name, value, expected) {
    case ("quote", .string(let text), .value(.string(let wanted))):
      return text.contains("e") && NumberPrefix(text).real == NumberPrefix(wanted).real
    case ("round", .double(let number), .value(.double(let wanted))):
      // SQLite computes with 16 digits.
      return abs(number - wanted) <= 50 * number.ulp
    case ("substr", _, _), ("substring", _, _):
      // The limit for texts, which the oracle reduces, is the length that SQLite takes for an absent one.
      guard arguments.count == 2, let start = FormulaConversion.integer(arguments[1]) else { return false }
      return FormulaFunction.clipped(start) < -900_000
    case ("printf", .string, .value(.string)), ("format", .string, .value(.string)):
      // Digits after the 15th one.
      guard case .string(let format)? = arguments.first, format.contains(where: "eEfgG".contains) else { return false }
      return ["!", "*", ".15", ".18", ".30"].contains(where: format.contains)
        || arguments.contains { FormulaConversion.real($0).map { $0.magnitude > 1e9 } == true }
    case (_, .null, .value):
      // SQLite forgets there that the date is out of the range.
      let zones = ["localtime", "utc"].map(Value.string)
      guard let index = arguments.firstIndex(where: { zones.contains($0) }) else { return false }
      return oracle.call("datetime", Array(arguments[..<index].dropFirst(name == "strftime" ? 1 : 0))) == .value(.null)
    case (_, _, .failure("string or blob too big")): return true
    default: return false
    }
  }

  private static func text(_ answer: SQLiteOracle.Answer) -> String {
    switch answer {
    case .value(let value): value.literal
    case .invalidText: "invalid text"
    case .failure(let message): "the error \(message)"
    }
  }

  /// Whether a value is SQLite's, which has no Bool, and for which -0.0 is 0.0.
  static func areSame(_ value: Value, _ wanted: Value) -> Bool {
    switch (value, wanted) {
    case (.bool(let bool), _): wanted == .int(bool ? 1 : 0)
    // SQLite reads numbers from texts with 80 bits, which rounds some of them twice.
    case (.double(let one), .double(let other)): one == other || abs(one - other) <= 2 * one.ulp
    default: value.isSame(as: wanted)
    }
  }
}
