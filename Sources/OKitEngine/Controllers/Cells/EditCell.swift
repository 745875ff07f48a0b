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
    let origin = origin(component.descriptor.table.schemas[slot].name)
    let value: Value
    do { value = try newValue(for: edit) } catch let refused as Diagnostic where refused.code == "cell.value" {
      // The place is that of the step: a test that types what no user could has the mistake.
      throw refused.from(origin).appending(.property(origin))
    }
    do {
      // The consequences of the change may fail too; then the change itself is rolled back.
      try evaluator.store.transaction { try evaluator.set(program, effectiveContext, value) }
    } catch var diagnostic as Diagnostic {
      if diagnostic.code == "model.type", diagnostic.hint == nil { diagnostic.hint = hint(forRefused: value) }
      throw evaluator.located(diagnostic, in: program, of: origin)
    }
  }

  /// The hint in the message about a refused value: which values the control accepts. Nil for no hint.
  func hint(forRefused value: Value) -> String? { nil }

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

  // MARK: Localized values

  /// The locale and the time zone of an application never change, so that rows need not depend on them.
  var locale: FunctionContext { evaluator.functionContext() }

  /// Returns the edit with a number in place of a text that a person typed.
  ///
  /// - Throws: `cell.value` for a text that is not a number.
  func readingNumber(_ edit: Action.Edit) throws -> Action.Edit {
    guard case .text(let text) = edit else { return edit }
    guard let number = locale.number(in: text) else {
      throw Diagnostic("cell.value", "\"\(text)\" is not a number", hint: numberHint)
    }
    return .value(number)
  }

  /// An example of an accepted number.
  var numberHint: String { "use a number such as \(locale.text(of: .double(1234.5)) ?? "1234.5")" }
}
