/// A part of the module `okit`, which works for the application that uses the environment.
protocol ScriptModule {
  var environment: ScriptEnvironment { get }
  /// The functions for the prelude, which scripts do not see.
  var internals: [(String, OkitModule.Body)] { get }

  init(environment: ScriptEnvironment)
}

extension ScriptModule {
  var host: ScriptHost { environment.host }
  var internals: [(String, OkitModule.Body)] { [] }
}

/// Builds the module `okit` in an application's Lua state: the prelude with its host functions.
struct OkitModule {
  let environment: ScriptEnvironment
  let arguments: [String]
  private var state: LuaState { environment.host.state }

  typealias Body = (borrowing LuaCall) throws -> LuaOutcome
  /// A function of a part of the module.
  typealias Function<Part> = HostMember<@Sendable (Part, borrowing LuaCall) throws -> LuaOutcome>

  /// Makes the global `okit`, and what `require "okit"` answers.
  func install() throws -> ScriptEnvironment.Functions? {
    var pairs = try internals.map { LuaTable.Pair(key: .string($0), value: .function(try state.makeFunction($0, $1))) }
    let data = try state.makeFunction("data") { [environment] _ in
      .value(.function(try DataModule.make(in: environment.host.state)))
    }
    let requests = try state.makeFunction("requests") { [environment] _ in
      let state = environment.host.state
      let checks = LuaTable(pairs: [.init(key: "check_url", value: .function(try NetModule.makeURLCheck(in: state)))])
      return .value(.function(try state.prelude("requests", checks, of: "requests")))
    }
    let handleKind = environment.bridge.handleKind
    // A loop calls it for each entity: it finds the bridge without counting references.
    let create = MethodEntry(core: state.core, name: "create", owner: environment.bridge, body: ClassModule.create)
    pairs += [
      .init(key: "create", value: .function(try state.makeFunction(create))),
      .init(key: "requests", value: .function(requests)),
      .init(key: "handle_wait", value: .function(try environment.bridge.handles.makeWait())),
      try state.setter("set_handle_wait") { try $0.setMember("wait", to: .function($1), of: handleKind) },
      .init(key: "data", value: .function(data)), try state.setter("set_clock") { try $0.setClock($1) },
      try state.setter("set_warning") { try $0.setWarning($1) },
      .init(key: "functions", value: .table(LuaTable(pairs: try functions))),
      try part("models", ModelModule.functions, of: .init(environment: environment), prefix: "okit.Model."),
      try part(
        "secure_store", SecureStoreModule.functions, of: .init(environment: environment), prefix: "okit.SecureStore."),
      try part("backups", BackupModule.functions, of: .init(environment: environment), prefix: "okit.Backup."),
      try part("themes", ThemeModule.functions, of: .init(environment: environment), prefix: "okit.ModelTheme."),
      try part("outbox", OutboxModule.functions, of: .init(environment: environment), prefix: "okit.outbox."),
      try part("base64", Base64Module.functions, of: Base64Module(), prefix: "okit.base64."),
      .init(key: "entity_classes", value: names(ModelTypes.classes.map(\.name))),
      .init(key: "scalar_types", value: names(ModelTypes.scalarTypes.map(\.name))),
      .init(key: "type_options", value: names(ModelTypes.typeOptions.memberNames)),
      .init(key: "reference_options", value: names(ModelTypes.referenceOptions.memberNames)),
      .init(key: "log_levels", value: names(LogEntry.Level.allCases.map(\.rawValue))),
      .init(key: "arguments", value: names(arguments)),
      .init(key: "keep_frame", value: .function(try state.makeFrameKeeper())),
      .init(key: "class_call", value: .function(try state.makeClassCaller())),
      .init(key: "exit", value: .function(try state.makeExitFunction())),
    ]
    pairs += components
    guard case .function(let addParts)? = try state.call(state.loadPrelude("parts")).first else {
      return nil
    }
    pairs.append(.init(key: "add_parts", value: .function(addParts)))
    // The prelude adds a function of its own to the table, so the table is kept rather than copied.
    try state.set("__okit_host", to: .table(LuaTable(pairs: pairs)))
    guard let table = try state.reference(at: "__okit_host") else { return nil }
    try state.set("__okit_host", to: .null)
    guard case .function(let make)? = try state.call(state.loadPrelude("okit")).first else { return nil }
    var text = """
      local make, host = ... ; okit = make(host); return host.super_of, host.members_of, host.class_members, host.adopt
      """
    let start = try text.withUTF8 {
      try state.load(prelude: UnsafeRawBufferPointer($0), chunk: "=[okit start]")
    }
    let functions = try state.call(start, [.function(make), .function(table)])
    guard functions.count == 4, case .function(let superFunction) = functions[0],
      case .function(let members) = functions[1], case .function(let classMembers) = functions[2],
      case .function(let adopt) = functions[3]
    else { return nil }
    return ScriptEnvironment.Functions(
      superFunction: superFunction, members: members, classMembers: classMembers, adopt: adopt)
  }

  private func names(_ names: [String]) -> LuaValue { .table(LuaTable(array: names.map(LuaValue.string))) }

  /// The groups of functions that scripts can override, and the built-in classes with the numbers of their groups.
  private var components: [LuaTable.Pair] {
    var groups: [ComponentDescriptor.FunctionGroup] = []
    let classes = ComponentDescriptor.all.map { descriptor in
      let numbers = descriptor.functionGroups.map { group in
        if let known = groups.firstIndex(where: { $0 === group }) { return LuaValue.int(known + 1) }
        groups.append(group)
        return .int(groups.count)
      }
      return LuaTable.Pair(key: .string(descriptor.name), value: .table(LuaTable(array: numbers)))
    }
    let functions = groups.map { names($0.functions.map(\.name)) }
    return [
      .init(key: "function_groups", value: .table(LuaTable(array: functions))),
      .init(key: "component_classes", value: .table(LuaTable(pairs: classes))),
    ]
  }

  /// The members of `okit` that are functions of the host.
  private var functions: [LuaTable.Pair] {
    get throws {
      try declared(TimeModule.functions, of: .init(environment: environment))
        + declared(DialogModule.functions, of: .init(environment: environment))
        + declared(NavigationModule.functions, of: .init(environment: environment))
        + declared(TextModule.functions, of: .init(environment: environment))
        + declared(HistoryModule.functions, of: .init(environment: environment))
        + declared(NetModule.functions, of: .init(environment: environment))
        + [.init(key: .string(MaskModule.create.name), value: .function(MaskModule.make(in: state)))]
    }
  }

  /// The functions of a part of the module, as a table.
  private func part<Part>(_ key: LuaValue, _ functions: [Function<Part>], of part: Part, prefix: String) throws
    -> LuaTable.Pair
  {
    .init(key: key, value: .table(LuaTable(pairs: try declared(functions, of: part, prefix: prefix))))
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

  private var internals: [(String, Body)] {
    let parts: [any ScriptModule.Type] = [
      ClassModule.self, ComponentModule.self, TimeModule.self, TextModule.self, ModelModule.self,
      OwnApplicationModule.self, InputModule.self, NetModule.self, SecureStoreModule.self, StoryboardModule.self,
      ThemeModule.self, OutboxModule.self,
    ]
    return [("fail", DriverModule.fail), ("unknown", DriverModule.unknown)]
      + parts.flatMap { $0.init(environment: environment).internals }
      + ClientModule(environment: environment).internals
  }
}
