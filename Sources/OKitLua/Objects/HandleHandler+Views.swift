/// Labels, buttons, bar buttons and help views in Lua: the `self` of the functions that their classes override.
extension HandleHandler {
  static let missingView = Diagnostic("view.gone", "the view is no longer on the screen")

  func requireView(_ handle: RuntimeHandle) throws -> ScriptedView {
    guard let view = bridge.runtime.views[handle] else { throw Self.missingView }
    return view
  }

  func view(_ handle: RuntimeHandle, _ object: LuaObject, _ name: String) throws -> LuaOutcome {
    let view = try requireView(handle)
    let componentClass = view.componentClass
    if let field = ViewTypes.fields.first(where: { $0.name == name }) { return .value(field.body(bridge, view)) }
    if let value = try member(name, of: object, componentClass, named: componentClass.name, view.field(name)) {
      return .value(value)
    }
    if let value = view.properties.value(named: name) { return .value(bridge.lua(value)) }
    throw unknown(
      name, of: "view", componentClass.name, componentClass, ViewTypes.fields.map(\.name) + view.fieldNames)
  }
}
