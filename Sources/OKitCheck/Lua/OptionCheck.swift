/// Finds options that functions of okit do not have, and constants of another type than an option needs, in the tables
/// that scripts pass to them.
struct OptionCheck {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  /// The mistakes in the options of a call.
  func findings(in call: LuaSyntax.Call, of script: LuaScript) -> [LocatedDiagnostic] {
    guard call.arguments.contains(where: { $0.table != nil }), let (function, name) = inference.function(of: call)
    else {
      return []
    }
    return zip(function.parameters, call.arguments).flatMap { parameter, argument in
      findings(in: argument, of: parameter.type, name, script)
    }
  }

  /// The mistakes in a table of options; none in any other argument.
  private func findings(
    in argument: LuaSyntax.Expression, of type: DeclaredType, _ name: String, _ script: LuaScript
  ) -> [LocatedDiagnostic] {
    guard let table = argument.table else { return [] }
    if let element = Self.element(of: type) {
      return table.entries.flatMap { findings(in: $0.value, of: element, name, script) }
    }
    let classes = Self.classes(of: type).compactMap { inference.declared[$0] }
    guard classes.count == 1, let options = classes.first, options.parents.isEmpty,
      !options.members.isEmpty, !options.memberNames.contains(where: { $0.hasPrefix("[") })
    else { return [] }
    return table.entries.flatMap { entry -> [LocatedDiagnostic] in
      guard let option = entry.name else { return [] }
      guard let member = options.members.first(where: { $0.plainName == option.text }) else {
        let diagnostic = Diagnostic(
          "lua.field", "\(name) has no option \"\(option.text)\"",
          hint: NearestName.hint(for: option.text, in: options.memberNames))
        return [(diagnostic, option.range)]
      }
      guard !member.isFunction, let type = try? DeclaredType(member.type) else { return [] }
      return mismatches(in: entry.value, type, "\(name): \(option.text)", script)
        + findings(in: entry.value, of: type, "\(name): \(option.text)", script)
    }
  }

  // MARK: Types

  private func mismatches(
    in value: LuaSyntax.Expression, _ type: DeclaredType, _ name: String, _ script: LuaScript
  ) -> [LocatedDiagnostic] {
    guard let found = Self.kind(of: value, script), let kinds = Self.kinds(of: type) else { return [] }
    guard kinds.contains(found) else {
      let diagnostic = Diagnostic("lua.argument", "\(name) needs \(type), got \(found == "nil" ? "" : "a ")\(found)")
      return [(diagnostic, value.range)]
    }
    guard let table = value.table, case .list(let element) = Self.unwrapped(type) else { return [] }
    return table.entries.filter { $0.key == nil }.flatMap { mismatches(in: $0.value, element, name, script) }
  }

  /// The classes of which a value itself may be.
  private static func classes(of type: DeclaredType) -> Set<String> {
    switch type {
    case .named(let name, _): name.hasPrefix("okit.") ? [name] : []
    case .optional(let type): classes(of: type)
    case .union(let cases): cases.reduce(into: []) { $0.formUnion(classes(of: $1)) }
    default: []
    }
  }

  /// The type of the elements of a list, and of the values of a table whose keys the script chooses.
  private static func element(of type: DeclaredType) -> DeclaredType? {
    switch unwrapped(type) {
    case .list(let element): element
    case .named("table", let arguments): arguments.last
    default: nil
    }
  }

  private static func unwrapped(_ type: DeclaredType) -> DeclaredType {
    if case .optional(let type) = type { unwrapped(type) } else { type }
  }

  /// The type of a constant, a table or a function as Lua calls it; nil for what only the run tells.
  private static func kind(of value: LuaSyntax.Expression, _ script: LuaScript) -> String? {
    switch value {
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .constant(_, isNil: true): "nil"
    case .constant(let range, isNil: false):
      switch script.text(in: range) {
      case "true", "false": "boolean"
      case "...": nil
      default: "number"
      }
    default: nil
    }
  }

  /// The types that Lua gives to values of a declared type; nil for any.
  private static func kinds(of type: DeclaredType) -> Set<String>? {
    switch type {
    case .named("string", _): ["string", "nil"]
    case .named("number", _), .named("integer", _): ["number", "nil"]
    case .named("boolean", _): ["boolean", "nil"]
    case .named("table", _), .list, .record: ["table", "nil"]
    case .function: ["function", "nil"]
    case .optional(let type): kinds(of: type)
    case .union(let cases):
      cases.map(kinds).reduce([]) { all, kinds in
        if let all, let kinds { all.union(kinds) } else { nil }
      }
    case .named, .literal, .captured: nil
    }
  }
}
