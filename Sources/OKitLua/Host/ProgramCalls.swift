internal import CLua

extension ScriptInstance {
  /// The arguments of calls, which stay on Lua's stack until they are converted, so that a call needs no array.
  private var arguments: HostArgumentSource {
    HostArgumentSource {
      LuaCall(of: $1)?.integer($0)
    } number: {
      LuaCall(of: $1)?.number($0)
    } value: { [reference] index, call in
      guard let call = LuaCall(of: call) else { return .null }
      // Booleans and texts need no Lua value in between.
      if let scalar = call.scalar(index) { return scalar }
      guard let self = reference.object else { throw Self.hasEnded }
      return try self.runtime.store.contents(of: self.host.bridge.value(call[index]))
    }
  }

  fileprivate static let hasEnded = Diagnostic("controller.gone", "the application has ended")

  /// A Lua function that is written in Swift.
  func function(_ name: String, _ body: @escaping HostFunction) throws -> LuaFunction {
    try state.makeFunction(ProgramEntry(core: state.core, name: name, reference, arguments, body))
  }

  /// A Lua function that waits for an asynchronous function of Swift.
  func waitingFunction(
    _ name: String, _ body: @escaping (inout HostArguments) throws -> AsyncCalls.Body
  ) throws -> LuaFunction {
    try state.makeFunction(name) { [reference, arguments] call in
      guard let self = reference.object else { throw Self.hasEnded }
      // Safe: the function keeps them.
      var values = HostArguments(of: call.raw, in: .passUnretained(arguments))
      do {
        return try self.host.wait(for: name, body(&values))
      } catch let error as HostArguments.Mismatch { throw call.mismatch(error) }
    }
  }
}

/// A function of Swift that the program has registered.
///
/// A call counts no references. The function may let go of the application: an instance that ends while its script runs
/// leaves the state, and with it this entry, to the turn.
private final class ProgramEntry: HostEntry {
  private let instance: UnretainedReference<ScriptInstance>
  private let arguments: HostArgumentSource
  private let body: HostFunction

  init(
    core: LuaCore, name: String, _ instance: UnretainedReference<ScriptInstance>, _ arguments: HostArgumentSource,
    _ body: @escaping HostFunction
  ) {
    (self.instance, self.arguments, self.body) = (instance, arguments, body)
    super.init(core: core, name: name)
  }

  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard instance.hasObject else { throw ScriptInstance.hasEnded }
    // Safe: the entry keeps them.
    var values = HostArguments(of: call.raw, in: .passUnretained(arguments))
    do {
      let value = try body(&values)
      return try call.answer(scalar: value) ?? answer(value, call)
    } catch let error as HostArguments.Mismatch { throw call.mismatch(error) }
  }

  @inline(never)
  private func answer(_ value: Value, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let host = core.host?.object else { throw ScriptInstance.hasEnded }
    return try host.bridge.answer(host.runtime.store.given(value), call)
  }
}

extension LuaCall {
  /// - Parameter raw: Nil for none.
  fileprivate init?(of raw: UnsafeMutableRawPointer?) {
    guard let raw else { return nil }
    self.init(raw: raw.assumingMemoryBound(to: okit_call.self))
  }

  /// The number that an argument is; nil for any other argument.
  fileprivate func number(_ index: Int) -> Double? {
    let argument = argument(index)
    return switch argument.tag {
    case .double: Double(bitPattern: argument.bits)
    case .int: Double(Int64(bitPattern: argument.bits))
    default: nil
    }
  }

  fileprivate func mismatch(_ error: HostArguments.Mismatch) -> Diagnostic {
    mismatch(error.index, error.expected, part: error.part)
  }
}
