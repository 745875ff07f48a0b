/// The built-in methods of entities: getters, writing, calling, observing, snapshots.
enum EntityMethods {
  /// What a method does. A structure, because a function as a generic argument would be called through another one.
  struct Body: Sendable {
    let perform: @Sendable (AppBridge, EntityID, borrowing LuaCall) throws -> LuaOutcome
  }

  typealias Function = HostMember<Body>

  static let all: [Function] =
    [
      .init(
        "get", "(path: string): any", "Returns the value of a binding; for a binding with several parts, their text."
      ) { bridge, entity, call in
        bridge.answer(try bridge.value(call, 1, of: entity), call)
      },
      getter("getString", "string?", "Returns the value as a string.") {
        $0.getString($1, $2).map(Value.string) ?? .null
      },
      getter("getBool", "boolean", "Returns whether the value is true.") { .bool($0.getBool($1, $2)) },
      getter("getInt", "integer?", "Returns the value as an integer.") { $0.getInt($1, $2).map(Value.int) ?? .null },
      getter("getDouble", "number?", "Returns the value as a number.") {
        $0.getDouble($1, $2).map(Value.double) ?? .null
      },
      getter("getStrings", "string[]", "Returns the text of each part of a binding.") { evaluator, program, entity in
        .list(evaluator.getAll(program, entity).map { evaluator.text($0).map(Value.string) ?? .null })
      },
      getter("getDate", "okit.Date?", "Returns the value as a date.") { $0.getDate($1, $2).map(Value.date) ?? .null },
      getter("getImage", "string?", "Returns the value as the name of an image or its bytes.") {
        $0.getImage($1, $2).map(Value.image) ?? .null
      },
      getter("getAll", "any[]", "Returns one value for each part of a binding.") { .list($0.getAll($1, $2)) },
      getter("resolve", "okit.Entity?", "Returns the entity at the end of a path.") {
        $0.resolve($1, $2).map(Value.entity) ?? .null
      },
      getter("contexts", "okit.Entity[]", "Returns every entity that a path visits, in order.") {
        .list($0.contexts($1, $2).map(Value.entity))
      },
      .init(
        "set", "(path: string, value: any, options?: okit.WriteOptions)", "Writes a value through a binding."
      ) { try set($0, $1, $2) },
      .init(
        "call",
        """
        (path: string, completion?: fun(result: any) 'runs when the function has ended', options?: \
        okit.WriteOptions): any
        """,
        """
        Calls the function that a binding names and returns the result; for an asynchronous function, an \
        `okit.CallHandle`.
        """
      ) { try call($0, $1, $2) },
      .init(
        "observe", "(path: string, fn: fun(new: any, old: any)): okit.Handle",
        "Calls a function after each turn that changed the value of a binding."
      ) { try observe($0, $1, $2) },
      .init(
        "onPatch", "(fn: fun(patches: okit.Patch[])): okit.Handle",
        "Calls a function after each turn that changed the entity or its descendants."
      ) { try onPatch($0, $1, $2) },
      .init(
        "snapshot", "(): table", "Returns the entity and its descendants as plain tables; dates are seconds since 2001."
      ) { bridge, entity, _ in .value(bridge.lua(bridge.store.jsonValue(entity))) },
      .init(
        "apply", "(snapshot: table)",
        "Updates the entity from a table. A table with an `id` is complete; one without is partial."
      ) { bridge, entity, call in
        let jsonValue = try bridge.jsonObject(.table(call.table(1)))
        try bridge.turn { try bridge.store.apply(jsonValue, to: entity) }
        return .nothing
      },
    ] + stateful + mapped + namedAsInOKit

  static func getter(
    _ name: String, _ result: String, _ meaning: String,
    _ get: @escaping @Sendable (Evaluator, BindingProgram, EntityID) -> Value
  ) -> Function {
    .init(name, "(path: string): \(result)", meaning) { bridge, entity, call in
      let program = try bridge.program(call, 1)
      return bridge.answer(try bridge.store.throwingLimits { get(bridge.evaluator, program, entity) }, call)
    }
  }

  static func make(_ bridge: AppBridge) throws -> [String: LuaFunction] {
    var methods: [String: LuaFunction] = [:]
    for function in all {
      let perform = function.body.perform
      methods[function.name] = try bridge.state.makeMethod(function.declaration, prefix: "entity:", of: bridge) {
        bridge, call in
        guard let entity = bridge.entity(call.receiver) else { throw call.mismatch(0, "entity") }
        if !bridge.isReadable(entity), let unreadable = bridge.store.unreadable(entity),
          function.name != "call" || !bridge.store.exists(entity)
        {
          throw unreadable
        }
        return try perform(bridge, entity, call)
      }
    }
    return methods
  }

  /// The option `{ suppressInvalidate = true }`.
  static func suppresses(_ call: borrowing LuaCall, _ index: Int) throws -> Bool {
    guard !call.isNull(index) else { return false }
    let options = try call.table(index)
    for pair in options.pairs where pair.key != "suppressInvalidate" {
      let given = if case .string(let name) = pair.key { name } else { pair.key.typeName }
      throw Diagnostic(
        "lua.unknownMember", "unknown option \"\(given)\"",
        hint: NearestName.hint(for: given, in: EntityTypes.writeOptions.memberNames)
      ).about(given)
    }
    return options["suppressInvalidate"] == .bool(true)
  }

  /// `entity:set(path, value [, options])`.
  static func set(_ bridge: AppBridge, _ entity: EntityID, _ call: borrowing LuaCall) throws -> LuaOutcome {
    if let value = call.scalar(2), call.isNull(3), bridge.write(value, call, 1, of: entity) { return .nothing }
    let program = try bridge.program(call, 1)
    let value = try bridge.value(call[2])
    let silently = try suppresses(call, 3)
    try bridge.change { try bridge.evaluator.set(program, entity, value, suppressInvalidate: silently) }
    return .nothing
  }

  /// `entity:call(path [, completion [, options]])`: the completion gets the result when the function has ended.
  private static func call(_ bridge: AppBridge, _ entity: EntityID, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let program = try bridge.program(call, 1)
    let completion = call.isNull(2) ? nil : try call.function(2)
    let silently = try suppresses(call, 3)
    var answer: Value?
    var isLate = false
    let ticket = bridge.host.makeTicket(isKept: true)
    let note = Diagnostic.Note.binding(.init(binding: program.quotedText))
    try bridge.turn {
      bridge.evaluator.call(program, entity, because: note, suppressInvalidate: silently) { [unowned bridge] result in
        switch result {
        case .success(let value):
          answer = value
          if isLate { bridge.host.complete(ticket, [bridge.lua(value)]) }
          guard let completion else { return }
          do { try bridge.state.call(completion, [bridge.lua(value)]) } catch { bridge.runtime.fail(error) }
        case .failure(let failure):
          let diagnostic = failure.appending(note)
          if isLate { bridge.host.complete(ticket, .failure(diagnostic)) } else { bridge.runtime.fail(diagnostic) }
        }
      }
    }
    isLate = true
    if answer != nil { bridge.host.forget(RuntimeHandle(.call, UInt32(truncatingIfNeeded: ticket))) }
    // A function that takes its time answers a handle to wait for.
    return .value(bridge.lua(answer ?? .handle(RuntimeHandle(.call, UInt32(truncatingIfNeeded: ticket)))))
  }

  /// `entity:observe(path, fn)`: `fn(new, old)` after each turn that changed the value.
  private static func observe(_ bridge: AppBridge, _ entity: EntityID, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let program = try bridge.program(call, 1)
    let function = try call.function(2)
    let place = call.place
    let observation = PathObservation(bridge.evaluator, program, entity, place: place) { [unowned bridge] new, old in
      guard !bridge.state.isDead else { return }
      do {
        try bridge.store.transaction { _ = try bridge.state.call(function, [bridge.lua(new), bridge.lua(old)]) }
      } catch {
        let diagnostic = error.diagnostic("function.failed")
        bridge.runtime.report(diagnostic.appending(.observer(path: program.text, registeredAt: place)))
      }
    }
    return .value(bridge.lua(.handle(bridge.host.register(observation))))
  }

  /// `entity:onPatch(fn)`: `fn(patches)` after each turn that changed something below the entity.
  private static func onPatch(_ bridge: AppBridge, _ entity: EntityID, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let function = try call.function(1)
    let handle = bridge.runtime.patches.observe(entity, place: call.place) { [unowned bridge] patches in
      guard !bridge.state.isDead else { return }
      do {
        try bridge.turn { _ = try bridge.state.call(function, [bridge.lua(.array(patches.map(\.jsonValue)))]) }
      } catch {
        bridge.runtime.report(
          error.diagnostic("function.failed").appending(.patchObserver))
      }
    }
    return .value(bridge.lua(.handle(handle)))
  }
}

extension AppBridge {
  /// A function of an entity's class, called from another Lua state: the same for all classes, found by name.
  func foreignMethod(_ name: String) throws -> LuaFunction {
    if let method = foreignMethods[name] { return method }
    let method = try state.makeFunction(name, of: self) { bridge, call in
      guard let entity = bridge.entity(call.object(0)), let type = bridge.store.type(of: entity),
        let function = bridge.function(named: name, of: type)
      else {
        var mismatch = call.mismatch(0, "entity with a function \"\(name)\"")
        mismatch.hint = "call it with a colon: entity:\(name)(…)"
        throw mismatch
      }
      let arguments = try call.values(from: 1).map(bridge.value)
      return try bridge.turn {
        .value(bridge.lua(try bridge.host.call(function, receiver: .entity(entity), arguments: arguments)))
      }
    }
    foreignMethods[name] = method
    return method
  }

  /// Returns the function that the script, or its program, has defined for entities of a class.
  private func function(named name: String, of type: EntityType) -> FunctionRef? {
    switch evaluator.resolver.meaning(of: name, on: type) {
    case .function(let function), .extended(.host(let function)): function
    default: nil
    }
  }
}

extension HostMember where Body == EntityMethods.Body {
  init(
    _ name: String, _ type: String, _ meaning: String,
    _ perform: @escaping @Sendable (AppBridge, EntityID, borrowing LuaCall) throws -> LuaOutcome
  ) {
    self.init(name, type, meaning, EntityMethods.Body(perform: perform))
  }
}
