internal import CLua
internal import OKitEngine

// Host functions, globals, kinds of objects.

extension LuaState {
  /// A Lua function that calls the host. It lives as long as the state, so this is not for functions made in a loop.
  ///
  /// - Parameters:
  ///   - name: What errors about arguments call it.
  ///   - hiddenArguments: How many leading arguments a prelude adds; those errors do not count them.
  ///   - body: What Lua calls.
  public func makeFunction(
    _ name: String, hiddenArguments: Int = 0, _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    let entry = FunctionEntry(core: core, name: name, body: body)
    entry.hiddenArguments = hiddenArguments
    return try makeFunction(entry)
  }

  private func makeFunction(_ entry: HostEntry) throws -> LuaFunction {
    var slot: Int32 = 0
    let address = core.keep(entry)
    try core.check { okit_make_function($0, address, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// A function that scripts see, with what it is declared as.
  ///
  /// - Parameters:
  ///   - prefix: What errors write before its name: `okit.`, `entity:`.
  ///   - hiddenArguments: How many leading arguments a prelude or a colon adds.
  func makeFunction(
    _ declaration: Declaration, prefix: String, hiddenArguments: Int = 0,
    _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    let entry = FunctionEntry(core: core, name: declaration.name, body: body)
    (entry.declaration, entry.prefix, entry.hiddenArguments) = (declaration, prefix, hiddenArguments)
    return try makeFunction(entry)
  }

  /// Makes a host function a global, or a field of global tables (`okit.log.info`), which are made where missing.
  public func register(_ path: String, _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome) throws {
    try set(path, to: .function(makeFunction(path, body)))
  }

  /// Writes a global, or a field of global tables, past any metatables.
  public func set(_ path: String, to value: LuaValue) throws {
    let values = try core.encode([value])
    try withText(path) { text in try core.check { okit_set_path($0, text, values) } }
  }

  /// Reads a global, or a field of global tables, past any metatables. `.null` when anything on the way is missing.
  public func value(at path: String) throws -> LuaValue { try read(path, keep: false) }

  /// Keeps the table, function or other value at a path as it is; nil when there is none.
  public func reference(at path: String) throws -> LuaReference? {
    guard case .function(let reference) = try read(path, keep: true) else { return nil }
    return reference
  }

  private func read(_ path: String, keep: Bool) throws -> LuaValue {
    var values = okit_values()
    try withText(path) { text in try core.check { okit_get_path($0, text, keep, &values) } }
    return try LuaDecoder.values(values, core: core).first ?? .null
  }

  /// A new kind of host object. Objects of it are values `.object(LuaObject(kind:bits:))`.
  ///
  /// - Parameters:
  ///   - name: What errors and `tostring` call it.
  ///   - handler: Answers what scripts do with objects of the kind.
  ///   - weight: How many bytes of the memory limit an object of it takes, for what the host keeps behind it.
  public func defineKind(_ name: String, handler: any LuaObjectHandler, weight: Int = 0) throws -> LuaKind {
    try core.defineKind(ObjectEntry(core: core, name: name, handler: handler), weight: weight)
  }

  /// Reading and writing `name` reaches the handler as `call.slot`, which spares it to look the name up.
  public func setSlot(_ slot: Int, for name: String, of kind: LuaKind) throws {
    guard let slot = Int32(exactly: slot), slot >= 0 else {
      throw Diagnostic("lua.object", "slots count from 0")
    }
    try withText(name) { text in try core.check { okit_set_slot($0, kind.rawValue, text, slot) } }
  }

  /// Reading `name` gives `value`, a method for instance, without asking the handler. Numbers are not allowed.
  /// `.null` takes the member, or the slot, away.
  public func setMember(_ name: String, to value: LuaValue, of kind: LuaKind) throws {
    switch value {
    case .int, .double: throw Diagnostic("lua.object", "a member cannot be a number")
    default: break
    }
    let values = try core.encode([value])
    try withText(name) { text in try core.check { okit_set_member($0, kind.rawValue, text, values) } }
  }

  /// Gives scripts `package`, `debug` and `io` as far as they reach nothing, for modules of the Lua world.
  ///
  /// - Parameter path: What `package.path` says.
  func addStubs(path: String) throws {
    try withText(path) { text in try core.check { okit_add_stubs($0, text) } }
  }

  private func withText(_ text: String, _ body: (okit_text) throws -> Void) throws {
    var text = text
    try text.withUTF8 { try body(okit_text($0)) }
  }
}
