extension ComponentDescriptor {
  package static let sliderCell = declare(
    "ModelSliderCell", .cell(SliderCell.self), extends: editCell, control: .slider,

    functions: CellNumbers.functions + [.setValue, .getMinImage, .getMaxImage], "A row with a slider."
  ) { sliderCellTable }

  package static let (sliderCellTable, sliderKeys) = properties(extending: editCell) {
    (
      valuePath: $0.number("valuePath", fills: .control, "the number"),
      minValuePath: $0.number("minValuePath", default: "#0", effect: "control.min", "the minimum"),
      maxValuePath: $0.number(
        "maxValuePath", default: "#1", effect: "control.max", "the maximum; a number outside the bounds is clamped"),
      minImagePath: $0.image("minImagePath", effect: "control.minImage", "the image beside the minimum"),
      maxImagePath: $0.image("maxImagePath", effect: "control.maxImage", "the image beside the maximum"),
      width: $0.number("width", default: "#150", effect: "control.width", "the width of the slider in points")
    )
  }
}

extension Control.Kind {
  package static let slider = Control.Kind(
    "slider", "slider", role: .slider, edits: .number, driving: .number(.slide, usage: "set it to a number"),
    text: { control in
      let low = control.printable(control.minText, control.min)
      let bounds = "(\(low)…\(control.printable(control.maxText, control.max)))"
      return control.bracketed(track(control)) + " " + control.printableText
        + (control.isEnabled ? " " + bounds : "")
    })

  /// The track, between the images of the minimum and the maximum.
  private static func track(_ control: Control) -> String {
    let look = control.look?.content
    let images = [look?.minImage, look?.maxImage].map { $0.map { "▣" + TextWidth.printable($0) } }
    return [images[0], line(control), images[1]].compactMap { $0 }.joined(separator: " ")
  }

  private static func line(_ control: Control) -> String {
    guard let share = control.share(from: control.min) else { return "──────────" }
    let knob = Int((share * 9).rounded())
    return String(repeating: "━", count: knob) + "●" + String(repeating: "─", count: 9 - knob)
  }
}

/// A slider (`ModelSliderCell`).
package final class SliderCell: EditCell {
  override class var isReusable: Bool { true }

  private static let numbers = {
    let keys = ComponentDescriptor.sliderKeys
    return CellNumbers(value: keys.valuePath, minimum: keys.minValuePath, maximum: keys.maxValuePath)
  }()

  private var number: BoundedNumber { Self.numbers.number(of: self) }

  override var setter: OverridableFunction? { .setValue }

  override func makeControl(isEnabled: Bool) -> Control? {
    let number = number
    var control = Control(
      kind: .slider, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum
    ).with(texts: numberText)
    let keys = ComponentDescriptor.sliderKeys
    control.look = Boxed(
      ControlLook(
        minImage: image(.getMinImage, keys.minImagePath), maxImage: image(.getMaxImage, keys.maxImagePath),
        width: properties[keys.width]))
    return control
  }

  /// The name of an image beside the slider.
  private func image(_ function: OverridableFunction, _ key: ComponentKey<ImageValue>) -> String? {
    guard let value = overridden(function) else { return properties[key] }
    if case .named(let name)? = value.image { return name }
    return ImageInfo(value)?.name
  }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    try set(number, to: edit)
  }

  override func value(from argument: Value) throws -> Value {
    number.set(.value(argument)).map(number.clamped) ?? argument
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    let keys = ComponentDescriptor.sliderKeys
    switch function {
    case .getMinImage: return properties[keys.minImagePath].map { .image(.named($0)) } ?? .null
    case .getMaxImage: return properties[keys.maxImagePath].map { .image(.named($0)) } ?? .null
    default: return try Self.numbers.inherited(function, properties) ?? super.inherited(function, arguments)
    }
  }
}
