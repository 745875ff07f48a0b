// The functions with which Swift calls a script.

extension LuaApplication {
  /// Calls a global function of the script (`add`, `shop.total`) as a turn, and answers its first result.
  ///
  ///     let sum: Int = try app.call("add", 1, 2)
  ///
  /// - Throws: what the function throws (all its changes are rolled back then), `lua.value` for a result of another
  ///   type, `lua.function` when there is no such function.
  public func call<each Argument: ValueConvertible, Result: ValueConvertible>(
    _ path: String, _ arguments: repeat each Argument
  ) throws -> Result {
    try instance.convert(invoke(path, repeat each arguments)) { "\(path) answers" }
  }

  /// Calls a function whose result does not matter.
  public func call<each Argument: ValueConvertible>(_ path: String, _ arguments: repeat each Argument) throws {
    _ = try invoke(path, repeat each arguments)
  }

  private func invoke<each Argument: ValueConvertible>(
    _ path: String, _ arguments: repeat each Argument
  ) throws -> Value {
    let instance = try open()
    let (state, bridge): (LuaState, AppBridge) = (instance.state, instance.host.bridge)
    guard let function = try state.function(at: path) else { throw unknownFunction(path) }
    var result = Value.null
    try instance.runtime.throwingTurn {
      var call = LuaArguments(core: state.core)
      repeat try bridge.add((each arguments).toValue(), to: &call)
      result = try bridge.value(state.value(of: function, call))
    }
    return result
  }

  private func unknownFunction(_ path: String) -> any Error {
    do {
      return Diagnostic(
        "lua.function", "unknown function \"\(path)\"", hint: NearestName.hint(for: path, in: try globalNames()))
    } catch { return error }
  }

  private func globalNames() throws -> [String] {
    let names = try state.call(
      state.load(
        "local names = {} for name in next, _G do names[#names + 1] = tostring(name) end return names", chunk: "=[okit]"
      ))
    guard case .table(let table)? = names.first else { return [] }
    return table.array.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// A global variable, or a field of global tables.
  ///
  /// - Throws: `lua.value` when it is something else.
  public func global<Result: ValueConvertible>(_ path: String) throws -> Result {
    let instance = try open()
    return try instance.convert(instance.host.bridge.value(instance.state.value(at: path))) { "\(path) is" }
  }

  /// The value of a binding; without an entity it starts at the default model.
  ///
  ///     let name: String = try app.get("books[0]/name")
  ///
  /// - Throws: `binding.syntax` and its like, `binding.unknownName`, the failure of a function that the binding calls,
  ///   and `lua.value` for a value of another type.
  public func get<Result: ValueConvertible>(_ binding: String, of entity: EntityID? = nil) throws -> Result {
    let instance = try open()
    return try instance.convert(instance.value(of: binding, entity)) { "\"\(binding)\" is" }
  }

  /// Writes through a binding, as a turn: observers run, and `undo` takes it back.
  ///
  /// - Throws: `binding.nowhere`, `binding.notWritable`, `binding.unknownName`, what writing the property throws, and
  ///   the failure of a function that follows from it. Nothing has changed then.
  public func set(_ binding: String, of entity: EntityID? = nil, to value: some ValueConvertible) throws {
    let instance = try open()
    let evaluator = instance.runtime.evaluator
    let program = try evaluator.program(binding)
    try instance.runtime.throwingTurn { try evaluator.set(program, entity ?? instance.defaultModel, value.toValue()) }
  }

  /// Undoes the newest step: an action, a call or a write.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `app.turn` while a function runs.
  @discardableResult
  public func undo() throws -> Bool { try open().runtime.undo() }

  /// Repeats the step that was undone last.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `app.turn` while a function runs.
  @discardableResult
  public func redo() throws -> Bool { try open().runtime.redo() }
}

extension ScriptInstance {
  var defaultModel: EntityID? { runtime.store.root(named: ModelStore.defaultModelName) }

  /// Returns the value of a binding that a program has written.
  ///
  /// - Throws: What is wrong with the binding, or with a function that it calls.
  func value(of binding: String, _ entity: EntityID?) throws -> Value {
    let (evaluator, log) = (runtime.evaluator, runtime.diagnosticLog)
    let program = try evaluator.program(binding)
    if !runtime.turns.isInTurn { log.beginTurn() }
    let count = log.count
    let value = try runtime.store.budget.withDeadline {
      try evaluator.checkedValue(program, entity ?? defaultModel)
    }
    if let failure = log.diagnostics(from: count).first(where: { $0.severity == .error }) { throw failure }
    return value
  }

  /// - Parameter what: Says in a message what the value is.
  func convert<Result: ValueConvertible>(_ value: Value, _ what: () -> String) throws -> Result {
    do { return try Result.fromValue(contents(of: value)) } catch {
      throw Diagnostic(.luaValue, "\(what()) a \(value.typeName), expected a \(Result.valueName)")
    }
  }
}
