// The functions with which Swift calls a script.

extension LuaApplication {
  /// Calls a global function of the script (`add`, `shop.total`) as a turn, and answers its first result.
  ///
  ///     let sum: Int = try app.call("add", 1, 2)
  ///
  /// - Throws: what the function throws (all its changes are rolled back then), `lua.value` for a result of another
  ///   type, and for arguments that nest deeper than 64 levels; `lua.function` when there is no such function,
  ///   `model.gone` for an entity that no longer exists.
  public func call<each Argument: ValueConvertible, Result: ValueConvertible>(
    _ path: String, _ arguments: repeat each Argument
  ) throws -> Result {
    let instance = try script()
    return try instance.runtime.convert(invoke(instance, path, repeat each arguments)) { "\(path) answers" }
  }

  /// Calls a function whose result does not matter.
  public func call<each Argument: ValueConvertible>(_ path: String, _ arguments: repeat each Argument) throws {
    _ = try invoke(script(), path, repeat each arguments)
  }

  private func invoke<each Argument: ValueConvertible>(
    _ instance: ScriptInstance, _ path: String, _ arguments: repeat each Argument
  ) throws -> Value {
    let (state, bridge): (LuaState, AppBridge) = (instance.state, instance.host.bridge)
    let store = instance.runtime.store
    guard let function = try state.function(at: path) else { throw unknownFunction(path) }
    var result = Value.null
    try instance.runtime.throwingTurn {
      var call = LuaArguments(core: state.core)
      repeat try bridge.add(store.given((each arguments).toValue()), to: &call)
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
    let instance = try script()
    return try instance.runtime.convert(instance.host.bridge.value(instance.state.value(at: path))) { "\(path) is" }
  }
}
