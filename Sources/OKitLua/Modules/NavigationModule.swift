/// `okit.navigate`, `present`, `dismiss`, `back`, and the content of the application.
struct NavigationModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "navigate", "(name: string, context?: okit.Entity)",
      "Pushes a controller; without a context, with the context of the current screen."
    ) { try $0.open($1, .push) },
    .init(
      "present", "(name: string, context?: okit.Entity)", "Presents a controller modally."
    ) { try $0.open($1, .present) },
    .init(
      "navigateToTarget", "(name: string, context?: okit.Entity)",
      """
      Shows a content of the application: a controller or container. With a context, each of its stacks goes to its \
      root.
      """
    ) { module, call in
      let (name, context) = (try call.string(0), try module.context(call, 1))
      try module.host.bridge.turn { try module.host.runtime.showContent(name, context: context) }
      return .nothing
    },
    .init("navigateToHome", "()", "Shows the home of the application, with its default context.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.showHome() }
      return .nothing
    },
    .init("dismiss", "()", "Closes the presented screens; fails when nothing is presented.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.dismiss() }
      return .nothing
    },
    .init("back", "()", "Returns to the previous screen; fails on the first one of its stack.") { module, _ in
      try module.host.bridge.turn { try module.host.runtime.back() }
      return .nothing
    },
  ]

  /// An entity, or nil.
  private func context(_ call: borrowing LuaCall, _ index: Int) throws -> EntityID? {
    if call.isNull(index) { return nil }
    guard let entity = host.bridge.entity(call.object(index)) else { throw call.mismatch(index, "entity") }
    return entity
  }

  private func open(_ call: borrowing LuaCall, _ kind: Segue.Kind) throws -> LuaOutcome {
    let (name, context) = (try call.string(0), try context(call, 1))
    try host.bridge.turn { try host.runtime.navigate(to: name, context: context, kind: kind) }
    return .nothing
  }
}
