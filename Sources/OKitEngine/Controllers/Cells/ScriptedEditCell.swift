/// A cell of a class that a script extends from `ModelEditCell` itself: its control follows from the function that the
/// script defines, `getText`, `isOn`, `getValue` or `getDate`, and has no path of its own.
package final class ScriptedEditCell: EditCell {
  /// The functions that a script defines to get a control.
  static let controlFunctions = [
    "getText", "setText", "getPlaceholder", "getIsSecure", "isOn", "setOn", "getDate", "setDate", "getMinDate",
    "getMaxDate", "getValue", "setValue", "getMinValue", "getMaxValue",
  ]

  private enum Kind: String, CaseIterable {
    case text = "getText"
    case flag = "isOn"
    case date = "getDate"
    case number = "getValue"
  }

  /// Nil when the script defines none of the functions that return a value.
  private var kind: Kind? { Kind.allCases.first { componentClass.function(named: $0.rawValue) != nil } }

  override var isSecure: Bool { overridden("getIsSecure", as: .flag)?.truth ?? false }

  override var setter: CellSetter? {
    switch kind {
    case .text: .text
    case .flag: .flag
    case .date: .date
    case .number: .number
    case nil: nil
    }
  }

  override func makeControl(isEnabled: Bool) -> Control? {
    switch kind {
    case .text:
      return Control(
        kind: .text, value: overridden("getText", as: .text) ?? .null, isEnabled: isEnabled,
        placeholder: text("getPlaceholder") ?? nil, isSecure: isSecure)
    case .flag:
      return makeSwitch(overridden("isOn", as: .flag) ?? .bool(false), isEnabled: isEnabled)
    case .date:
      let date = date
      return Control(
        kind: .date, value: date.current, isEnabled: isEnabled, min: date.minimum, max: date.maximum,
        mode: mode(date).name
      ).with { formattedDateText(of: $0) }
    case .number:
      let number = number
      return Control(
        kind: .slider, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum
      ).with(texts: numberText)
    case nil: return nil
    }
  }

  override func text(ofEntered value: Value) -> String? {
    if case .flag = kind { switchText(of: value) } else { super.text(ofEntered: value) }
  }

  private var date: BoundedDate {
    let value = overridden("getDate", as: .date) ?? .null
    let isDay = if case .day = value { true } else { false }
    return BoundedDate(
      value, from: overridden("getMinDate", as: .date) ?? .null, to: overridden("getMaxDate", as: .date) ?? .null,
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
      overridden("getValue", as: .number) ?? .null, from: overridden("getMinValue", as: .number) ?? .int(0),
      to: overridden("getMaxValue", as: .number) ?? .int(1))
  }

  override func argument(for edit: Action.Edit) throws -> Value {
    switch (kind, edit) {
    case (.text, _): return try typedText(edit)
    case (.flag, .value(.bool(let isOn))): return .bool(isOn)
    case (.flag, _): throw wrongEdit("true or false", edit)
    case (.date, .text), (.date, .value):
      let date = date
      let entered = try self.date(for: edit, date, mode(date))
      return noting(entered, clampedTo: date.clamped(entered))
    case (.number, _):
      let number = number
      guard let value = try number.set(readingNumber(edit)) else { throw wrongEdit("a number", edit) }
      return noting(value, clampedTo: number.clamped(value))
    case (.date, _), (nil, _): throw wrongEdit("another value", edit)
    }
  }

  /// What a script does not define has no value.
  package override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    guard Self.controlFunctions.contains(name) else { return try super.inherited(name, arguments) }
    guard !name.hasPrefix("set") else {
      throw Diagnostic(
        "controller.unknownFunction", "\(componentClass.name): ModelEditCell has nothing that \(name) could write")
    }
    return .null
  }
}
