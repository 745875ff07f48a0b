/// Runs what a person types, with the application at hand.
///
/// Each chunk of code is a turn of the application, rolled back when it fails. Globals persist; a `local` ends with its
/// chunk.
package final class LuaConsole {
  /// The outcome of a chunk of code.
  package enum Outcome: Equatable, Sendable {
    /// The chunk ends before its last statement is complete.
    case incomplete
    /// The description of each result.
    case values([String])
    /// The chunk waits, for example for a timer or a dialog; the console calls `onLate` when it has ended.
    case waiting
  }

  package let application: LuaApplication
  /// Called with the outcome of a chunk that has waited.
  package var onLate: (Result<[String], Diagnostic>) -> Void = { _ in }
  private var functions: Functions?

  /// The functions of the prelude in the state of a script.
  private struct Functions {
    let state: LuaState
    let run: LuaFunction
    let complete: LuaFunction
  }

  package init(_ application: LuaApplication) { self.application = application }

  /// Runs an expression or statements.
  ///
  /// - Parameters:
  ///   - text: The Lua.
  ///   - chunk: The name of the chunk in errors; with `=` in front it is not a file name.
  ///   - line: The number of its first line.
  ///   - isWhole: Whether nothing can follow, so that what ends too early is an error.
  /// - Throws: `lua.syntax`, and what it fails with; `lua.limit` when it went over a limit: nothing runs any more then
  ///   until the application is loaded again.
  package func run(_ text: String, chunk: String = "=input", line: Int = 1, isWhole: Bool = false) throws -> Outcome {
    let file = chunk.hasPrefix("=") || chunk.hasPrefix("@") ? String(chunk.dropFirst()) : chunk
    guard let function = try compile(text, file, line, isWhole) else { return .incomplete }
    let run = try prepared().run
    let host = application.host
    var outcome: Outcome?
    let isDone = try application.runtime.turn {
      var failure: Diagnostic?
      var isRunning = true
      host.start(run, [.function(function)]) { [weak self] result in
        let texts = result.map(Self.texts)
        guard isRunning else { return self?.onLate(texts) ?? () }
        switch texts {
        case .success(let texts): outcome = .values(texts)
        case .failure(let diagnostic): failure = diagnostic
        }
      }
      isRunning = false
      if let failure { throw failure }
      return true
    }
    return isDone == nil ? .values([]) : outcome ?? .waiting
  }

  private static func texts(_ value: Value) -> [String] {
    guard case .list(let values) = value else { return [] }
    return values.map { value in
      switch value {
      case .string(let text): text
      case .data(let data): escapedText(data.bytes)
      default: value.scalarText ?? ""
      }
    }
  }

  /// Nil for a text that ends too early.
  private func compile(_ text: String, _ file: String, _ line: Int, _ isWhole: Bool) throws -> LuaFunction? {
    let state = application.state
    var problem: Diagnostic
    do { return try state.load(typed: text, in: file, line: line, isExpression: true) } catch let expression
      as Diagnostic
    {
      guard expression.code == "lua.syntax" else { throw expression }
      problem = expression
    }
    do { return try state.load(typed: text, in: file, line: line, isExpression: false) } catch let statement
      as Diagnostic
    {
      if !Self.endsTooEarly(problem) { problem = statement }
    }
    if !isWhole, Self.endsTooEarly(problem) { return nil }
    throw problem
  }

  private static func endsTooEarly(_ problem: Diagnostic) -> Bool {
    problem.code == "lua.syntax" && problem.subject == .end
  }

  /// The prelude's functions in the state that runs now.
  private func prepared() throws -> Functions {
    let state = application.state
    if let functions, functions.state === state { return functions }
    let inspector = ConsoleInspector(application.host)
    let host = LuaTable(
      pairs: try inspector.functions.map { name, body in
        LuaTable.Pair(key: .string(name), value: .function(try state.makeFunction(name, body)))
      } + [
        .init(key: "application", value: .table(LuaTable(array: AppTypes.app.memberNames.map(LuaValue.string)))),
        .init(
          key: "class_members",
          value: (application.host.environment.functions?.classMembers).map(LuaValue.function) ?? .null),
      ])
    let prelude = try state.call(state.loadPrelude("console")).first
    guard case .function(let make)? = prelude, case let made = try state.call(make, [.table(host)]), made.count == 2,
      case .function(let run) = made[0], case .function(let complete) = made[1]
    else { throw Diagnostic("lua.module", "the prelude of the console returned no functions") }
    let new = Functions(state: state, run: run, complete: complete)
    functions = new
    return new
  }

  // MARK: Completion

  /// Returns the completions of the last name of a text: globals and Lua's keywords, or the members of the name's
  /// owner.
  ///
  /// - Returns: The offset in characters where the name begins, and the candidates, sorted.
  package func completion(of text: String) -> (start: Int, candidates: [String]) {
    let expression = ConsoleExpression(endOf: text)
    guard let path = expression.path else { return (expression.start, []) }
    var names: [String] = []
    do {
      let complete = try prepared().complete
      let arguments: [LuaValue] = [.table(LuaTable(array: path)), .bool(expression.isCall)]
      let answer = try application.runtime.turn { try application.state.call(complete, arguments).first } ?? nil
      if case .table(let table)? = answer {
        names = table.array.compactMap { if case .string(let name) = $0 { name } else { nil } }
      }
    } catch {
      // There is nothing to complete in a state that cannot be asked.
      names = []
    }
    return (expression.start, Self.candidates(names, expression.prefix))
  }

  /// Those that begin as what is written; in other case where none does so exactly.
  private static func candidates(_ names: [String], _ prefix: String) -> [String] {
    let shown = Set(names.filter { !$0.hasPrefix("__") || prefix.hasPrefix("_") })
    let exact = shown.filter { $0.hasPrefix(prefix) }
    let matching = exact.isEmpty ? shown.filter { $0.lowercased().hasPrefix(prefix.lowercased()) } : exact
    return matching.sorted()
  }
}
