import OKitEngine

/// The names by which scripts may open controllers.
struct ScriptNames {
  private var names: Set<String> = []
  /// Whether a script builds the name of a controller.
  private var isOpen = false

  init(_ scripts: [LuaScript]) {
    for script in scripts {
      // A definition names a controller, and does not open it.
      let defined = Set(script.calls.compactMap { $0.method?.text == "extend" ? $0.arguments.first?.literal?.range : nil })
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

  func mayOpen(_ name: String) -> Bool { isOpen || names.contains(name) }
}
