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

  /// What an object means. In storage of its own, because a screen or a row is large, and a dictionary that grows moves
  /// its values.
  private final class Entry {
    let found: Found?
    let screen: Screen?
    /// The session in which it was found; nil for a screen, which is a copy.
    let owner: ObjectIdentifier?

    init(_ found: Found? = nil, of owner: ObjectIdentifier? = nil, screen: Screen? = nil) {
      (self.found, self.owner, self.screen) = (found, owner, screen)
    }
  }

  private var entries: [UInt64: Entry] = [:]
  private var next: UInt64 = 1
  /// The plain fields of the screen that was read last: a test reads a screen several times.
  private var last: (screen: Screen, fields: LuaValue)?
  private var kind: LuaKind?

  package init(_ state: LuaState) throws { kind = try state.defineKind("row", handler: self, weight: 256) }

  func value(_ row: Found, of session: AppSession) -> LuaValue { add(Entry(row, of: ObjectIdentifier(session))) }

  /// Keeps a screen as it is now, for its parts that a script reads later.
  func value(_ screen: Screen) -> LuaValue { add(Entry(screen: screen)) }

  /// Returns the plain fields of a screen.
  ///
  /// - Parameters:
  ///   - budget: What it has stopped is not kept.
  ///   - make: Makes them.
  func fields(of screen: Screen, _ budget: ExecutionBudget, _ make: () -> LuaValue) -> LuaValue {
    if let last, last.screen.isCopy(of: screen) { return last.fields }
    let fields = make()
    last = budget.isExhausted() ? nil : (screen, fields)
    return fields
  }

  private func add(_ entry: Entry) -> LuaValue {
    guard let kind else { return .null }
    defer { next += 1 }
    entries[next] = entry
    return .object(LuaObject(kind: kind, bits: next))
  }

  /// The screen that was kept; nil for anything else.
  package func screen(_ object: LuaObject?) -> Screen? {
    object.flatMap { $0.kind == kind ? entries[$0.bits]?.screen : nil }
  }

  func found(_ object: LuaObject?) throws -> Found {
    guard let object, object.kind == kind, let row = entries[object.bits]?.found else {
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
    for object in objects where object.kind == kind { entries[object.bits] = nil }
  }

  /// Releases all rows of an application.
  package func release(of session: AppSession) {
    entries = entries.filter { $0.value.owner != ObjectIdentifier(session) }
    last = nil
  }

  package func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .value(.null) }
}
