internal import CLua
public import OKitEngine

/// The arguments of a call of a Lua function, written one after the other straight into what C reads:
///
///     let label = try state.value(of: function) { arguments in
///       arguments.add(42)
///       try arguments.add(.string("items"))
///     }
///
/// Nothing else may be done with the state between.
public struct LuaArguments: ~Copyable {
  private let encoder: UnsafeMutablePointer<LuaEncoder>
  private let core: Unmanaged<LuaCore>
  private(set) var count = 0

  init(core: LuaCore) {
    encoder = core.encoder
    self.core = .passUnretained(core)
    encoder.pointee.begin()
  }

  public mutating func add(_ value: LuaValue) throws(Diagnostic) {
    // Arguments end with the call, which the state outlives.
    try encoder.pointee.add(value, core: core.takeUnretainedValue())
    count += 1
  }

  public mutating func add(_ number: Int) { add(okit_value(number)) }

  public mutating func add(_ number: Double) { add(okit_value(number)) }

  public mutating func add(_ object: LuaObject) { add(okit_value(object)) }

  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { encoder.pointee.add(text: $0) }
    count += 1
  }

  private mutating func add(_ value: okit_value) {
    encoder.pointee.add(value)
    count += 1
  }

  var values: okit_values { encoder.pointee.values(count: count) }
}

extension LuaState {
  /// Calls a function that must not wait, and gives its first result, or `.null`. The cheapest way: without arrays.
  public func value(
    of function: LuaFunction, _ write: (inout LuaArguments) throws -> Void = { _ in }
  ) throws -> LuaValue {
    let slot = try own(function)
    let raw = try core.open()
    var arguments = LuaArguments(core: core)
    try write(&arguments)
    var results = okit_results()
    guard okit_call_for_one(raw, slot, arguments.values, &results) else { throw core.failure() }
    defer { okit_finish(raw, &results) }
    return try core.value(results.first)
  }

  /// Calls a function that must not wait.
  @discardableResult
  public func call(_ function: LuaFunction, _ arguments: [LuaValue] = []) throws -> [LuaValue] {
    let slot = try own(function)
    let raw = try core.open()
    let arguments = try core.encode(arguments)
    var results = okit_results()
    guard okit_call_function(raw, slot, arguments, &results) else { throw core.failure() }
    defer { okit_finish(raw, &results) }
    return try (0..<results.count).map { try core.value(okit_result(raw, &results, $0)) }
  }

  func own(_ function: LuaFunction) throws(Diagnostic) -> Int32 {
    guard function.core === core else {
      throw Diagnostic("lua.reference", "this function belongs to another Lua state")
    }
    return function.slot
  }
}
