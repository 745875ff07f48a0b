import OKitEngine

/// Builds the module `okit` in an application's Lua state: the prelude with its host functions.
struct OkitModule {
  let state: LuaState
  let runtime: AppRuntime
  let host: ScriptHost
  let arguments: [String]

  typealias Body = (borrowing LuaCall) throws -> LuaOutcome

  /// Makes the global `okit`, and what `require "okit"` answers.
  func install() throws {
    var functions: [LuaTable.Pair] = []
    func add(_ name: String, _ body: @escaping Body) throws {
      functions.append(.init(key: .string(name), value: .function(try state.makeFunction(name, body))))
    }
    for module: [(String, Body)] in [
      failures, ClassModule(host).functions, ComponentModule(host).functions, ModelModule(host).functions,
      TimeModule(host).functions, DialogModule(host).functions, NavigationModule(host).functions,
      TextModule(host).functions, OwnApplicationModule(host).functions,
    ] {
      for (name, body) in module { try add(name, body) }
    }
    functions.append(
      .init(
        key: "entity_classes", value: .table(LuaTable(array: ["ModelEntity", "Model", "ModelTransient", "ModelRef"]))))
    functions.append(.init(key: "component_classes", value: componentClasses))
    functions.append(
      .init(key: "arguments", value: .table(LuaTable(array: arguments.map(LuaValue.string)))))
    // The prelude adds a function of its own to the table, so the table is kept rather than copied.
    try state.set("__okit_host", to: .table(LuaTable(pairs: functions)))
    guard let table = try state.reference(at: "__okit_host") else { return }
    try state.set("__okit_host", to: .null)
    guard case .function(let make)? = try state.call(state.loadPrelude("okit")).first else { return }
    let module = try state.call(
      state.load("local make, host = ... ; okit = make(host); return host.super_of", chunk: "=[okit start]"),
      [.function(make), .function(table)])
    if case .function(let maker)? = module.first { host.superObjects.find = maker }
  }

  private var componentClasses: LuaValue {
    .table(
      LuaTable(
        pairs: ComponentKind.allCases.map { kind in
          .init(
            key: .string(kind.rawValue),
            value: .table(LuaTable(array: Controller.functionNames(of: kind).map(LuaValue.string))))
        }))
  }

  private var failures: [(String, Body)] { [("fail", DriverModule.fail), ("unknown", DriverModule.unknown)] }
}
