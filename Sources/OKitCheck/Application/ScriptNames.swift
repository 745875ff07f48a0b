/// The names by which scripts may open controllers.
struct ScriptNames {
  private var names: Set<String> = []
  /// Whether a script opens a controller by a name that it computes.
  private var isOpen = false

  /// - Parameter hasBrokenSegue: whether a segue was left out because of a mistake in it.
  init(_ scripts: [LuaScript], _ inference: ScriptInference, hasBrokenSegue: Bool) {
    for script in scripts {
      // A definition names a controller, and does not open it.
      var defined = Set(
        script.calls.compactMap { $0.method?.text == "extend" ? $0.arguments.first?.literal?.range : nil })
      for call in script.calls {
        guard case .component = inference.value(of: call.callee) else { continue }
        for table in call.arguments.compactMap(\.table) {
          defined.formUnion(Self.values(in: table))
          if hasBrokenSegue { names.formUnion(Self.segues(in: table)) }
        }
      }
      names.formUnion(script.strings.filter { !defined.contains($0.range) }.map(\.value))
      let values = TextValues(script)
      for call in script.calls where !isOpen {
        guard let first = call.arguments.first, Self.opens(call) else { continue }
        if let known = values.values(of: first) { names.formUnion(known) } else { isOpen = true }
      }
    }
  }

  private static func opens(_ call: LuaSyntax.Call) -> Bool {
    if call.method == nil, case .name = call.callee { return false }
    return ["navigate", "present", "navigateToTarget", "navigateTo"].contains(call.name?.text ?? "")
  }

  /// The strings that a table of properties gives: bindings, and segues, which the definitions have.
  private static func values(in table: LuaSyntax.Table) -> [SourceRange] {
    table.entries.flatMap { entry -> [SourceRange] in
      if let literal = entry.value.literal { return [literal.range] }
      return entry.value.table.map(values) ?? []
    }
  }

  /// The targets of segues in a table of properties.
  private static func segues(in table: LuaSyntax.Table) -> [String] {
    table.entries.flatMap { entry -> [String] in
      if let literal = entry.value.literal {
        return ["segue", "to"].contains(entry.name?.text ?? "") ? [literal.value] : []
      }
      return entry.value.table.map(segues) ?? []
    }
  }

  func mayOpen(_ name: String) -> Bool { isOpen || names.contains(name) }
}

/// The texts that expressions of a script may be, as far as the syntax tells it.
private struct TextValues {
  private let calls: [LuaSyntax.Call]
  /// The local functions that parameters belong to.
  private var functions: [ObjectIdentifier: LuaSyntax.Variable] = [:]
  /// How many times the script names a variable.
  private var uses: [ObjectIdentifier: Int] = [:]

  init(_ script: LuaScript) {
    calls = script.calls
    var functions: [ObjectIdentifier: LuaSyntax.Variable] = [:]
    var uses: [ObjectIdentifier: Int] = [:]
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        if case .localFunction(let variable, let function) = statement {
          functions[ObjectIdentifier(function)] = variable
        }
      },
      { expression in
        if case .name(_, let variable?) = expression { uses[ObjectIdentifier(variable), default: 0] += 1 }
      })
    (self.functions, self.uses) = (functions, uses)
  }

  /// Returns the texts that an expression may be; nil where the syntax does not tell them.
  func values(of expression: LuaSyntax.Expression, depth: Int = 0) -> Set<String>? {
    guard depth < 10 else { return nil }
    func inner(_ expression: LuaSyntax.Expression) -> Set<String>? { values(of: expression, depth: depth + 1) }
    switch expression {
    case .string(let string): return [string.value]
    case .constant(_, isNil: true): return []
    case .parenthesized(let operand, _): return inner(operand)
    case .binary("and", _, let right): return inner(right)
    case .binary("or", let left, let right):
      guard let left = inner(left), let right = inner(right) else { return nil }
      return left.union(right)
    case .name(_, let variable?) where !variable.isReassigned:
      switch variable.value {
      case .result(let value, 0): return inner(value)
      case .parameter(let link, let index): return arguments(of: link.function, index, depth)
      default: return nil
      }
    default: return nil
    }
  }

  /// The texts that all calls of a local function give for a parameter.
  private func arguments(of function: LuaSyntax.Function, _ index: Int, _ depth: Int) -> Set<String>? {
    guard !function.isMethod, let variable = functions[ObjectIdentifier(function)], !variable.isReassigned else {
      return nil
    }
    let own = calls.filter { call in
      if call.method == nil, case .name(_, let callee?) = call.callee { callee === variable } else { false }
    }
    guard own.count == uses[ObjectIdentifier(variable)] else { return nil }
    var texts: Set<String> = []
    for call in own {
      guard call.arguments.indices.contains(index), let found = values(of: call.arguments[index], depth: depth + 1)
      else { return nil }
      texts.formUnion(found)
    }
    return texts
  }
}
