extension ComponentDescriptor {
  package static let switchCell = declare(
    "ModelSwitchCell", .cell(SwitchCell.self), extends: editCell, control: .switch,
    functions: [.isOn, .setOn], "A row with a switch."
  ) { switchCellTable }

  package static let (switchCellTable, switchKey) = properties(extending: editCell) {
    $0.bool("onPath", fills: .control, "true or false; a text such as `yes` or `off`, or a number")
  }
}

extension Control.Kind {
  package static let `switch` = Control.Kind(
    "switch", "switch", role: .switch, edits: .bool,
    driving: ControlDriving([], usage: "set it to on or off", accepts: "on, off, yes, no, true or false") {
      switch $0.value {
      case .bool: .set($0.value)
      case .string(let text): BoolText(text).map { .set(.bool($0.isTrue)) }
      default: nil
      }
    },
    text: { control in
      let isOn = control.value == .bool(true)
      return control.bracketed((isOn ? "● " : "○ ") + TextWidth.printable(control.text ?? (isOn ? "on" : "off")))
    })
}

/// A switch (`ModelSwitchCell`).
package final class SwitchCell: EditCell {
  override class var isReusable: Bool { true }

  override func makeControl(isEnabled: Bool) -> Control? {
    makeSwitch(overridden(.isOn) ?? .bool(properties[ComponentDescriptor.switchKey]), isEnabled: isEnabled)
  }

  override func text(ofEntered value: Value) -> String? { switchText(of: value) }

  override var setter: OverridableFunction? { .setOn }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    guard case .value(.bool(let isOn)) = edit else { throw wrongEdit("true or false", edit) }
    return .bool(isOn)
  }

  /// A text keeps its words: a switch over `yes` writes `no`. A number gets 1 or 0.
  override func value(from argument: Value) throws -> Value {
    let key = ComponentDescriptor.switchKey
    guard case .bool(let isOn) = argument, let program = properties.program(key), program.only?.negated == false else {
      return argument
    }
    switch evaluator.writtenType(program, properties.context)?.unwrapped {
    case .string:
      guard case .string(let text) = properties.value(key), let word = BoolText(text) else { return argument }
      return .string(word.text(isOn))
    case .int: return .int(isOn ? 1 : 0)
    case .double: return .double(isOn ? 1 : 0)
    default: return argument
    }
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    if function == .isOn { return .bool(properties[ComponentDescriptor.switchKey]) }
    return try super.inherited(function, arguments)
  }
}

extension EditCell {
  /// A switch with the text of its state.
  func makeSwitch(_ value: Value, isEnabled: Bool) -> Control {
    var control = Control(kind: .switch, value: value, isEnabled: isEnabled)
    control.text = switchText(of: value)
    return control
  }

  func switchText(of value: Value) -> String { evaluator.localized(value == .bool(true) ? "on" : "off") }
}
