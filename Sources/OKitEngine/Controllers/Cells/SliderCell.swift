extension ComponentDescriptor {
  package static let (sliderCell, sliderKeys) = declare(
    "ModelSliderCell", .cell(SliderCell.self), extends: editCell, control: .slider,
    functions: CellNumbers.functions + ["setValue"], "A row with a slider."
  ) {
    (
      valuePath: $0.number("valuePath", fills: .control, "the number"),
      minValuePath: $0.number("minValuePath", default: "#0", "the minimum"),
      maxValuePath: $0.number("maxValuePath", default: "#1", "the maximum"),
      minImagePath: $0.image("minImagePath", "accepted, without effect"),
      maxImagePath: $0.image("maxImagePath", "accepted, without effect"),
      width: $0.number("width", default: "#150", "accepted, without effect")
    )
  }
}

extension Control.Kind {
  package static let slider = Control.Kind(
    "slider", "slider", driving: .number(.slide, usage: "slide to a number"),
    text: { control in
      let low = control.printable(control.minText, control.min)
      let bounds = "(\(low)…\(control.printable(control.maxText, control.max)))"
      return control.bracketed(track(control)) + " " + control.printableText
        + (control.isEnabled ? " " + bounds : "")
    })

  private static func track(_ control: Control) -> String {
    guard let share = control.share(from: control.min) else { return "──────────" }
    let knob = Int((share * 9).rounded())
    return String(repeating: "━", count: knob) + "●" + String(repeating: "─", count: 9 - knob)
  }
}

/// A slider (`ModelSliderCell`).
package final class SliderCell: EditCell {
  private static let numbers = {
    let keys = ComponentDescriptor.sliderKeys
    return CellNumbers(value: keys.valuePath, minimum: keys.minValuePath, maximum: keys.maxValuePath)
  }()

  private var number: BoundedNumber { Self.numbers.number(of: self) }

  override var setter: CellSetter? { .number }

  override func makeControl(isEnabled: Bool) -> Control? {
    let number = number
    return Control(
      kind: .slider, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum
    ).with(texts: locale.text)
  }

  override func argument(for edit: Action.Edit) throws -> Value {
    guard let value = try number.set(readingNumber(edit)) else { throw wrongEdit("a number", edit) }
    return value
  }

  override func value(from argument: Value) throws -> Value { number.set(.value(argument)) ?? argument }

  package override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    try Self.numbers.inherited(name, properties) ?? super.inherited(name, arguments)
  }
}
