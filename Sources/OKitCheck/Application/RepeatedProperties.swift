import OKitEngine

/// Finds properties that the table of a controller or cell gives twice.
struct RepeatedProperties {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    script.calls.flatMap { call -> [LocatedDiagnostic] in
      guard case .component = inference.value(of: call.callee) else { return [] }
      return call.arguments.compactMap(\.table).flatMap(repeated)
    }
  }

  private func repeated(_ table: LuaSyntax.Table) -> [LocatedDiagnostic] {
    var names: Set<String> = []
    return table.entries.flatMap { entry -> [LocatedDiagnostic] in
      let inner = entry.value.table.map(repeated) ?? []
      guard let name = entry.name, !names.insert(name.text).inserted else { return inner }
      let diagnostic = Diagnostic(
        "controller.property", "\"\(name.text)\" is given twice", hint: "the last one holds; remove the other")
      return inner + [(diagnostic, name.range)]
    }
  }
}
