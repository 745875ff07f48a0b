/// A cell of a class that a script extends from `ModelEditCell` itself: its control follows from the function that the script
/// defines, `getText`, `isOn`, `getValue` or `getDate`, and has no path of its own.
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
        placeholder: text("getPlaceholder") ?? nil, isSecure: overridden("getIsSecure", as: .flag)?.truth ?? false)
    case .flag:
      return Control(kind: .switch, value: overridden("isOn", as: .flag) ?? .bool(false), isEnabled: isEnabled)
    case .date:
      return Control(
        kind: .date, value: date("getDate").map { .date(clamped($0)) } ?? .null, isEnabled: isEnabled,
        min: date("getMinDate").map(Value.date) ?? .null, max: date("getMaxDate").map(Value.date) ?? .null,
        mode: DateMode.dateAndTime.name
      ).with { if case .date(let date) = $0 { formattedText(of: date) } else { nil } }
    case .number:
      let number = number
      return Control(
        kind: .slider, value: number.current, isEnabled: isEnabled, min: number.minimum, max: number.maximum
      ).with(texts: numberText)
    case nil: return nil
    }
  }

  private func date(_ function: String) -> DateValue? { overridden(function, as: .date)?.date }

  private func clamped(_ date: DateValue) -> DateValue {
    let (minimum, maximum) = (self.date("getMinDate") ?? date, self.date("getMaxDate"))
    return min(max(date, minimum), maximum ?? DateValue(secondsSince2001: .infinity))
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
    case (.date, .text(let text)):
      if let date = try formattedDate(text, replacing: date("getDate")) { return .date(clamped(date)) }
      guard let date = try locale.date(in: text, mode: .dateAndTime, current: date("getDate")) else {
        throw Diagnostic("cell.value", "\"\(text)\" is not a date", hint: "use \(try locale.forms(of: .dateAndTime))")
      }
      return .date(clamped(date))
    case (.date, .value(let value)):
      guard let date = value.date, date.secondsSince2001.isFinite else { throw wrongEdit("a date", edit) }
      return .date(clamped(date))
    case (.number, _):
      guard let value = try number.set(readingNumber(edit)) else { throw wrongEdit("a number", edit) }
      return value
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
