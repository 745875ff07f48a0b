internal import CLua

// Host functions, globals, kinds of objects.

extension LuaState {
  /// Creates a Lua function that calls the host. It lives as long as the state, so do not create functions in a loop.
  ///
  /// - Parameters:
  ///   - name: The name in errors about arguments.
  ///   - hiddenArguments: The number of leading arguments that a prelude adds; errors do not count them.
  ///   - body: The function.
  package func makeFunction(
    _ name: String, hiddenArguments: Int = 0, _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    let entry = FunctionEntry(core: core, name: name, body: body)
    entry.hiddenArguments = hiddenArguments
    return try makeFunction(entry)
  }

  /// Creates a Lua function that works for an object, which may have gone when a script calls it.
  ///
  /// - Parameters:
  ///   - owner: The object. The function does not retain it; a call after its end throws `lua.closed`.
  ///   - body: The function, with the object as its first argument.
  package func makeFunction<Owner: AnyObject>(
    _ name: String, of owner: Owner, _ body: @escaping (Owner, borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    try makeFunction(name) { [weak owner] call in try body(Self.existing(owner, name), call) }
  }

  /// As `makeFunction(_:of:_:)`, for an object with a reference.
  func makeFunction<Owner: AnyObject>(
    _ name: String, for owner: UnretainedReference<Owner>,
    _ body: @escaping (Owner, borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    try makeFunction(name) { call in try body(Self.existing(owner.object, name), call) }
  }

  private static func existing<Owner>(_ owner: Owner?, _ name: String) throws(Diagnostic) -> Owner {
    guard let owner else { throw Diagnostic("lua.closed", "\(name) was called after its application had ended") }
    return owner
  }

  /// Returns the member of a prelude's host by which it gives the state one of its functions.
  func setter(_ name: String, _ set: @escaping (LuaState, LuaFunction) throws -> Void) throws -> LuaTable.Pair {
    let function = try makeFunction(name, of: self) { state, call in
      try set(state, call.function(0))
      return .nothing
    }
    return .init(key: .string(name), value: .function(function))
  }

  func makeFunction(_ entry: HostEntry, isMethod: Bool = false) throws -> LuaFunction {
    var slot: Int32 = 0
    let address = core.keep(entry)
    try core.check { okit_make_function($0, address, isMethod, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// Creates a function that makes functions of a prelude keep the line of a script that calls them in tail position.
  func makeFrameKeeper() throws -> LuaFunction {
    var slot: Int32 = 0
    try core.check { okit_make_frame_keeper($0, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// Creates a function that makes `__call` of a class of entities.
  func makeClassCaller() throws -> LuaFunction {
    var slot: Int32 = 0
    try core.check { okit_make_class_caller($0, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// Creates the function that ends the session with a status.
  func makeExitFunction() throws -> LuaFunction {
    var slot: Int32 = 0
    try core.check { okit_make_exit($0, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// Creates a function that scripts see, with its declaration.
  ///
  /// - Parameters:
  ///   - prefix: The text before its name in errors: `okit.`, `entity:`.
  ///   - hiddenArguments: The number of leading arguments that a prelude or a colon adds.
  func makeFunction(
    _ declaration: Declaration, prefix: String, hiddenArguments: Int = 0,
    _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    let entry = FunctionEntry(core: core, name: declaration.name, body: body)
    (entry.declaration, entry.prefix, entry.hiddenArguments) = (declaration, prefix, hiddenArguments)
    return try makeFunction(entry)
  }

  /// Creates a function of an object of a kind, such as `entity:set`: `call.receiver` is its first argument.
  ///
  /// Unowned, because a weak reference would make each use of the owner dearer, and scripts call these functions most.
  ///
  /// - Parameter owner: What the functions of the kind work with; it must live until the state is closed.
  func makeMethod(
    _ declaration: Declaration, prefix: String, of owner: AppBridge,
    _ body: @escaping (AppBridge, borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    let entry = MethodEntry(core: core, name: declaration.name, owner: owner, body: body)
    (entry.declaration, entry.prefix, entry.hiddenArguments) = (declaration, prefix, 1)
    return try makeFunction(entry, isMethod: true)
  }

  /// Makes a host function a global, or a field of global tables (`okit.log.info`), which are created if missing.
  package func register(_ path: String, _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome) throws {
    try set(path, to: .function(makeFunction(path, body)))
  }

  /// Writes a global, or a field of global tables, past any metatables.
  package func set(_ path: String, to value: LuaValue) throws {
    let values = try core.encode([value])
    try withText(path) { text in try core.check { okit_set_path($0, text, values) } }
  }

  /// Reads a global, or a field of global tables, past any metatables. Returns `.null` when a part of the path is
  /// missing.
  package func value(at path: String) throws -> LuaValue { try read(path, keep: false) }

  /// Returns a reference to the table, function or other value at a path; nil when there is none.
  package func reference(at path: String) throws -> LuaReference? {
    guard case .function(let reference) = try read(path, keep: true) else { return nil }
    return reference
  }

  /// Returns what a global function is now, as `reference(at:)`. Its path is prepared once, so that calling functions
  /// by their names makes no references. The result is valid until the next call.
  func function(at path: String) throws -> LuaFunction? {
    guard let raw = core.raw, !okit_runs_elsewhere(raw), let prepared = try prepared(path) else {
      return try reference(at: path)
    }
    // A value that cannot be read now, as after a limit, fails as it does elsewhere.
    return okit_refresh_global(raw, &prepared.global) ? prepared.function : try reference(at: path)
  }

  /// Returns the prepared path of a global variable; nil for one that is too long, or one too many: paths may come from
  /// data.
  private func prepared(_ path: String) throws -> PreparedGlobal? {
    if let lastGlobal, lastGlobal.path == path { return lastGlobal }
    if let known = globals[path] {
      lastGlobal = known
      return known
    }
    guard globals.count < 1000 else { return nil }
    var global = okit_global()
    try withText(path) { text in try core.check { okit_prepare_global($0, text, &global) } }
    guard global.slot != 0 else { return nil }
    let known = PreparedGlobal(path, global, LuaReference(core: core, slot: global.slot))
    globals[path] = known
    return known
  }

  private func read(_ path: String, keep: Bool) throws -> LuaValue {
    var values = okit_values()
    try withText(path) { text in try core.check { okit_get_path($0, text, keep, &values) } }
    return try LuaDecoder.values(values, core: core).first ?? .null
  }

  /// Defines a kind of host object. Its objects are values `.object(LuaObject(kind:bits:))`.
  ///
  /// - Parameters:
  ///   - name: The name in errors and `tostring`.
  ///   - handler: Performs the operations of scripts on objects of the kind.
  ///   - weight: The bytes that an object counts towards the memory limit, for the data that the host keeps for it.
  package func defineKind(_ name: String, handler: any LuaObjectHandler, weight: Int = 0) throws -> LuaKind {
    try defineKind(name, handler: handler, elements: nil, weight: weight)
  }

  /// Defines a kind of collections.
  ///
  /// - Parameter elements: Reads the elements ahead; nil for collections that are read one by one.
  func defineKind(
    _ name: String, handler: any LuaObjectHandler, elements: (any LuaElementSource)?, weight: Int
  ) throws -> LuaKind {
    try core.defineKind(ObjectEntry(core: core, name: name, handler: handler, elements: elements), weight: weight)
  }

  /// Gives a name a number: the handler gets reads and writes of `name` as `call.slot`, without looking the name up.
  package func setSlot(_ slot: Int, for name: String, of kind: LuaKind) throws {
    guard let slot = Int32(exactly: slot), slot >= 0 else {
      throw Diagnostic("lua.object", "slots count from 0")
    }
    try withText(name) { text in try core.check { okit_set_slot($0, kind.rawValue, text, slot) } }
  }

  /// Makes reads of `name` return `value`, such as a method, without calling the handler. Numbers are not allowed.
  /// `.null` removes the member, or the slot.
  package func setMember(_ name: String, to value: LuaValue, of kind: LuaKind) throws {
    switch value {
    case .int, .double: throw Diagnostic("lua.object", "a member cannot be a number")
    default: break
    }
    let values = try core.encode([value])
    try withText(name) { text in try core.check { okit_set_member($0, kind.rawValue, text, values) } }
  }

  /// Adds stubs of `package`, `debug` and `io`, which modules expect when they are loaded.
  ///
  /// - Parameter path: The value of `package.path`.
  func addStubs(path: String) throws {
    try withText(path) { text in try core.check { okit_add_stubs($0, text) } }
  }

  private func withText(_ text: String, _ body: (okit_text) throws -> Void) throws {
    var text = text
    try text.withUTF8 { try body(okit_text($0)) }
  }
}

/// The path of a global variable, or of a field of global tables, as Lua strings, with a reference to its value.
final class PreparedGlobal {
  let path: String
  let function: LuaFunction
  @exclusivity(unchecked) var global: okit_global

  init(_ path: String, _ global: okit_global, _ function: LuaFunction) {
    (self.path, self.global, self.function) = (path, global, function)
  }
}
