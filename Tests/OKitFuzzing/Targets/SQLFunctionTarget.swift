import OKitEngine
import OKitTestSupport

extension FuzzTarget {
  /// A line with a function of SQL that reads a small language: patterns, formats, modifiers of dates. Each further
  /// line is an argument. What SQLite gives is compared where its version is the one of the formulas.
  public static let sqlFunction = FuzzTarget(name: "sqlfunction") {
    let world = SQLFunctionWorld()
    return { input in
      let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 8, omittingEmptySubsequences: false)
      guard let first = lines.first else { return }
      try world.use(
        String(decoding: first, as: UTF8.self), lines.dropFirst().map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

private final class SQLFunctionWorld {
  private static let names = ["like", "glob", "regexp", "printf", "strftime", "datetime", "date", "time", "julianday"]

  private let oracle = SQLiteOracle()
  private let environment = TestEnvironment()
  private let evaluator: Evaluator
  private let context: FormulaContext

  init() {
    evaluator = Evaluator(environment)
    context = FormulaContext(
      now: { DateValue(secondsSince1970: 1_580_472_000) }, offset: { _ in 0 }, random: { 0 }, budget: ExecutionBudget(),
      expressions: RegularExpressionCache())
  }

  func use(_ line: String, _ texts: [String]) throws {
    // Any first line means a function, so that few inputs are in vain.
    let name = Self.names.contains(line) ? line : Self.names[line.utf8.count % Self.names.count]
    guard let function = FormulaFunction.named(name) else { throw FuzzFinding("there is no function \(name)") }
    let arguments = texts.map(Self.argument)
    guard function.problem(argumentCount: arguments.count) == nil else { return }
    let result = try outcome(function, arguments)
    // A text of many megabytes is made once.
    if name == "printf", texts.first.map(hasLargeNumber) == true { return }
    try require(result == outcome(function, arguments), "\(name): another result the second time")
    try compareWithFormula(name, arguments, result)
    if SQLiteOracle.isVersion340 { try compareWithSQLite(name, arguments, result) }
  }

  private enum Outcome: Equatable {
    case value(Value)
    case failure(Diagnostic.Code)
  }

  private func outcome(_ function: FormulaFunction, _ arguments: [Value]) throws -> Outcome {
    do { return .value(try function.evaluate(arguments, context)) } catch {
      let codes: [Diagnostic.Code] = ["function.argument", "function.pattern", "app.size"]
      try require(codes.contains(error.code), "\(function.name) fails with \(error.code.rawValue)")
      return .failure(error.code)
    }
  }

  /// A number, NULL, or a text.
  private static func argument(_ text: String) -> Value {
    if text == "NULL" { return .null }
    return Int(text).map(Value.int) ?? .string(text)
  }

  // MARK: Formulas

  /// The same call as a formula. An error points into its text.
  private func compareWithFormula(_ name: String, _ arguments: [Value], _ result: Outcome) throws {
    let literals = arguments.map(Self.literal)
    var text = "= \(name)(\(literals.joined(separator: ", ")))"
    if ["like", "glob", "regexp"].contains(name) {
      text = "= \(literals[1]) \(name) \(literals[0])" + (literals.count > 2 ? " ESCAPE \(literals[2])" : "")
    }
    // What a binding escapes means something else there.
    guard !text.contains("\\"), text.utf8.count < 60_000 else { return }
    let program: BindingProgram
    do { program = try evaluator.program(text) } catch { throw FuzzFinding("refused: \(text): \(error)") }
    let value = evaluator.get(program, nil)
    let reported = environment.reports
    environment.reports = []
    switch result {
    case .value(let wanted):
      try require(reported.isEmpty && value == wanted, "\(text) gives \(value), not \(wanted): \(reported)")
    case .failure(let code):
      try require(value.isNull && reported.map(\.code) == [code], "\(text) reports \(reported)")
      let range = reported.first?.excerpt?.range
      try require(
        range.map { $0.lower > 0 && $0.upper <= text.utf8.count } == true, "\(text): an error without a place")
    }
  }

  private static func literal(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .int(let int): int == .min ? "(-\(Int.max) - 1)" : int < 0 ? "(\(int))" : "\(int)"
    default: "'" + (value.scalarText ?? "").replacing(each: "'", with: "''") + "'"
    }
  }

  // MARK: SQLite

  private func compareWithSQLite(_ name: String, _ arguments: [Value], _ result: Outcome) throws {
    guard name != "regexp", isQuick(name, arguments), !isKnownDifference(name, arguments) else { return }
    let expected = oracle.call(name, arguments)
    let call = "\(name)(\(arguments.map(Self.literal).joined(separator: ", ")))"
    switch (expected, result) {
    case (.failure("string or blob too big"), _), (.failure, .failure), (.invalidText, .value(.string)): return
    case (.value(.double(let wanted)), .value(.double(let number))):
      try require(abs(wanted - number) <= 2 * number.ulp, "\(call) = \(number), not \(wanted)")
    case (.value(let wanted), .value(let value)):
      try require(value == wanted, "\(call) = \(value), not \(wanted)")
    default: throw FuzzFinding("\(call) gives \(result), not \(expected)")
    }
  }

  /// Whether SQLite's LIKE and GLOB, which can take exponential time, finish.
  private func isQuick(_ name: String, _ arguments: [Value]) -> Bool {
    guard name == "like" || name == "glob" else { return true }
    let texts = arguments.map { $0.scalarText ?? "" }
    return texts[0].utf8.count { "%*".utf8.contains($0) } <= 4 && texts[1].utf8.count <= 40
  }

  /// Whether the documentation lists the difference, or the result depends on the surroundings.
  private func isKnownDifference(_ name: String, _ arguments: [Value]) -> Bool {
    let texts = arguments.map { ($0.scalarText ?? "").lowercased() }
    guard name == "printf" else {
      return texts.contains { text in ["now", "local", "utc"].contains(where: text.contains) }
        || texts.allSatisfy { $0.isEmpty } || name == "strftime" && arguments.count < 2
    }
    // SQLite's limit for texts, which the oracle reduces.
    if texts.first?.contains("*") == true { return true }
    // Digits after the 15th one.
    return texts.first.map { $0.contains { "eg".contains($0) } || $0.contains("f") } == true
  }

  /// Whether a format has a width or precision of more than four digits.
  private func hasLargeNumber(_ format: String) -> Bool {
    format.utf8.split { !(0x30...0x39).contains($0) }.contains { $0.count > 4 }
  }
}
