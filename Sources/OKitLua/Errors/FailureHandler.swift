/// The kind of diagnostics.
final class FailureEntry: ObjectEntry {
  private let failures: FailureHandler

  init(core: LuaCore) {
    failures = FailureHandler(core: core)
    super.init(core: core, name: "error", handler: failures)
  }

  override func serve(_ core: LuaCore) {
    super.serve(core)
    failures.core = core
  }
}

/// Diagnostics as scripts see them: `.code`, `.message`, `.file`, `.line`, `.place`, `.hint`, `tostring`, and `..` with
/// texts.
final class FailureHandler: LuaObjectHandler {
  unowned(unsafe) var core: LuaCore  // Safe: the core keeps what it calls.

  init(core: LuaCore) { self.core = core }

  var operations: LuaOperations { [.text, .concatenate] }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let diagnostic = core.diagnostic(for: object.bits)
    guard case .string(let name) = try call[0], let field = FailureField(rawValue: name) else { return .value(.null) }
    switch field {
    case .code: return .value(.string(diagnostic.code.rawValue))
    case .message: return .value(.string(diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")))
    case .hint: return .value(diagnostic.hint.map(LuaValue.string) ?? .null)
    case .file: return .value((diagnostic.place?.file).map(LuaValue.string) ?? .null)
    case .line: return .value((diagnostic.place?.line).map(LuaValue.int) ?? .null)
    case .place: return .value(diagnostic.place.map { .string($0.description) } ?? .null)
    }
  }

  func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    .string(try operand(0, call) + operand(1, call))
  }

  private func operand(_ index: Int, _ call: borrowing LuaCall) throws -> String {
    if let object = call.object(index), object.kind == .failure { return try text(of: object) }
    switch try call[index] {
    case .string(let text): return text
    case .int(let number): return "\(number)"
    case .double(let number): return "\(number)"
    default: throw Diagnostic("lua.error", "attempt to concatenate a \(call.typeName(index)) value")
    }
  }

  func text(of object: LuaObject) throws -> String {
    let diagnostic = core.diagnostic(for: object.bits)
    let place = diagnostic.place.map { "\($0): " } ?? ""
    return place + diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")
  }
}
