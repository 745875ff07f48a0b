import OKitEngine

/// Controllers, open dialogs, running timers and observations in Lua.
final class HandleHandler: LuaObjectHandler {
  private unowned var bridge: AppBridge!

  static func bits(_ handle: RuntimeHandle) -> UInt64 { UInt64(handle.kind.rawValue) << 32 | UInt64(handle.id) }

  static func handle(_ bits: UInt64) -> RuntimeHandle? {
    RuntimeHandle.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 32)).map {
      RuntimeHandle($0, UInt32(truncatingIfNeeded: bits))
    }
  }

  func connect(_ bridge: AppBridge) throws {
    self.bridge = bridge
    for (name, body) in methods() {
      try bridge.state.setMember(name, to: .function(bridge.state.makeFunction(name, body)), of: bridge.handleKind)
    }
  }

  var operations: LuaOperations { [.text] }

  private func methods() -> [(String, (borrowing LuaCall) throws -> LuaOutcome)] {
    [
      ("cancel", { [unowned self] call in try cancel(handle(call)) }),
      ("wait", { [unowned self] call in try bridge.host.wait(for: handle(call)) }),
    ]
  }

  private func handle(_ call: borrowing LuaCall) throws -> RuntimeHandle {
    guard let object = call.object(0), object.kind == bridge.handleKind, let handle = Self.handle(object.bits) else {
      throw call.mismatch(0, "handle")
    }
    return handle
  }

  /// Stops a timer or an observation; once is enough, twice does no harm.
  private func cancel(_ handle: RuntimeHandle) throws -> LuaOutcome {
    switch handle.kind {
    case .timer: bridge.runtime.cancelTimer(handle)
    case .observation: bridge.host.cancel(observation: handle)
    case .controller, .dialog, .call:
      throw Diagnostic("lua.unknownMember", "a \(handle.kind) cannot be cancelled")
    }
    return .nothing
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let handle = Self.handle(object.bits) else { return .value(.null) }
    let name = try call.string(0)
    switch (handle.kind, name) {
    case (.controller, _): return try controller(handle, object, name)
    case (.dialog, "open"): return .value(.bool(bridge.runtime.isOpen(dialog: handle)))
    case (.call, "finished"): return .value(.bool(bridge.host.isFinished(call: handle)))
    case (.timer, "running"): return .value(.bool(bridge.runtime.isRunning(timer: handle)))
    default: throw Diagnostic("lua.unknownMember", "a \(handle.kind) has no property \"\(name)\"")
    }
  }

  private func controller(_ handle: RuntimeHandle, _ object: LuaObject, _ name: String) throws -> LuaOutcome {
    guard let controller = bridge.runtime.controller(handle) else {
      throw Diagnostic("controller.gone", "the controller is not on the screen any more")
    }
    switch name {
    case "name": return .value(.string(controller.name))
    case "modelContext": return .value(controller.modelContext.map(bridge.lua) ?? .null)
    case "context", "effectiveContext": return .value(controller.effectiveContext.map(bridge.lua) ?? .null)
    case "editing": return .value(.bool(controller.isEditing))
    case "super" where !bridge.isForeign:
      return .value(bridge.host.superObjects.value(of: object, className: controller.name))
    default: break
    }
    if !bridge.isForeign, let function = controller.definition.function(named: name) {
      return .value(bridge.host.function(function).map(LuaValue.function) ?? .null)
    }
    if controller.functionNames.contains(name) { return .value(.function(try bridge.host.inheritedFunction(name))) }
    if bridge.isForeign || controller.definition.values[name] == nil {
      throw Diagnostic(
        "lua.unknownMember", "the controller \"\(controller.name)\" has no property or function \"\(name)\"",
        hint: NearestName.hint(
          for: name, in: ["name", "context", "modelContext", "effectiveContext", "editing"] + controller.functionNames))
    }
    return .value(bridge.lua(controller.properties.value(name)))
  }

  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    guard let handle = Self.handle(object.bits), handle.kind == .controller, try call.string(0) == "editing",
      let controller = bridge.runtime.controller(handle)
    else { throw Diagnostic("lua.object", "only a controller's \"editing\" can be written") }
    controller.setEditing(try call.bool(1))
  }

  func text(of object: LuaObject) throws -> String {
    guard let handle = Self.handle(object.bits) else { return "handle" }
    if handle.kind == .controller { return "controller \(bridge.runtime.controller(handle)?.name ?? "that is gone")" }
    return "\(handle.kind) \(handle.id)"
  }
}
