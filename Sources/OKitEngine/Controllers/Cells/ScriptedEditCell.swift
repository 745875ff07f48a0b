/// A cell of a class that a script extends from `ModelEditCell` itself: its control follows from the function that the
/// script defines, `getText`, `isOn`, `getValue` or `getDate`, and has no path of its own.
package final class ScriptedEditCell: EditCell {
  /// The functions that a script defines to get a control.
  static let controlFunctions: [OverridableFunction] = [
    .getText, .setText, .getPlaceholder, .getIsSecure, .isOn, .setOn, .getDate, .setDate, .getMinDate,
    .getMaxDate, .getValue, .setValue, .getMinValue, .getMaxValue,
  ]

  /// The function of the script that returns the value of the control; nil without one.
  private var getter: OverridableFunction? {
    Self.controlFunctions.first { $0.field == .control && componentClass.override(of: $0) != nil }
  }

  override var isSecure: Bool { overridden(.getIsSecure)?.truth ?? false }

  override var setter: OverridableFunction? {
    switch getter {
    case .getText?: .setText
    case .isOn?: .setOn
    case .getDate?: .setDate
    case .getValue?: .setValue
    default: nil
    }
  }

  override func makeControl(isEnabled: Bool) -> Control? {
    switch getter {
    case .getText?:
      return Control(
        kind: .text, value: overridden(.getText) ?? .null, isEnabled: isEnabled,
        placeholder: text(.getPlaceholder) ?? nil, isSecure: isSecure)
    case .isOn?:
      return makeSwitch(overridden(.isOn) ?? .bool(false), isEnabled: isEnabled)
    case .getDate?:
      let date = date
      return Control(
        kind: .date, value: date.current, isEnabled: isEnabled, min: date.minimum, max: date.maximum,
        mode: mode(date).name
      ).with { formattedDateText(of: $0) }
    case .getValue?:
      let number = number
      return Control(
        kind: .slider, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum
      ).with(texts: numberText)
    default: return nil
    }
  }

  override func text(ofEntered value: Value) -> String? {
    if getter == .isOn { switchText(of: value) } else { super.text(ofEntered: value) }
  }

  private var date: BoundedDate {
    let value = overridden(.getDate) ?? .null
    let isDay = if case .day = value { true } else { false }
    return BoundedDate(
      value, from: overridden(.getMinDate) ?? .null, to: overridden(.getMaxDate) ?? .null,
      isDay: isDay, locale)
  }

  private func mode(_ date: BoundedDate) -> DateMode { date.isDay ? .date : .dateAndTime }

  /// A date or a day in the format of the cell; nil without one.
  private func formattedDateText(of value: Value) -> String? {
    guard let format = properties.format, case .date = format else { return nil }
    return format.text(of: value, locale)
  }

  private var number: BoundedNumber {
    BoundedNumber(
      overridden(.getValue) ?? .null, from: overridden(.getMinValue) ?? .int(0),
      to: overridden(.getMaxValue) ?? .int(1))
  }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    switch (getter, edit) {
    case (.getText?, _): return try typedText(edit)
    case (.isOn?, .value(.bool(let isOn))): return .bool(isOn)
    case (.isOn?, _): throw wrongEdit("true or false", edit)
    case (.getDate?, .text), (.getDate?, .value):
      let date = date
      let entered = try self.date(for: edit, date, mode(date))
      return noting(entered, clampedTo: date.clamped(entered))
    case (.getValue?, _): return try set(number, to: edit)
    default: throw wrongEdit("another value", edit)
    }
  }

  /// What a script does not define has no value.
  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    guard Self.controlFunctions.contains(function) else { return try super.inherited(function, arguments) }
    guard function.argument == nil else {
      throw Diagnostic(
        "controller.unknownFunction", "\(componentClass.name): ModelEditCell has nothing that \(function) could write")
    }
    return .null
  }
}
