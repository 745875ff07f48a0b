/// The application's controller in Lua: the `self` of its functions.
extension HandleHandler {
  func application(_ handle: RuntimeHandle, _ object: LuaObject, _ name: String) throws -> LuaOutcome {
    guard let controller = bridge.runtime.application(for: handle) else {
      throw Diagnostic("controller.gone", "the application has ended")
    }
    switch name {
    case "name": return .value(.string(controller.name))
    case "modelContext": return .value(bridge.lua(controller.modelContext.map(Value.entity) ?? .null))
    case "context", "effectiveContext":
      return .value(bridge.lua(controller.effectiveContext.map(Value.entity) ?? .null))
    default: break
    }
    if let value = try member(name, of: object, controller.definition, named: controller.name) { return .value(value) }
    guard !bridge.isForeign, let value = controller.properties.value(named: name) else {
      throw unknown(
        name, of: "application", controller.name, controller.definition,
        ["name", "modelContext", "context", "effectiveContext"], controller.definition.descriptor.table.names)
    }
    return .value(bridge.lua(value))
  }
}
