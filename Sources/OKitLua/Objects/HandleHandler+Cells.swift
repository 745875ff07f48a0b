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
    if let value = try member(name, of: object, componentClass, named: componentClass.name, cell.field(name)) {
      return .value(value)
    }
    if let value = cell.value(ofProperty: name) { return .value(bridge.lua(value)) }
    throw unknown(
      name, of: "cell", componentClass.name, componentClass, CellTypes.fields.map(\.name) + Cell.fieldNames)
  }
}
