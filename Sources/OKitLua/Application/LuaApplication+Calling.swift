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
    try convert(invoke(path, repeat each arguments)) { "\(path) answers" }
  }

  /// Calls a function whose result does not matter.
  public func call<each Argument: ValueConvertible>(_ path: String, _ arguments: repeat each Argument) throws {
    _ = try invoke(path, repeat each arguments)
  }

  private func invoke<each Argument: ValueConvertible>(
    _ path: String, _ arguments: repeat each Argument
  ) throws -> Value {
    let (state, bridge): (LuaState, AppBridge) = (state, host.bridge)
    guard let function = try state.function(at: path) else { throw unknownFunction(path) }
    return try bridge.turn {
      var call = LuaArguments(core: state.core)
      repeat try bridge.add((each arguments).toValue(), to: &call)
      return try bridge.value(state.value(of: function, call))
    }
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
    try convert(host.bridge.value(state.value(at: path))) { "\(path) is" }
  }

  /// The value of a binding; without an entity it starts at the default model.
  ///
  ///     let name: String = try app.get("books[0]/name")
  ///
  /// - Throws: `binding.syntax` and its like, and `lua.value` for a value of another type.
  public func get<Result: ValueConvertible>(_ binding: String, of entity: EntityID? = nil) throws -> Result {
    let value = runtime.evaluator.get(try runtime.evaluator.program(binding), entity ?? defaultModel)
    return try convert(value) { "\"\(binding)\" is" }
  }

  /// Writes through a binding, as a turn.
  ///
  /// - Throws: what `Evaluator.set` throws; nothing has changed then.
  public func set(_ binding: String, of entity: EntityID? = nil, to value: some ValueConvertible) throws {
    let (evaluator, context) = (runtime.evaluator, entity ?? defaultModel)
    let program = try evaluator.program(binding)
    try host.bridge.turn { try evaluator.set(program, context, value.toValue()) }
  }

  /// Calls a handler with the value of a binding after each turn that changed it, for as long as the observation is
  /// kept.
  ///
  /// A value of another type is reported as an error instead.
  public func observe<Result: ValueConvertible>(
    _ binding: String, of entity: EntityID? = nil, _ handler: @escaping (Result) -> Void
  ) throws -> BindingObservation {
    let runtime = runtime
    let observation = PathObservation(
      runtime.evaluator, try runtime.evaluator.program(binding), entity ?? defaultModel
    ) { [weak self, weak runtime] value, _ in
      do { if let self { handler(try convert(value) { "\"\(binding)\" is" }) } } catch { runtime?.fail(error) }
    }
    return BindingObservation(observation)
  }

  private var defaultModel: EntityID? { runtime.store.root(named: ModelStore.defaultModelName) }

  private func convert<Result: ValueConvertible>(_ value: Value, _ what: () -> String) throws -> Result {
    do { return try Result.fromValue(instance.contents(of: value)) } catch {
      throw Diagnostic("lua.value", "\(what()) a \(value.typeName), expected a \(Result.valueName)")
    }
  }
}
