/// A cell with a control that edits a value (`ModelEditCell`).
public class EditCell: Cell {
  public final override var isEditCell: Bool { true }

  /// The value is the control's own, not the row's text.
  override var mainProperty: String { valueProperty }

  /// The property with the binding that the control reads and writes.
  var valueProperty: String { "path" }

  /// The control in display mode and edit mode; `isEnabled` is its only difference.
  func makeControl(isEnabled: Bool) -> Control? { nil }

  /// The value to be written for what a person did.
  ///
  /// - Throws: `action.impossible` when the control does not know that kind of edit or value.
  func newValue(for edit: Action.Edit) throws -> Value { throw impossible("cannot be edited like that") }

  final override func control(editing: Bool) -> Control? {
    guard editing || properties.bool("controlInDisplay") else { return nil }
    return makeControl(isEnabled: editing && !properties.bool("readOnly"))
  }

  public final override func edit(_ edit: Action.Edit, editing: Bool) throws {
    guard editing else { throw impossible("can only be changed in edit mode", hint: "tap \"Edit\" first") }
    guard !properties.bool("readOnly") else { throw impossible("is read-only") }
    guard let program = properties.program(valueProperty) else {
      throw impossible("has no \(valueProperty) to write to")
    }
    let value = try newValue(for: edit)
    // What the change sets off may fail as well; then the change itself is taken back.
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
}

/// A switch (`ModelSwitchCell`).
public final class SwitchCell: EditCell {
  override var valueProperty: String { "onPath" }

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(kind: .switch, value: .bool(properties.bool("onPath")), isEnabled: isEnabled)
  }

  override func newValue(for edit: Action.Edit) throws -> Value {
    guard case .value(.bool(let isOn)) = edit else { throw wrongEdit("true or false", edit) }
    return .bool(isOn)
  }
}
