/// Controllers, open dialogs, running timers and observations in Lua.
final class HandleHandler: LuaObjectHandler {
  private(set) unowned var bridge: AppBridge!  // Safe: it owns the handler.

  static func bits(_ handle: RuntimeHandle) -> UInt64 { UInt64(handle.kind.rawValue) << 32 | UInt64(handle.id) }

  static func handle(_ bits: UInt64) -> RuntimeHandle? {
    RuntimeHandle.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 32)).map {
      RuntimeHandle($0, UInt32(truncatingIfNeeded: bits))
    }
  }

  typealias Function = HostMember<@Sendable (HandleHandler, RuntimeHandle) throws -> LuaOutcome>

  static let cancel = Function(
    "cancel", "()",
    """
    Stops a timer, with what its function waits for, an observation or a request. Has no effect the second time.
    """
  ) { try $0.cancel($1) }
  static let wait = Function(
    "wait", "(): ...: any", "Waits for the answer to a dialog or a request, or for the result of a call."
  ) { try $0.bridge.host.wait(for: $1) }

  typealias Field = HostMember<@Sendable (AppBridge, RuntimeHandle) -> Bool>

  static func fields(of kind: RuntimeHandle.Kind) -> [Field] {
    switch kind {
    case .timer: timerFields
    case .dialog: dialogFields
    case .call: callFields
    case .request: requestFields
    case .controller, .cell, .view, .observation, .application: []
    }
  }

  static let timerFields: [Field] = [
    .init("running", "boolean", "whether the timer will run, or its function waits") { $0.host.isRunning(timer: $1) }
  ]
  static let requestFields: [Field] = [
    .init("running", "boolean", "whether there is no response yet") { $0.host.isRunning(request: $1) }
  ]
  static let dialogFields: [Field] = [
    .init("open", "boolean", "whether it is still unanswered") { $0.runtime.isOpen(dialog: $1) }
  ]
  static let callFields: [Field] = [
    .init("finished", "boolean", "whether the result is available") { $0.host.isFinished(call: $1) }
  ]

  func connect(_ bridge: AppBridge) throws {
    self.bridge = bridge
    for function in [Self.cancel, Self.wait] {
      try bridge.state.setMember(function.name, to: .function(makeMember(function)), of: bridge.handleKind)
    }
  }

  /// Returns `handle:wait()`, for the prelude.
  func makeWait() throws -> LuaFunction { try makeMember(Self.wait) }

  private func makeMember(_ function: Function) throws -> LuaFunction {
    let body = function.body
    return try bridge.state.makeMethod(function.declaration, prefix: "handle:", of: bridge) { _, call in
      try body(self, self.handle(call))
    }
  }

  var operations: LuaOperations { [.text] }

  private func handle(_ call: borrowing LuaCall) throws -> RuntimeHandle {
    guard let object = call.object(0), object.kind == bridge.handleKind, let handle = Self.handle(object.bits) else {
      throw call.mismatch(0, "handle")
    }
    return handle
  }

  private func cancel(_ handle: RuntimeHandle) throws -> LuaOutcome {
    switch handle.kind {
    case .timer: bridge.host.cancel(timer: handle)
    case .request: bridge.host.cancel(request: Int(handle.id))
    case .observation: bridge.host.cancel(observation: handle)
    case .controller, .cell, .view, .dialog, .call, .application:
      throw Diagnostic("lua.unknownMember", "a \(handle.kind) cannot be cancelled")
    }
    return .nothing
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let handle = Self.handle(object.bits) else { return .value(.null) }
    let name = try call.string(0)
    if handle.kind == .controller { return try controller(handle, object, name) }
    if handle.kind == .cell { return try cell(handle, object, name) }
    if handle.kind == .view { return try view(handle, object, name) }
    if handle.kind == .application { return try application(handle, object, name) }
    let fields = Self.fields(of: handle.kind)
    guard let field = fields.first(where: { $0.name == name }) else {
      throw Diagnostic(
        "lua.unknownMember", "a \(handle.kind) has no property \"\(name)\"",
        hint: NearestName.hint(for: name, in: fields.map(\.name) + [Self.cancel.name, Self.wait.name]))
    }
    return .value(.bool(field.body(bridge, handle)))
  }

  private func controller(_ handle: RuntimeHandle, _ object: LuaObject, _ name: String) throws -> LuaOutcome {
    guard let controller = bridge.runtime.controller(handle) else {
      throw Diagnostic("controller.gone", "the controller is no longer on the screen")
    }
    if let field = ControllerTypes.fields.first(where: { $0.name == name }) {
      return .value(field.body(bridge, controller))
    }
    if let value = try member(name, of: object, controller.definition, named: controller.name) { return .value(value) }
    if bridge.isForeign || !controller.definition.has(name) {
      throw unknown(
        name, of: "controller", controller.name, controller.definition, ControllerTypes.fields.map(\.name))
    }
    return .value(bridge.lua(controller.properties.value(named: name) ?? .null))
  }

  /// Returns `super`, a field, or a function of the script or of okit; nil for any other name.
  ///
  /// - Parameters:
  ///   - owner: The name under which `super` finds the functions above.
  ///   - field: The value of a field with the name.
  func member(
    _ name: String, of object: LuaObject, _ componentClass: ComponentClass, named owner: String,
    _ field: @autoclosure () -> Value? = nil
  ) throws -> LuaValue? {
    if name == "super", !bridge.isForeign { return bridge.host.superObjects.value(of: object, className: owner) }
    if let value = field() { return bridge.lua(value) }
    if !bridge.isForeign, let function = componentClass.function(named: name) {
      return bridge.host.function(function).map(LuaValue.function) ?? .null
    }
    guard componentClass.descriptor.functionNames.contains(name) else { return nil }
    return .function(try bridge.host.inheritedFunction(name))
  }

  /// The error for a name without meaning, with the nearest of the fields, functions and properties.
  func unknown(
    _ name: String, of kind: String, _ owner: String, _ componentClass: ComponentClass, _ fields: [String],
    _ properties: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "lua.unknownMember", "the \(kind) \"\(owner)\" has no property or function \"\(name)\"",
      hint: NearestName.hint(for: name, in: fields + componentClass.descriptor.functionNames + properties))
  }

  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    if let handle = Self.handle(object.bits), handle.kind == .cell {
      return try requireCell(handle).assign(call.string(0), bridge.value(call[1]))
    }
    if let handle = Self.handle(object.bits), handle.kind == .view {
      return try requireView(handle).assign(call.string(0), bridge.value(call[1]))
    }
    guard let handle = Self.handle(object.bits), handle.kind == .controller, try call.string(0) == "editing",
      let controller = bridge.runtime.controller(handle)
    else { throw Diagnostic("lua.object", "only a controller's \"editing\" can be written") }
    try controller.changeEditing(to: call.bool(1))
  }

  func text(of object: LuaObject) throws -> String {
    guard let handle = Self.handle(object.bits) else { return "handle" }
    if handle.kind == .application { return "application \(bridge.runtime.application(for: handle)?.name ?? "")" }
    if handle.kind == .controller { return "controller \(bridge.runtime.controller(handle)?.name ?? "(closed)")" }
    if handle.kind == .cell { return "cell \(bridge.runtime.cells[handle]?.componentClass.name ?? "(gone)")" }
    if handle.kind == .view { return "view \(bridge.runtime.views[handle]?.componentClass.name ?? "(gone)")" }
    return "\(handle.kind) \(handle.id)"
  }
}
