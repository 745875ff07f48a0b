/// Calls of functions that the context of a binding does not have, which its controller may have.
extension Evaluator {
  /// Returns the call that a whole binding `name(…)` is, if its context has no such name; nil for any other binding.
  package func callOfUnknownName(_ program: BindingProgram, _ context: EntityID?) -> NameStep? {
    guard let step = program.onlyCall else { return nil }
    guard let context, let type = store.type(of: context) else { return step }
    if case .unknown = step.meaning(for: type, self) { return step }
    return nil
  }

  /// Whether one of several parts of a binding is a call of a name that its context does not have.
  package func callsUnknownNames(_ program: BindingProgram, _ context: EntityID?) -> Bool {
    let calls = program.only == nil ? program.parts.compactMap(\.onlyCall) : []
    guard !calls.isEmpty, let context, let type = store.type(of: context) else { return !calls.isEmpty }
    return calls.contains { if case .unknown = $0.meaning(for: type, self) { true } else { false } }
  }

  /// Returns the arguments of a call, evaluated in a context.
  package func arguments(of step: NameStep, in program: BindingProgram, _ context: EntityID?) -> [Value] {
    var run = Run(program: program, context: context)
    return (step.parameters ?? []).map { evaluate($0, &run) }
  }
}

extension BindingProgram {
  /// The call `name(…)` on the context that the whole binding is; nil for any other binding.
  package var onlyCall: NameStep? { only?.onlyCall }

  /// A program for each part; nil for an empty one.
  package var partPrograms: [BindingProgram?] {
    binding.parts.map { $0.isEmpty ? nil : BindingProgram(Binding(text: $0.description, parts: [$0])) }
  }
}

extension PartProgram {
  /// The call `name(…)` on the context that the whole part is; nil for any other part.
  package var onlyCall: NameStep? { onlyName.flatMap { $0.parameters == nil ? nil : $0 } }
}
