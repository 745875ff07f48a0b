import OKitEngine

/// `okit.Model`: registering, storing, loading.
struct ModelModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  private var bridge: AppBridge { host.bridge }
  private var registry: ModelRegistry { host.runtime.registry }

  var functions: [(String, OkitModule.Body)] {
    [
      ("register", register), ("model", model), ("store", store), ("state", state),
      (
        "store_state",
        { _ in
          try registry.storeState()
          return .nothing
        }
      ),
      (
        "sync",
        { _ in
          try bridge.turn { try registry.sync() }
          return .nothing
        }
      ),
      ("dangling_refs", danglingRefs),
    ]
  }

  private func name(_ call: borrowing LuaCall, _ index: Int) throws -> String {
    call.isNull(index) ? ModelStore.defaultModelName : try call.string(index)
  }

  private func register(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try host.runtime.store.requireType(call.string(0), for: "okit.Model.register")
    let name = try name(call, 1)
    return .value(bridge.lua(try bridge.turn { try registry.register(type, name: name) }))
  }

  private func model(_ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(registry.get(try name(call, 0)).map(bridge.lua) ?? .null)
  }

  private func store(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let model = bridge.entity(call.object(0)) else { throw call.mismatch(0, "model") }
    try registry.store(model)
    return .nothing
  }

  private func state(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let function = try call.function(0)
    let host = host
    registry.state = { [unowned host] in try host.state.call(function) }
    return .nothing
  }

  private func danglingRefs(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let rows = host.runtime.store.danglingReferences().map { reference -> LuaValue in
      let row = LuaTable(pairs: [
        .init(key: "owner", value: bridge.lua(reference.owner)),
        .init(key: "property", value: .string(reference.property)),
        .init(key: "refKey", value: .string(reference.key)),
      ])
      return .table(row)
    }
    return .value(.table(LuaTable(array: rows)))
  }
}
