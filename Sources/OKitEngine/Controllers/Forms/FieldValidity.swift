/// Whether the fields of a screen are valid: what `valid()` is in its bindings.
///
/// It is a value of the dependency graph, which follows the input of each field, the models and what decides whether a
/// field can be edited. Nothing is written to find out: a submit writes the input first, on which more may depend.
final class FieldValidity {
  private weak var fields: FieldEditor?
  private let input: TrackedState
  /// The fields with input and what each would write, while they are validated.
  private var held: [(cell: EditCell, owner: EntityID, name: String, value: Value)] = []
  private var observed: Observed<Value>?

  init(_ fields: FieldEditor) {
    self.fields = fields
    input = TrackedState(fields.controller.store.graph)
  }

  /// Makes what has read the validity stale.
  func inputChanged() { input.changed() }

  /// Whether all fields are valid. A reader depends on it.
  var isValid: Bool {
    guard let fields else { return false }
    let observed =
      observed ?? Observed<Value>(fields.controller.evaluator, nil, nil, { [weak self] in self?.found }, onStale: {})
    self.observed = observed
    return observed.result?.truth ?? false
  }

  /// Nil for a function that has failed, which is reported.
  private var found: Value? {
    guard let fields else { return nil }
    input.read()
    do { return .bool(try areValid(fields)) } catch {
      fields.controller.services.report(error.asDiagnostic)
      return nil
    }
  }

  private func areValid(_ fields: FieldEditor) throws -> Bool {
    let cells = try fields.editableCells()
    held = cells.compactMap { cell in
      guard let value = cell.enteredValue, let (owner, name) = cell.writtenProperty else { return nil }
      return (cell, owner, name, value)
    }
    defer { held = [] }
    for cell in cells {
      try fields.controller.store.budget.step()
      let problem = try cell.input?.entered.map(cell.problem) ?? cell.problemOfValue()
      guard problem == nil else { return false }
    }
    guard fields.isForm, let entity = fields.controller.validatedEntity else { return true }
    return try EntityValidation(entity, fields.controller.evaluator)?.messagesOfReading().isEmpty ?? true
  }

  /// The values that the other fields would write to an entity, by property, while the fields are validated.
  func heldValues(of entity: EntityID?, beside cell: EditCell) -> [String: Value] {
    var values: [String: Value] = [:]
    for field in held where field.owner == entity && field.cell !== cell { values[field.name] = field.value }
    return values
  }
}

extension FieldEditor {
  /// Whether all fields are valid. A reader depends on it.
  var isValid: Bool {
    if let madeValidity { return madeValidity.isValid }
    let validity = FieldValidity(self)
    madeValidity = validity
    return validity.isValid
  }

  /// The values that the other fields would write, by the names of the properties, while `valid()` is evaluated.
  func heldValues(ofFieldsBeside cell: EditCell) -> [String: Value] {
    madeValidity?.heldValues(of: cell.effectiveContext, beside: cell) ?? [:]
  }
}
