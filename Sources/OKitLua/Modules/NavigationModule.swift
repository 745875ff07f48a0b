import OKitEngine

/// `okit.navigate`, `present`, `dismiss`, `back`.
struct NavigationModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "navigate", "(name: string, context?: okit.Entity)",
      "Pushes a controller; without a context, with the context of the current screen."
    ) { try $0.open($1, .push) },
    .init(
      "present", "(name: string, context?: okit.Entity)", "Presents a controller modally."
    ) { try $0.open($1, .present) },
    .init("dismiss", "()", "Closes the presented screens; fails when nothing is presented.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.dismiss() }
      return .nothing
    },
    .init("back", "()", "Returns to the previous screen; fails on the first one of its stack.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.back() }
      return .nothing
    },
  ]

  private func open(_ call: borrowing LuaCall, _ kind: Segue.Kind) throws -> LuaOutcome {
    let name = try call.string(0)
    var context: EntityID?
    if !call.isNull(1) {
      guard let entity = host.bridge.entity(call.object(1)) else { throw call.mismatch(1, "entity") }
      context = entity
    }
    try host.bridge.turn { try host.runtime.navigate(to: name, context: context, kind: kind) }
    return .nothing
  }
}
