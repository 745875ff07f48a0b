import OKitEngine

/// The arguments of a host function, taken one after the other as Swift types.
final class HostArguments {
  /// An argument is something else than the function takes.
  struct Mismatch: Error {
    let index: Int
    let expected: String
  }

  private let values: [Value]
  private var index = 0

  init(_ values: [Value]) { self.values = values }

  func next<Argument: ValueConvertible>(_ type: Argument.Type) throws -> Argument {
    defer { index += 1 }
    let value = index < values.count ? values[index] : .null
    guard let argument = Argument.fromValue(value) else { throw Mismatch(index: index, expected: Argument.valueName) }
    return argument
  }
}

extension ScriptInstance {
  /// A Lua function that is written in Swift.
  func function(_ name: String, _ body: @escaping (HostArguments) throws -> Value) throws -> LuaFunction {
    try state.makeFunction(name) { [unowned self] call in
      var values: [Value] = []
      for index in 0..<call.count { values.append(contents(of: try host.bridge.value(call[index]))) }
      do { return .value(host.bridge.lua(try body(HostArguments(values)))) } catch let error as HostArguments.Mismatch {
        throw call.mismatch(error.index, error.expected)
      }
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
