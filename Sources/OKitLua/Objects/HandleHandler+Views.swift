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
    if name == "super", !bridge.isForeign {
      return .value(bridge.host.superObjects.value(of: object, className: componentClass.name))
    }
    if let value = view.field(name) { return .value(bridge.lua(value)) }
    if !bridge.isForeign, let function = componentClass.function(named: name) {
      return .value(bridge.host.function(function).map(LuaValue.function) ?? .null)
    }
    if componentClass.descriptor.functionNames.contains(name) {
      return .value(.function(try bridge.host.inheritedFunction(name)))
    }
    if let value = view.properties.value(named: name) { return .value(bridge.lua(value)) }
    throw Diagnostic(
      "lua.unknownMember", "the view \"\(componentClass.name)\" has no property or function \"\(name)\"",
      hint: NearestName.hint(
        for: name, in: ViewTypes.fields.map(\.name) + view.fieldNames + componentClass.descriptor.functionNames))
  }
}
