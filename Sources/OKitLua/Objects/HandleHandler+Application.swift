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
    case "super" where !bridge.isForeign:
      return .value(bridge.host.superObjects.value(of: object, className: controller.name))
    default: break
    }
    if !bridge.isForeign, let function = controller.definition.function(named: name) {
      return .value(bridge.host.function(function).map(LuaValue.function) ?? .null)
    }
    let descriptor = controller.definition.descriptor
    if descriptor.functionNames.contains(name) { return .value(.function(try bridge.host.inheritedFunction(name))) }
    guard !bridge.isForeign, let value = controller.properties.value(named: name) else {
      throw Diagnostic(
        "lua.unknownMember", "the application \"\(controller.name)\" has no property or function \"\(name)\"",
        hint: NearestName.hint(
          for: name,
          in: ["name", "modelContext", "context", "effectiveContext"] + descriptor.functionNames
            + descriptor.table.names))
    }
    return .value(bridge.lua(value))
  }
}
