/// `okit.transaction` and `okit.untracked`.
struct HistoryModule: ScriptModule {
  let environment: ScriptEnvironment

  private var store: ModelStore { host.runtime.store }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "transaction", "(name: string|fun(), fn?: fun()): any",
      """
      Calls a function as a part of the turn: if it fails, its changes are rolled back, and its error is raised. It \
      cannot wait. A name becomes that of the step of the history.
      """
    ) { module, call in
      let name = if case .string(let name) = try call[0] { name } else { String?.none }
      let function = try call.function(name == nil ? 0 : 1)
      return try module.call(function, "okit.transaction") { body in
        let results = try module.store.transaction(body)
        if let name { module.store.history.nameStep(name) }
        return results
      }
    },
    .init(
      "untracked", "(fn: fun(): any): any",
      "Calls a function whose changes are in no step of the history. It cannot wait."
    ) { module, call in
      try module.call(call.function(0), "okit.untracked") { try module.store.untracked($0) }
    },
  ]

  /// - Throws: `lua.wait` for a function that waits: what follows a wait is another turn.
  private func call(
    _ function: LuaFunction, _ name: String, _ run: (() throws -> [LuaValue]) throws -> [LuaValue]
  ) throws -> LuaOutcome {
    do {
      return .values(try host.bridge.turn { try run { try host.state.call(function) } })
    } catch var failure as Diagnostic where failure.code == "lua.wait" {
      failure.message = "\(name) does not span a wait: what follows a wait is another turn"
      failure.hint = "wait before, and call \(name) with the answer"
      throw failure
    }
  }
}
