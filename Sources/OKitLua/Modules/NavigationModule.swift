import OKitEngine

/// `okit.navigate`, `present`, `dismiss`, `back`.
struct NavigationModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  var functions: [(String, OkitModule.Body)] {
    [
      ("navigate", { call in try go(call, .push) }),
      ("present", { call in try go(call, .present) }),
      (
        "dismiss",
        { _ in
          try host.bridge.turn { try host.runtime.dismiss() }
          return .nothing
        }
      ),
      (
        "back",
        { _ in
          try host.bridge.turn { try host.runtime.back() }
          return .nothing
        }
      ),
    ]
  }

  private func go(_ call: borrowing LuaCall, _ kind: Segue.Kind) throws -> LuaOutcome {
    let name = try call.string(0)
    var context: EntityID?
    if !call.isNull(1) {
      guard let entity = host.bridge.entity(call.object(1)) else { throw call.mismatch(1, "entity") }
      context = entity
    }
    try host.bridge.turn { try host.runtime.go(to: name, context: context, kind: kind) }
    return .nothing
  }
}
