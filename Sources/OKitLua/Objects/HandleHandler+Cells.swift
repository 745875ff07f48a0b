/// Cells in Lua: the `self` of the functions that a class of cells overrides, and what functions of controllers
/// receive.
extension HandleHandler {
  static let missingCell = Diagnostic("cell.gone", "the cell is no longer on the screen")

  func requireCell(_ handle: RuntimeHandle) throws -> Cell {
    guard let cell = bridge.runtime.cells[handle] else { throw Self.missingCell }
    return cell
  }

  func cell(_ handle: RuntimeHandle, _ object: LuaObject, _ name: String) throws -> LuaOutcome {
    let cell = try requireCell(handle)
    let componentClass = cell.componentClass
    if let field = CellTypes.fields.first(where: { $0.name == name }) { return .value(field.body(bridge, cell)) }
    if name == "super", !bridge.isForeign {
      return .value(bridge.host.superObjects.value(of: object, className: componentClass.name))
    }
    if let value = cell.field(name) { return .value(bridge.lua(value)) }
    if !bridge.isForeign, let function = componentClass.function(named: name) {
      return .value(bridge.host.function(function).map(LuaValue.function) ?? .null)
    }
    if componentClass.descriptor.functionNames.contains(name) {
      return .value(.function(try bridge.host.inheritedFunction(name)))
    }
    if let value = cell.value(ofProperty: name) { return .value(bridge.lua(value)) }
    let known = CellTypes.fields.map(\.name) + Cell.fieldNames + componentClass.descriptor.functionNames
    throw Diagnostic(
      "lua.unknownMember", "the cell \"\(componentClass.name)\" has no property or function \"\(name)\"",
      hint: NearestName.hint(for: name, in: known))
  }
}
