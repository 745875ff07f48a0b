/// Finds global variables that nothing defines.
struct GlobalCheck {
  private let scripts: [LuaScript]
  private let known: Set<String>
  private let isCertain: Bool

  /// - Parameter globals: the names of the global variables after the definitions; nil where they are not certain.
  init(_ scripts: [LuaScript], globals: Set<String>?) {
    self.scripts = scripts
    let written = scripts.flatMap { $0.globals.filter(\.isWritten).map(\.name.text) }
    known = (globals ?? []).union(written)
    isCertain = globals != nil && !scripts.contains(where: \.usesEnvironment)
  }

  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    guard isCertain else { return [] }
    let tested = Self.tested(in: script)
    return script.globals.compactMap { use -> LocatedDiagnostic? in
      guard !use.isWritten, !known.contains(use.name.text), !tested.contains(use.name.text) else { return nil }
      return (
        Diagnostic(
          "lua.global", "nothing defines the global variable \"\(use.name.text)\"", severity: .warning,
          hint: NearestName.hint(for: use.name.text, in: known.union(Self.locals(in: script)))), use.name.range
      )
    }
  }

  /// The globals of which a script asks whether they exist: `if jit then`.
  private static func tested(in script: LuaScript) -> Set<String> {
    var tested: Set<String> = []
    func note(_ expression: LuaSyntax.Expression) {
      switch expression {
      case .name(let name, nil): tested.insert(name.text)
      case .unary("not", let operand, _), .parenthesized(let operand, _): note(operand)
      case .binary(let sign, let left, let right):
        if sign == "and" || sign == "or" { note(left) }
        if ["and", "or"].contains(sign) { note(right) }
        if ["==", "~="].contains(sign) {
          if case .constant(_, true) = right { note(left) }
          if case .constant(_, true) = left { note(right) }
        }
      default: break
      }
    }
    LuaSyntax.walk(
      script.block,
      statement: { for test in $0.tests { note(test) } },
      { expression in
        if case .binary(let sign, let left, _) = expression, sign == "and" || sign == "or" { note(left) }
      })
    return tested
  }

  private static func locals(in script: LuaScript) -> Set<String> {
    var names: Set<String> = []
    func add(_ variables: [LuaSyntax.Variable]) { names.formUnion(variables.map(\.name.text)) }
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        switch statement {
        case .local(let variables, _), .genericLoop(let variables, _, _): add(variables)
        case .localFunction(let variable, let function): add([variable] + function.parameters)
        case .function(_, let function): add(function.parameters)
        case .numericLoop(let variable, _, _): add([variable])
        default: break
        }
      },
      { expression in
        if case .function(let function) = expression { add(function.parameters) }
      })
    return names
  }
}
