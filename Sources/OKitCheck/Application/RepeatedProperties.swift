/// Finds properties that the table of a controller or cell, or a schema, gives twice.
struct RepeatedProperties {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    script.calls.flatMap { call -> [LocatedDiagnostic] in
      switch inference.value(of: call.callee) {
      case .component:
        return call.arguments.compactMap(\.table).flatMap { repeated($0, "controller.property") }
      case .entityClass where call.method?.text == "extend":
        return call.arguments.compactMap(\.table).prefix(1).flatMap { repeated($0, "model.property") }
      default: return []
      }
    }
  }

  private func repeated(_ table: LuaSyntax.Table, _ code: Diagnostic.Code) -> [LocatedDiagnostic] {
    var names: Set<String> = []
    return table.entries.flatMap { entry -> [LocatedDiagnostic] in
      let inner = entry.value.table.map { repeated($0, code) } ?? []
      guard let name = entry.name, !names.insert(name.text).inserted else { return inner }
      let diagnostic = Diagnostic(
        code, "\"\(name.text)\" is given twice", hint: "the last one holds; remove the other")
      return inner + [(diagnostic, name.range)]
    }
  }
}
