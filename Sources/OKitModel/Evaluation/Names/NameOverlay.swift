/// Names that an evaluation has besides those of its context: the `value` of a validation, and what is held in other
/// fields.
///
/// They take precedence over properties of the context with these names, and hold only in the program that is
/// evaluated, not in the functions that the program calls.
package final class NameOverlay {
  private let values: [String: Value]

  package init(_ values: [String: Value]) { self.values = values }

  /// Returns the value of the name with which a path begins; nil for any other path.
  func value(ofFirst steps: [Step]) -> Value? {
    guard case .name(let step)? = steps.first, step.parameters == nil else { return nil }
    return values[step.name]
  }
}

extension Evaluator {
  /// The outcome of a condition on a value.
  package enum Condition: Sendable { case holds, fails, mistaken }

  /// Evaluates a condition in which a name stands for a value. As for a CHECK constraint of SQL, a condition that is
  /// nil holds: it says nothing about the value. One that cannot be evaluated is reported.
  package func check(
    _ program: BindingProgram, _ context: EntityID?, with overlay: NameOverlay, of property: Diagnostic.Origin
  ) -> Condition {
    let (outer, mistakes) = (originSource, mistakeCount)
    originSource = OriginSource { BindingOrigin(property) }
    defer { originSource = outer }
    let holds = withExtendedLifetime(overlay) {
      var run = Run(program: program, context: context, overlay: overlay)
      return program.parts.allSatisfy { part in
        formulaTruth(evaluate(part, &run)) ?? true
      }
    }
    return mistakeCount > mistakes ? .mistaken : holds ? .holds : .fails
  }

  /// Returns the property to which `set` writes, and its entity; nil when the binding ends anywhere else.
  package func writtenProperty(_ program: BindingProgram, _ context: EntityID?) -> (owner: EntityID, name: String)? {
    guard let part = program.only, !part.negated, case .path(let start, let steps) = part.source,
      case .name(let step)? = steps.last, step.parameters == nil
    else { return nil }
    var run = Run(program: program, context: context)
    var value = begin(start, &run)
    for step in steps.dropLast() where !value.isNull { value = evaluate(step, value, &run) }
    guard case .entity(let owner) = value else { return nil }
    return (owner, step.name)
  }
}
