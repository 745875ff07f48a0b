internal import CLua

/// The arguments of a call of a Lua function, written one after the other into the buffer that C reads:
///
///     let label = try state.value(of: function) { arguments in
///       arguments.add(42)
///       try arguments.add(.string("items"))
///     }
///
/// The state must not be used for anything else until the call.
package struct LuaArguments: ~Copyable {
  private let encoder: UnsafeMutablePointer<LuaEncoder>
  private let core: Unmanaged<LuaCore>
  private(set) var count = 0

  @inline(__always)
  init(core: LuaCore) {
    encoder = core.encoder
    self.core = .passUnretained(core)
    encoder.pointee.begin()
  }

  package mutating func add(_ value: LuaValue) throws(Diagnostic) {
    // Arguments end with the call, which the state outlives.
    try encoder.pointee.add(value, core: core.takeUnretainedValue())
    count += 1
  }

  @inline(__always)
  package mutating func add(_ number: Int) {
    encoder.pointee.next().pointee.write(number)
    count += 1
  }

  package mutating func add(_ number: Double) {
    encoder.pointee.next().pointee.write(number)
    count += 1
  }

  package mutating func add(_ object: LuaObject) {
    encoder.pointee.next().pointee.write(object)
    count += 1
  }

  package mutating func add(_ text: String) {
    text.withBytes { encoder.pointee.add(text: $0) }
    count += 1
  }

  @inline(__always)
  func call(_ state: OpaquePointer, _ function: LuaFunction, wanting: Int32, _ results: inout okit_results) -> Bool {
    let values = encoder.pointee.values(count: count)
    return okit_call_function(state, function.slot, values.items, values.count, values.texts, wanting, &results)
  }
}

extension LuaState {
  /// Calls a function that must not wait, without arrays. Returns its first result, or `.null`.
  package func value(
    of function: LuaFunction, _ write: (inout LuaArguments) throws -> Void = { _ in }
  ) throws -> LuaValue {
    var arguments = LuaArguments(core: core)
    try write(&arguments)
    return try value(of: function, arguments)
  }

  /// Calls a function of this state with one object.
  ///
  /// - Parameter convert: Gets a result that is not a number, a Boolean or a text.
  @inline(__always)
  func value(ofSlot slot: Int32, _ object: LuaObject, _ convert: (LuaValue) throws -> Value) throws -> Value {
    guard let raw = core.raw else { throw failure() }
    var argument = okit_value()
    argument.write(object)
    var results = okit_results()
    guard okit_call_function(raw, slot, &argument, 1, nil, 1, &results) else { throw failure() }
    guard let value = LuaDecoder.scalar(results.first) else { return try convert(take(results, raw)) }
    if results.first.tag == .text { okit_finish(raw, results.top) }
    return value
  }

  /// Calls a function with arguments that were written before.
  func value(of function: LuaFunction, _ arguments: consuming LuaArguments) throws -> LuaValue {
    guard function.core === core else { throw refusal(of: function) }
    return try value { arguments.call($0, function, wanting: 1, &$1) }
  }

  @inline(__always)
  private func value(calling call: (OpaquePointer, inout okit_results) -> Bool) throws -> LuaValue {
    guard let raw = core.raw else { throw failure() }
    var results = okit_results()
    guard call(raw, &results) else { throw failure() }
    return try take(results, raw)
  }

  /// Returns the only result of a call, and ends the call.
  @inline(__always)
  private func take(_ results: okit_results, _ raw: OpaquePointer) throws -> LuaValue {
    switch results.first.tag {
    case .int: return .int(Int(truncatingIfNeeded: results.first.bits))
    case .text:
      defer { okit_finish(raw, results.top) }
      return LuaDecoder.simple(results.first)
    case .function, .table, .other:
      defer { okit_finish(raw, results.top) }
      return try read(results.first)
    default: return LuaDecoder.simple(results.first)
    }
  }

  /// Calls a function that must not wait.
  @discardableResult
  package func call(_ function: LuaFunction, _ arguments: [LuaValue] = []) throws -> [LuaValue] {
    guard function.core === core, let raw = core.raw, !okit_runs_elsewhere(raw) else { throw refusal(of: function) }
    var written = LuaArguments(core: core)
    for argument in arguments { try written.add(argument) }
    var results = okit_results()
    guard written.call(raw, function, wanting: -1, &results) else { throw failure() }
    defer { okit_finish(raw, results.top) }
    return try (0..<results.count).map { try core.value(okit_result(raw, &results, $0)) }
  }

  func own(_ function: LuaFunction) throws(Diagnostic) -> Int32 {
    guard function.core === core else {
      throw Diagnostic("lua.reference", "this function belongs to another Lua state")
    }
    return function.slot
  }

  // A thrown diagnostic is large, so the code that creates one stays out of the functions on the path of every call.

  @inline(never)
  private func refusal(of function: LuaFunction) -> any Error {
    do {
      _ = try own(function)
      try core.check { _ in true }
    } catch { return error }
    return core.failure()
  }

  @inline(never)
  private func failure() -> any Error {
    do { try core.check { _ in false } } catch { return error }
    return core.failure()
  }

  @inline(never)
  private func read(_ described: okit_value) throws -> LuaValue { try core.value(described) }
}
