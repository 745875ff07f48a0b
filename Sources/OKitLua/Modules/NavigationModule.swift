import OKitEngine

/// `okit.navigate`, `present`, `dismiss`, `back`.
struct NavigationModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "navigate", "(name: string, context?: okit.Entity)",
      "Goes to a controller; without a context, with that of the screen."
    ) { try $0.go($1, .push) },
    .init(
      "present", "(name: string, context?: okit.Entity)", "Presents a controller, above what is there."
    ) { try $0.go($1, .present) },
    .init("dismiss", "()", "Closes the presentation; fails when there is none.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.dismiss() }
      return .nothing
    },
    .init("back", "()", "Goes back; fails on the lowest screen of a presentation.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.back() }
      return .nothing
    },
  ]

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
