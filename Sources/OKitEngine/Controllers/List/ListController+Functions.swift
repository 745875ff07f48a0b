/// The built-in functions of lists, which scripts override and call.
extension ListController {
  /// Runs a built-in function of lists; nil when it is none.
  func inheritedOfList(_ function: String, _ arguments: [Value]) throws -> Value? {
    func entity() throws -> EntityID {
      if case .entity(let entity)? = arguments.first, store.exists(entity) { return entity }
      throw Diagnostic(
        "controller.argument", "\(function) needs an entity of the list, got \(store.summary(arguments.first ?? .null))"
      )
    }
    switch function {
    case "onAddTap": try addTapped()
    case "onDelete": try remove(try entity())
    case "onMoreTap": showMore(try entity())
    case "onMoreAction":
      let index = arguments.count > 2 ? arguments[2] : nil
      runMore(try entity(), arguments.dropFirst().first, index)
    case "onQuickTap": runQuick(try entity())
    case "onRowTap": try tapped(row(of: try entity()))
    case "onRefresh": try runFunction("updateData")
    case "updateData": dropContent()
    case "rowFor": return fields(of: try entity())
    default: return nil
    }
    return .null
  }
}
