internal import CLua
public import OKitEngine

/// The arguments of a Swift function that a script calls, converted one after the other to Swift types.
///
/// Arguments stay on Lua's stack until they are converted, so a call needs no array. The conversions are inlined into
/// the program that registers a function: with the types of its arguments known, they take half the time.
@usableFromInline
struct HostArguments: ~Copyable {
  /// An argument is something else than the function takes.
  struct Mismatch: DescribedError {
    let index: Int
    let expected: String

    var diagnostic: Diagnostic { Diagnostic("lua.argument", "argument \(index + 1) needs \(expected)") }
  }

  private let call: LuaCall
  private unowned(unsafe) let instance: ScriptInstance  // Safe: the function that makes the arguments retains it.
  private var index = 0

  /// - Parameter call: A call that runs; it ends after the arguments.
  init(of call: borrowing LuaCall, in instance: ScriptInstance) {
    self.call = LuaCall(raw: call.raw)
    self.instance = instance
  }

  /// Converts the next argument; a missing one is null.
  ///
  /// - Throws: `Mismatch`, and `lua.value` for what the engine has no value for.
  @inlinable
  mutating func next<Argument: ValueConvertible>(_ type: Argument.Type) throws -> Argument {
    do { return try Argument.fromValue(nextValue()) } catch is ValueMismatch { throw mismatch(Argument.valueName) }
  }

  /// Returns the value of the next argument. Numbers, Booleans and texts need no Lua value in between.
  @usableFromInline
  mutating func nextValue() throws -> Value {
    defer { index += 1 }
    if let scalar = call.scalar(index) { return scalar }
    return try instance.contents(of: instance.host.bridge.value(call[index]))
  }

  /// The error for the last argument.
  @usableFromInline
  func mismatch(_ expected: String) -> any Error { Mismatch(index: index - 1, expected: expected) }
}

extension ScriptInstance {
  /// A Lua function that is written in Swift.
  func function(_ name: String, _ body: @escaping (inout HostArguments) throws -> Value) throws -> LuaFunction {
    try function(name, body) { instance, value, call in
      call.answer(scalar: value) ?? instance.host.bridge.answer(value, call)
    }
  }

  /// A Lua function that waits for an asynchronous function of Swift.
  func waitingFunction(
    _ name: String, _ body: @escaping (inout HostArguments) throws -> AsyncCalls.Body
  ) throws -> LuaFunction {
    try function(name, body) { instance, body, _ in try instance.host.wait(for: body) }
  }

  @inline(__always)
  private func function<Result>(
    _ name: String, _ body: @escaping (inout HostArguments) throws -> Result,
    _ answer: @escaping (ScriptInstance, Result, borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    return try state.makeFunction(name) { [reference] call in
      guard let self = reference.object else { throw Diagnostic("controller.gone", "the application has ended") }
      // The body may let go of the application.
      defer { withExtendedLifetime(self) {} }
      var arguments = HostArguments(of: call, in: self)
      do {
        return try answer(self, body(&arguments), call)
      } catch let error as HostArguments.Mismatch { throw call.mismatch(error.index, error.expected) }
    }
  }

  /// A value with the elements of a live collection in its place.
  func contents(of value: Value) -> Value {
    guard case .collection(let collection) = value else { return value }
    let (store, elements) = (runtime.store, runtime.store.elements(collection))
    guard store.isMap(collection) else { return .list(elements) }
    return .map(Dictionary(zip(store.keys(collection), elements)) { first, _ in first })
  }
}
