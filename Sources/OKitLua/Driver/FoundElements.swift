/// Screens that scripts have read, and rows and cells that they have found, as Lua objects of one kind in one state.
package final class FoundElements: LuaObjectHandler {
  enum Found {
    case row(RowDriver)
    case cell(CellDriver)
    case element(ElementDriver)

    /// The row that was found, or that of the cell; nil for an element that was found in another way.
    var target: RowDriver? {
      switch self {
      case .row(let row): row
      case .cell(let cell): cell.target
      case .element: nil
      }
    }
  }

  private var found: [UInt64: (row: Found, owner: ObjectIdentifier)] = [:]
  private var screens: [UInt64: Screen] = [:]
  private var next: UInt64 = 1
  private var kind: LuaKind?

  package init(_ state: LuaState) throws { kind = try state.defineKind("row", handler: self, weight: 256) }

  func value(_ row: Found, of session: AppSession) -> LuaValue {
    guard let kind else { return .null }
    defer { next += 1 }
    found[next] = (row, ObjectIdentifier(session))
    return .object(LuaObject(kind: kind, bits: next))
  }

  /// Keeps a screen as it is now, for its parts that a script reads later.
  func value(_ screen: Screen) -> LuaValue {
    guard let kind else { return .null }
    defer { next += 1 }
    screens[next] = screen
    return .object(LuaObject(kind: kind, bits: next))
  }

  /// The screen that was kept; nil for anything else.
  package func screen(_ object: LuaObject?) -> Screen? { object.flatMap { $0.kind == kind ? screens[$0.bits] : nil } }

  func found(_ object: LuaObject?) throws -> Found {
    guard let object, object.kind == kind, let row = found[object.bits]?.row else {
      throw Diagnostic("row.gone", "the row belongs to an application that has ended")
    }
    return row
  }

  /// Returns the row that was found, or that of the cell.
  func row(_ object: LuaObject?) throws -> RowDriver {
    guard let row = try found(object).target else {
      throw Diagnostic("lua.argument", "expected a row or a cell, as app:row and app:cell find them")
    }
    return row
  }

  /// Releases objects that Lua has collected.
  package func release(_ objects: [LuaObject]) {
    for object in objects where object.kind == kind {
      found[object.bits] = nil
      screens[object.bits] = nil
    }
  }

  /// Releases all rows of an application.
  package func release(of session: AppSession) {
    found = found.filter { $0.value.owner != ObjectIdentifier(session) }
  }

  package func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .value(.null) }
}
