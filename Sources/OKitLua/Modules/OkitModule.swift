/// Builds the module `okit` in an application's Lua state: the prelude with its host functions.
struct OkitModule {
  let state: LuaState
  let runtime: AppRuntime
  let host: ScriptHost
  let arguments: [String]

  typealias Body = (borrowing LuaCall) throws -> LuaOutcome
  /// A function of a part of the module.
  typealias Function<Part> = HostMember<@Sendable (Part, borrowing LuaCall) throws -> LuaOutcome>

  /// Makes the global `okit`, and what `require "okit"` answers.
  func install() throws {
    var pairs = try internals.map { LuaTable.Pair(key: .string($0), value: .function(try state.makeFunction($0, $1))) }
    let data = try state.makeFunction("data", of: state) { state, _ in
      .value(.function(try DataModule.make(in: state)))
    }
    pairs += [
      .init(key: "data", value: .function(data)), try state.setter("set_clock") { try $0.setClock($1) },
      try state.setter("set_warning") { try $0.setWarning($1) },
      .init(key: "functions", value: .table(LuaTable(pairs: try functions))),
      .init(
        key: "models",
        value: .table(
          LuaTable(pairs: try declared(ModelModule.functions, of: ModelModule(host), prefix: "okit.Model.")))),
      .init(
        key: "secure_store",
        value: .table(
          LuaTable(
            pairs: try declared(SecureStoreModule.functions, of: SecureStoreModule(host), prefix: "okit.SecureStore.")))
      ),
      .init(
        key: "backups",
        value: .table(
          LuaTable(pairs: try declared(BackupModule.functions, of: BackupModule(host), prefix: "okit.Backup.")))),
      .init(
        key: "themes",
        value: .table(
          LuaTable(pairs: try declared(ThemeModule.functions, of: ThemeModule(host), prefix: "okit.ModelTheme.")))),
      .init(
        key: "base64",
        value: .table(
          LuaTable(pairs: try declared(Base64Module.functions, of: Base64Module(), prefix: "okit.base64.")))),
      .init(key: "entity_classes", value: names(ModelTypes.classes.map(\.name))),
      .init(key: "scalar_types", value: names(ModelTypes.scalarTypes.map(\.name))),
      .init(key: "type_options", value: names(ModelTypes.typeOptions.memberNames)),
      .init(key: "reference_options", value: names(ModelTypes.referenceOptions.memberNames)),
      .init(key: "log_levels", value: names(LogEntry.Level.allCases.map(\.rawValue))),
      .init(key: "component_classes", value: componentClasses),
      .init(key: "arguments", value: names(arguments)),
      .init(key: "keep_frame", value: .function(try state.makeFrameKeeper())),
      .init(key: "exit", value: .function(try state.makeExitFunction())),
    ]
    guard case .function(let addParts)? = try state.call(state.loadPrelude("parts")).first else {
      return
    }
    pairs.append(.init(key: "add_parts", value: .function(addParts)))
    // The prelude adds a function of its own to the table, so the table is kept rather than copied.
    try state.set("__okit_host", to: .table(LuaTable(pairs: pairs)))
    guard let table = try state.reference(at: "__okit_host") else { return }
    try state.set("__okit_host", to: .null)
    guard case .function(let make)? = try state.call(state.loadPrelude("okit")).first else { return }
    let module = try state.call(
      state.load(
        """
        local make, host = ... ; okit = make(host); return host.super_of, host.members_of, host.class_members, \
        host.adopt
        """,
        chunk: "=[okit start]"),
      [.function(make), .function(table)])
    guard module.count == 4, case .function(let find) = module[0], case .function(let members) = module[1],
      case .function(let names) = module[2], case .function(let adopt) = module[3]
    else { return }
    host.superObjects.find = find
    host.members = members
    host.classMembers = names
    host.adopt = adopt
  }

  private func names(_ names: [String]) -> LuaValue { .table(LuaTable(array: names.map(LuaValue.string))) }

  private var componentClasses: LuaValue {
    .table(
      LuaTable(
        pairs: ComponentDescriptor.all.map { .init(key: .string($0.name), value: names($0.functionNames)) }))
  }

  /// The members of `okit` that are functions of the host.
  private var functions: [LuaTable.Pair] {
    get throws {
      try declared(TimeModule.functions, of: TimeModule(host))
        + declared(DialogModule.functions, of: DialogModule(host))
        + declared(NavigationModule.functions, of: NavigationModule(host))
        + declared(TextModule.functions, of: TextModule(host)) + declared(NetModule.functions, of: NetModule(host))
        + [.init(key: .string(MaskModule.create.name), value: .function(MaskModule.make(in: state)))]
    }
  }

  private func declared<Part>(_ functions: [Function<Part>], of part: Part, prefix: String = "okit.") throws
    -> [LuaTable.Pair]
  {
    try functions.map { function in
      let body = function.body
      let value = try state.makeFunction(function.declaration, prefix: prefix) { call in
        try call.expectNoOptions()
        return try body(part, call)
      }
      return .init(key: .string(function.name), value: .function(value))
    }
  }

  /// The functions for the prelude, which scripts do not see.
  private var internals: [(String, Body)] {
    [("fail", DriverModule.fail), ("unknown", DriverModule.unknown)] + ClassModule(host).internals
      + ComponentModule(host).internals + TimeModule(host).internals + TextModule(host).internals
      + ModelModule(host).internals + OwnApplicationModule(host).internals + InputModule(host).internals
      + SecureStoreModule(host).internals + StoryboardModule(host).internals + ThemeModule(host).internals
  }
}
