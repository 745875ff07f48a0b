internal import CLua

/// The operations that a kind of object has besides being read and written.
package struct LuaOperations: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ operation: okit_operation) { rawValue = 1 << UInt32(operation.rawValue) }

  package static let length = LuaOperations(.length)
  /// The object can be called.
  package static let invoke = LuaOperations(.invoke)
  /// `pairs` works on the object.
  package static let pairs = LuaOperations(.next)
  /// Different objects may be equal. Not needed for `==` of the same one.
  package static let equals = LuaOperations(.equals)
  /// `<` and `<=`.
  package static let order = LuaOperations([LuaOperations(.less), LuaOperations(.lessOrEqual)])
  package static let add = LuaOperations(.add)
  package static let subtract = LuaOperations(.subtract)
  package static let concatenate = LuaOperations(.concatenate)
  package static let text = LuaOperations(.text)
}

package enum LuaComparison: Sendable { case equal, less, lessOrEqual }

package enum LuaOperator: Sendable { case add, subtract, concatenate }

/// Implements Lua's operations on a kind of host object. Lua calls only those in `operations`, `index` and `assign`,
/// and comparisons or combinations of two objects of different kinds where one of the kinds has the operation.
package protocol LuaObjectHandler: AnyObject {
  var operations: LuaOperations { get }

  /// `object[key]`: the key is argument 0. Names with a slot come as `call.slot`.
  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome

  /// `object[key] = value`: arguments 0 and 1.
  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws

  func length(of object: LuaObject) throws -> Int

  /// `object(…)`.
  func invoke(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome

  /// One step of `pairs`: `call.answer(key, value)` for a position from 0 on, or `.nothing` at the end.
  func next(_ object: LuaObject, at position: Int, _ call: borrowing LuaCall) throws -> LuaOutcome

  /// Compares arguments 0 and 1, at least one of which is of this kind.
  func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool

  /// Combines arguments 0 and 1, at least one of which is of this kind.
  func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue

  /// `tostring(object)`.
  func text(of object: LuaObject) throws -> String
}

extension LuaObjectHandler {
  package var operations: LuaOperations { [] }

  package func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    throw Diagnostic("lua.object", "\(call.entry.name) objects cannot be changed")
  }

  package func length(of object: LuaObject) throws -> Int { 0 }
  package func invoke(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .nothing }
  package func next(_ object: LuaObject, at position: Int, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .nothing
  }
  package func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool {
    if comparison == .equal { return false }
    throw Diagnostic("lua.object", "\(call.entry.name) objects have no order")
  }
  package func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    let verb = operation == .concatenate ? "concatenated" : "calculated with"
    throw Diagnostic("lua.object", "\(call.entry.name) objects cannot be \(verb)")
  }
  package func text(of object: LuaObject) throws -> String { "" }
}

/// Passes a kind's operations on to its handler.
class ObjectEntry: HostEntry {
  final let handler: any LuaObjectHandler
  private final let source: (any LuaElementSource)?

  init(core: LuaCore, name: String, handler: any LuaObjectHandler, elements source: (any LuaElementSource)? = nil) {
    (self.handler, self.source) = (handler, source)
    super.init(core: core, name: name)
  }

  override final func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let object = LuaObject(kind: LuaKind(rawValue: call.raw.pointee.kind), bits: call.raw.pointee.bits)
    switch call.raw.pointee.operation {
    case .index: return try handler.index(object, call)
    case .assign:
      try handler.assign(object, call)
      return .nothing
    case .length: return .value(.int(try handler.length(of: object)))
    case .invoke, .function: return try handler.invoke(object, call)
    case .next: return try handler.next(object, at: try call.int(0), call)
    case .equals: return .value(.bool(try handler.compare(.equal, call)))
    case .less: return .value(.bool(try handler.compare(.less, call)))
    case .lessOrEqual: return .value(.bool(try handler.compare(.lessOrEqual, call)))
    case .add: return .value(try handler.combine(.add, call))
    case .subtract: return .value(try handler.combine(.subtract, call))
    case .concatenate: return .value(try handler.combine(.concatenate, call))
    case .text: return .value(.string(try handler.text(of: object)))
    case .readAhead: return readAhead(object, call)
    case .keep: return keep(call)
    }
  }

  private func keep(_ call: borrowing LuaCall) -> LuaOutcome {
    let element = call.argument(0)
    guard let source, element.tag == .object else { return call.answer(0) }
    let isKept = source.keep(LuaObject(kind: LuaKind(rawValue: element.kind), bits: element.bits))
    return call.answer(isKept ? 1 : 0)
  }

  private func readAhead(_ object: LuaObject, _ call: borrowing LuaCall) -> LuaOutcome {
    guard let source, let position = call.integer(0), let address = call.integer(1), let count = call.integer(2),
      let start = UnsafeMutablePointer<UInt64>(bitPattern: address)
    else { return .nothing }
    let read = source.readAhead(object, from: position, into: UnsafeMutableBufferPointer(start: start, count: count))
    let outcome = call.answer(read)
    call.raw.pointee.result.kind = source.elementKind.rawValue
    return outcome
  }
}
