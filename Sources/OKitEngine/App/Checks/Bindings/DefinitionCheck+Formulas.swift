/// The calls in formulas.
extension DefinitionCheck {
  /// Calls of functions of SQL with a wrong number of arguments.
  func wrongCalls(_ controller: ComponentClass) -> [Diagnostic] {
    bindings(of: controller, inherited: false).flatMap { binding in
      binding.program.parts.flatMap(\.formulas).flatMap(\.calls).compactMap { call in
        guard var problem = call.problem else { return nil }
        problem.excerpt = .init(source: SourceText(name: "", text: binding.program.text), range: call.range)
        return evaluator.located(problem, in: binding.program, of: binding.origin)
      }
    }
  }
}

extension PartProgram {
  /// The formulas of the part: itself, and those in brackets and parameters.
  fileprivate var formulas: [FormulaProgram] {
    switch source {
    case .constant, .localized: []
    case .path(_, let steps):
      steps.flatMap { step -> [FormulaProgram] in
        if case .name(let name) = step { name.parameters?.flatMap(\.formulas) ?? [] } else { [] }
      }
    case .formula(let formula): [formula] + formula.parts.flatMap(\.formulas)
    }
  }
}
