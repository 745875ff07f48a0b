/// `self.super`: the functions that an object's class overrides, one above the one that runs.
final class SuperHandler: LuaObjectHandler {
  /// An object seen as one of the class above.
  private struct View: Hashable {
    let object: LuaObject
    let className: String
  }

  private var state: LuaState
  private var kind: LuaKind?
  private var views = HandleTable<View>()
  /// The prelude's function that finds a function above: of the object, its class and the function's name.
  var find: LuaFunction?

  init(_ state: LuaState) throws {
    self.state = state
    kind = try state.defineKind("super", handler: self)
  }

  func value(of object: LuaObject, className: String) -> LuaValue {
    guard let kind else { return .null }
    return .object(LuaObject(kind: kind, bits: views.number(for: View(object: object, className: className))))
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let view = views[object.bits], let find else { return .value(.null) }
    return .values(try state.call(find, [.object(view.object), .string(view.className), .string(call.string(0))]))
  }

  /// Works for another script.
  func serve(_ state: LuaState, find: LuaFunction?) { (self.state, self.find) = (state, find) }

  func removeAll() { views = HandleTable() }

  var count: Int { views.count }

  /// Releases objects that Lua has collected.
  func release(_ objects: [LuaObject]) {
    for object in objects where object.kind == kind { views.release(object.bits) }
  }
}
