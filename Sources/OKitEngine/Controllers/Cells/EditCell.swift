extension ComponentDescriptor {
  /// The properties of all cells with a control that edits a value.
  package static let (editCell, editKeys) = declare(
    "ModelEditCell", .cell(EditCell.self), extends: tableCell, "A row with a control that edits a value."
  ) {
    (
      readOnly: $0.bool("readOnly", default: "#false", "disables the control"),
      controlInDisplay: $0.bool(
        "controlInDisplay", default: "#true", "shows the control outside edit mode too, disabled")
    )
  }
}

/// A cell with a control that edits a value (`ModelEditCell`).
package class EditCell: Cell {
  private static let editKeys = ComponentDescriptor.editKeys

  /// The control in display mode and edit mode; `isEnabled` is its only difference.
  func makeControl(isEnabled: Bool) -> Control? { nil }

  /// The value to be written for what a person did.
  ///
  /// - Throws: `action.impossible` when the control does not know that kind of edit or value.
  func newValue(for edit: Action.Edit) throws -> Value { throw impossible("cannot be edited like that") }

  final override func control(editing: Bool, isSelected: Bool) -> Control? {
    guard editing || properties[Self.editKeys.controlInDisplay] else { return nil }
    let isOpen = isSelected || !needsSelection
    return makeControl(isEnabled: editing && isOpen && !properties[Self.editKeys.readOnly])
  }

  /// Whether the control can be operated only while its row is selected, which opens it.
  private var needsSelection: Bool { component.descriptor.control?.driving.needsSelection == true }

  package final override func edit(_ edit: Action.Edit, editing: Bool, isSelected: Bool) throws {
    guard editing else { throw impossible("can only be changed in edit mode", hint: controller.editHint) }
    guard !properties[Self.editKeys.readOnly] else { throw impossible("is read-only") }
    guard isSelected || !needsSelection else {
      throw impossible("can only be changed while its row is selected", hint: ControlDriving.selectionHint)
    }
    guard let slot = component.descriptor.controlSlot else { throw impossible("has no control") }
    guard let program = properties.program(slot: slot) else {
      throw impossible("has no \(component.descriptor.table.schemas[slot].name) to write to")
    }
    let value = try newValue(for: edit)
    // The consequences of the change may fail too; then the change itself is rolled back.
    try evaluator.store.transaction { try evaluator.set(program, effectiveContext, value) }
  }

  func wrongEdit(_ needed: String, _ edit: Action.Edit) -> Diagnostic {
    let got =
      switch edit {
      case .text(let text): evaluator.store.summary(.string(text))
      case .value(let value): evaluator.store.summary(value)
      case .option(let index): "option \(index)"
      case .steps(let count): "\(count) steps"
      }
    return impossible("needs \(needed), got \(got)")
  }

  /// The index of the option that a person chose.
  func chosenIndex(_ edit: Action.Edit, of count: Int) throws -> Int {
    switch edit {
    case .option(let index), .value(.int(let index)):
      guard index >= 0, index < count else { throw impossible("has no option \(index); it has \(count)") }
      return index
    case .text, .value, .steps: throw wrongEdit("an option", edit)
    }
  }

  /// The text that a person typed.
  func typedText(_ edit: Action.Edit) throws -> Value {
    switch edit {
    case .text(let text), .value(.string(let text)): return .string(text)
    case .value, .option, .steps: throw wrongEdit("a string", edit)
    }
  }
}
