import OKitTestSupport

@testable import OKitModel

/// Calls of the functions of formulas, in a fixed environment.
struct FormulaFunctionFixture {
  var timeZone = "UTC"
  /// 2020-01-31T12:00:00Z
  var now = DateValue(secondsSince1970: 1_580_472_000)
  var budget = ExecutionBudget()
  private let formatters = FormatterCache()
  private let expressions = RegularExpressionCache()

  var context: FormulaContext {
    FormulaContext(
      now: { now }, offset: { (date) throws(Diagnostic) in try formatters.offset(of: timeZone, at: date) },
      random: { 1 << 63 }, budget: budget, expressions: expressions)
  }

  func call(_ name: String, _ arguments: [Value]) throws(Diagnostic) -> Value {
    guard let function = FormulaFunction.named(name) else {
      throw Diagnostic("test.function", "there is no function \"\(name)\"")
    }
    return try function.evaluate(arguments, context)
  }
}

extension Value {
  /// A literal of SQL, with the type of the value.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .bool(let bool): "\(bool)"
    case .string(let text): "'" + text.debugDescription.dropFirst().dropLast() + "'"
    case .data(let data): "x'" + data.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    default: "\(self)"
    }
  }
}
