/// Whether the fields of a screen are valid: what `valid()` is in its bindings.
///
/// It is a value of the dependency graph, which follows the input of each field, the models and what decides whether a
/// field can be edited. Nothing is written to find out: a submit writes the input first, on which more may depend. A
/// field of which `valid()` itself decides whether it is shown and enabled does not count: the two would have no end.
final class FieldValidity {
  private weak var fields: FieldEditor?
  private let input: TrackedState
  /// The fields with input and what each would write, while they are validated.
  private var held: [(cell: EditCell, owner: EntityID, name: String, value: Value)] = []
  private var observed: Observed<Value>?
  /// The number of fields with input when they were validated.
  private var fieldCount = 0
  /// Whether the fields are being validated.
  private(set) var isAsking = false

  init(_ fields: FieldEditor) {
    self.fields = fields
    input = TrackedState(fields.controller.store.graph)
  }

  /// Makes what has read the validity stale.
  func inputChanged() { input.changed() }

  /// Makes it stale, too, if rows with input have gone or come back.
  ///
  /// - Parameter count: The number of fields with input.
  func update(_ count: Int) {
    guard count != fieldCount else { return }
    fieldCount = count
    inputChanged()
  }

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
    fieldCount = fields.changedCells.count
    isAsking = true
    defer { isAsking = false }
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
      let problem = try cell.givenError ?? cell.input?.entered.map(cell.problem) ?? cell.problemOfValue()
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

  /// Whether the fields are being validated for `valid()`.
  var isAskingForValidity: Bool { madeValidity?.isAsking == true }

  /// The values that the other fields would write, by the names of the properties, while `valid()` is evaluated.
  func heldValues(ofFieldsBeside cell: EditCell) -> [String: Value] {
    madeValidity?.heldValues(of: cell.effectiveContext, beside: cell) ?? [:]
  }
}

extension EditCell {
  /// The conditions that decide whether a person can change the value.
  private static let conditions: [ComponentKey<Bool>] = [
    keys.enabledPath, keys.hiddenPath, keys.showDisplay, keys.showEdit, ComponentDescriptor.editKeys.readOnly,
    ComponentDescriptor.editKeys.controlInDisplay,
  ]

  /// Whether `valid()` decides if a person can change the value.
  var followsValidity: Bool {
    Self.conditions.contains { component.values[$0]?.asksForValidity == true }
      || [Self.keys.heightDisplay, Self.keys.heightEdit].contains { component.values[$0]?.asksForValidity == true }
  }
}

extension DetailController {
  /// Whether `valid()` decides if a section is shown.
  func followsValidity(_ section: DetailSection) -> Bool {
    let (own, all) = (SectionDefinition.keys, Self.detailKeys)
    if let given = section.values[isEditing ? own.showEdit : own.showDisplay] { return given.asksForValidity }
    switch component.values[isEditing ? all.sectionsShowEdit : all.sectionsShowDisplay] {
    case .binding(let program)?:
      return program.parts.indices.contains(section.index) && program.parts[section.index].asksForValidity
    case .list(let parts)?: return parts.indices.contains(section.index) && parts[section.index].asksForValidity
    default: return false
    }
  }
}

extension PropertyValue {
  fileprivate var asksForValidity: Bool {
    if case .binding(let program) = self { program.asksForValidity } else { false }
  }
}
