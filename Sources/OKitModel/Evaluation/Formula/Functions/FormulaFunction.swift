/// A scalar function of formulas. It gives what SQLite's function of the name gives
/// (https://sqlite.org/lang_corefunc.html).
package struct FormulaFunction: Sendable {
  /// The kind of a result that is not NULL, as far as the function alone determines it.
  package enum Result: String, Sendable {
    case integer, real, text, blob
    /// An integer or a real number.
    case number
    /// That of an argument.
    case any
  }

  package typealias Body = @Sendable ([Value], FormulaContext) throws(Diagnostic) -> Value

  /// In lower case.
  package let name: String
  /// The number of arguments.
  package let arity: ClosedRange<Int>
  package let result: Result
  /// Whether the result depends on the arguments alone. `random` and functions that may read the clock or the time zone
  /// do not.
  package let isPure: Bool
  /// The index of the argument that the function may reject; nil where it accepts any value.
  let rejectable: Int?
  private let body: Body

  init(
    _ name: String, _ arity: ClosedRange<Int>, _ result: Result, isPure: Bool = true, rejectable: Int? = nil,
    body: @escaping Body
  ) {
    (self.name, self.arity, self.result, self.isPure, self.body) = (name, arity, result, isPure, body)
    self.rejectable = rejectable
  }

  /// Evaluates the function.
  ///
  /// - Throws: `function.parameters` for a wrong number of arguments, `function.argument` for an argument that the
  ///   function rejects, `function.pattern` for a wrong regular expression, `app.size` for a result that is too large,
  ///   `app.limit` when the budget is exhausted.
  package func evaluate(_ arguments: [Value], _ context: FormulaContext) throws(Diagnostic) -> Value {
    if let problem = problem(argumentCount: arguments.count) { throw problem }
    try context.budget.step()
    return try body(arguments, context)
  }

  /// Returns the error for a number of arguments; nil if the function takes as many.
  package func problem(argumentCount count: Int) -> Diagnostic? {
    guard !arity.contains(count) else { return nil }
    let (least, most) = (arity.lowerBound, arity.upperBound)
    let wanted = least == most ? "\(least)" : most == .max ? "at least \(least)" : "\(least) to \(most)"
    let unit = (most == .max ? least : most) == 1 ? "argument" : "arguments"
    return Diagnostic("function.parameters", "\"\(name)\" takes \(wanted) \(unit), not \(count)")
  }
}

extension FormulaFunction {
  /// All functions by name.
  private static let table = Dictionary(
    uniqueKeysWithValues: (logic + numbers + texts + parts + formats + matching + dates).map { ($0.name, $0) })

  /// The names of all functions, sorted.
  package static let names = table.keys.sorted()

  /// Returns the function with a name in upper or lower case. O(1).
  package static func named(_ name: String) -> FormulaFunction? { table[name] ?? table[name.lowercased()] }
}
