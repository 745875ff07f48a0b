import OKitEngine

/// The names by which scripts may open controllers.
struct ScriptNames {
  private var names: Set<String> = []
  /// Whether a script builds the name of a controller.
  private var isOpen = false

  init(_ scripts: [LuaScript], _ inference: ScriptInference) {
    for script in scripts {
      // A definition names a controller, and does not open it.
      var defined = Set(
        script.calls.compactMap { $0.method?.text == "extend" ? $0.arguments.first?.literal?.range : nil })
      for call in script.calls {
        guard case .component = inference.value(of: call.callee) else { continue }
        for table in call.arguments.compactMap(\.table) { defined.formUnion(Self.values(in: table)) }
      }
      names.formUnion(script.strings.filter { !defined.contains($0.range) }.map(\.value))
      for call in script.calls {
        let function: LuaSyntax.Name
        if let method = call.method {
          function = method
        } else if case .field(_, let field) = call.callee {
          function = field
        } else {
          continue
        }
        guard ["navigate", "present", "navigateToTarget", "navigateTo"].contains(function.text),
          let first = call.arguments.first, case .binary("..", _, _) = first
        else { continue }
        isOpen = true
      }
    }
  }

  /// The strings that a table of properties gives: bindings, and segues, which the definitions have.
  private static func values(in table: LuaSyntax.Table) -> [SourceRange] {
    table.entries.flatMap { entry -> [SourceRange] in
      if let literal = entry.value.literal { return [literal.range] }
      return entry.value.table.map(values) ?? []
    }
  }

  func mayOpen(_ name: String) -> Bool { isOpen || names.contains(name) }
}
