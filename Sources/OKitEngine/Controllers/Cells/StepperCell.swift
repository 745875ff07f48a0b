extension ComponentDescriptor {
  package static let (stepperCell, stepperKeys) = declare(
    "ModelStepperCell", .cell(StepperCell.self), extends: editCell, control: .stepper,
    "A row with a stepper."
  ) {
    (
      valuePath: $0.number("valuePath", fills: .control, "the number"),
      minValuePath: $0.number("minValuePath", default: "#0", "the minimum"),
      maxValuePath: $0.number("maxValuePath", default: "#100", "the maximum"),
      stepValuePath: $0.number("stepValuePath", default: "#1", "the size of one step")
    )
  }
}

extension Control.Kind {
  package static let stepper = Control.Kind(
    "stepper", "stepper", role: .spinbutton, driving: .number(.step, usage: "step by a number"),
    text: { $0.isEnabled ? "[− \($0.printableText) +]" : $0.printableText })
}

/// A pair of buttons that count up and down (`ModelStepperCell`).
package final class StepperCell: EditCell {
  private static let stepperKeys = ComponentDescriptor.stepperKeys

  private var number: BoundedNumber {
    let keys = Self.stepperKeys
    return BoundedNumber(properties, keys.valuePath, from: keys.minValuePath, to: keys.maxValuePath)
  }

  private var step: Value { properties.value(Self.stepperKeys.stepValuePath).number ?? .int(1) }

  override func makeControl(isEnabled: Bool) -> Control? {
    let number = number
    return Control(
      kind: .stepper, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum,
      step: step.double
    ).with(texts: locale.text)
  }

  override func newValue(for edit: Action.Edit) throws -> Value {
    if case .steps(let count) = edit { return number.stepped(count, by: step) }
    guard let value = try number.set(readingNumber(edit)) else { throw wrongEdit("a number", edit) }
    return value
  }
}
