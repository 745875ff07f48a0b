extension ComponentDescriptor {
  package static let stepperCell = declare(
    "ModelStepperCell", .cell(StepperCell.self), extends: editCell, control: .stepper,
    functions: CellNumbers.functions + [.getStepValue, .setValue], "A row with a stepper."
  ) { stepperCellTable }

  package static let (stepperCellTable, stepperKeys) = properties(extending: editCell) {
    (
      valuePath: $0.number("valuePath", fills: .control, "the number"),
      minValuePath: $0.number("minValuePath", default: "#0", effect: "control.min", "the minimum"),
      maxValuePath: $0.number(
        "maxValuePath", default: "#100", effect: "control.max", "the maximum; a number outside the bounds is clamped"),
      stepValuePath: $0.number("stepValuePath", default: "#1", effect: "control.step", "the size of one step")
    )
  }
}

extension Control.Kind {
  package static let stepper = Control.Kind(
    "stepper", "stepper", role: .spinbutton, edits: .number, driving: .number(.step, usage: "set it to a number"),
    text: { $0.isEnabled ? "[− \($0.printableText) +]" : $0.printableText })
}

/// A pair of buttons that count up and down (`ModelStepperCell`).
package final class StepperCell: EditCell {
  private static let stepperKeys = ComponentDescriptor.stepperKeys

  override class var isReusable: Bool { true }

  private static let numbers = CellNumbers(
    value: stepperKeys.valuePath, minimum: stepperKeys.minValuePath, maximum: stepperKeys.maxValuePath)

  private var number: BoundedNumber { Self.numbers.number(of: self) }

  private var step: Value {
    let step = overridden(.getStepValue) ?? properties.value(Self.stepperKeys.stepValuePath)
    return step.number ?? .int(1)
  }

  override var setter: OverridableFunction? { .setValue }

  override func makeControl(isEnabled: Bool) -> Control? {
    let number = number
    return Control(
      kind: .stepper, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum,
      step: step.double
    ).with(texts: numberText)
  }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    let number = number
    if case .steps(let count) = edit {
      let value = number.stepped(count, by: step)
      return noting(value, clampedTo: number.clamped(value))
    }
    return try set(number, to: edit)
  }

  override func value(from argument: Value) throws -> Value {
    number.set(.value(argument)).map(number.clamped) ?? argument
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    if function == .getStepValue { return properties.value(Self.stepperKeys.stepValuePath) }
    return try Self.numbers.inherited(function, properties) ?? super.inherited(function, arguments)
  }
}
