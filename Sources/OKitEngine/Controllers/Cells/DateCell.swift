extension ComponentDescriptor {
  package static let (dateCell, dateKeys) = declare(
    "ModelDateCell", .cell(DateCell.self), extends: editCell, control: .date,
    functions: ["getDate", "setDate", "getMinDate", "getMaxDate"], "A row with a date picker."
  ) {
    (
      datePath: $0.date("datePath", fills: .control, "the date"),
      minDatePath: $0.date("minDatePath", effect: "control.min", "the earliest date"),
      maxDatePath: $0.date(
        "maxDatePath", effect: "control.max", "the latest date; a date outside the bounds is clamped"),
      modePath: $0.any(
        "modePath", default: "#2", constants: DateMode.allCases.map(\.name),
        effect: "control.mode", "0 `time`, 1 `date`, 2 `dateAndTime`, 3 `countDownTimer`")
    )
  }
}

extension Control.Kind {
  package static let date = Control.Kind(
    "date", "date picker", role: .date,
    driving: ControlDriving([.pick], usage: "pick a date", accepts: "a date", needsSelection: true) {
      switch $0.value {
      case .date(let date): return .pick(date)
      case .string(let text): return .enter(text)
      default: return nil
      }
    },
    // A closed date picker is not visible.
    text: { $0.isEnabled ? $0.bracketed($0.isFilled ? $0.printableText : $0.hint) : "" })
}

/// A date picker that opens while its row is selected in edit mode (`ModelDateCell`).
package final class DateCell: EditCell {
  private static let dateKeys = ComponentDescriptor.dateKeys

  override var selectedHeight: Double? { super.selectedHeight ?? Self.openHeight }

  /// The height of an open date picker or picker, in points.
  static let openHeight = 216.0

  override func makeControl(isEnabled: Bool) -> Control? {
    let mode = mode
    return Control(
      kind: .date, value: shownDate.map(Value.date) ?? .null, isEnabled: isEnabled,
      min: minimum.map(Value.date) ?? .null, max: maximum.map(Value.date) ?? .null, mode: mode.name
    ).with { if case .date(let date) = $0 { text(of: date, mode) } else { nil } }
  }

  /// The date inside the bounds.
  private var shownDate: DateValue? { date("getDate", Self.dateKeys.datePath).map(clamped) }

  private func date(_ function: String, _ key: ComponentKey<DateValue>) -> DateValue? {
    if let value = overridden(function, as: .date) { value.date } else { properties[key] }
  }

  private func text(of date: DateValue, _ mode: DateMode) -> String? {
    // Fails only for an unknown time zone, which no application has.
    formattedText(of: date) ?? (try? locale.text(of: date, mode: mode))
  }

  /// The date in the form of the locale, as its mode shows it.
  override var valueText: String? { shownDate.flatMap { text(of: $0, mode) } }

  override func text(ofEntered value: Value) -> String? { value.date.flatMap { text(of: $0, mode) } }

  // MARK: Values

  override var setter: CellSetter? { .date }

  override func argument(for edit: Action.Edit) throws -> Value {
    if case .text(let text) = edit { return .date(clamped(try typedDate(text))) }
    guard case .value(let value) = edit, let date = value.date, date.secondsSince2001.isFinite else {
      throw wrongEdit("a date", edit)
    }
    return .date(clamped(date))
  }

  override func value(from argument: Value) throws -> Value { argument.date.map { .date(clamped($0)) } ?? argument }

  package override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    let keys = Self.dateKeys
    func value(_ key: ComponentKey<DateValue>) -> Value { properties[key].map(Value.date) ?? .null }
    switch name {
    case "getDate": return value(keys.datePath)
    case "getMinDate": return value(keys.minDatePath)
    case "getMaxDate": return value(keys.maxDatePath)
    default: return try super.inherited(name, arguments)
    }
  }

  /// - Throws: `cell.value` for a text that is not a date.
  private func typedDate(_ text: String) throws -> DateValue {
    let (locale, mode) = (locale, mode)
    var refusal: Diagnostic?
    do { if let date = try formattedDate(text, replacing: shownDate) { return date } } catch { refusal = error }
    if let date = try locale.date(in: text, mode: mode, current: shownDate) { return date }
    if let refusal { throw refusal }
    throw Diagnostic("cell.value", "\"\(text)\" is not \(mode.article)", hint: "use \(try locale.forms(of: mode))")
  }

  private var minimum: DateValue? { date("getMinDate", Self.dateKeys.minDatePath) }
  private var maximum: DateValue? { date("getMaxDate", Self.dateKeys.maxDatePath) }

  private func clamped(_ date: DateValue) -> DateValue {
    min(max(date, minimum ?? date), maximum ?? DateValue(secondsSince2001: .infinity))
  }

  /// By number or by name; an unknown one is reported.
  private var mode: DateMode {
    let value = properties[Self.dateKeys.modePath]
    if let mode = DateMode(value) { return mode }
    report(DateMode.problem(of: value), of: Self.dateKeys.modePath)
    return .dateAndTime
  }
}

extension CellSetter {
  static let date = CellSetter(name: "setDate", argument: .date)
}

extension DateMode {
  /// Returns the problem of a value that is not a mode; nil for one that is, and for an empty one.
  static func problem(of value: Value) -> Diagnostic? {
    guard DateMode(value) == nil, let text = value.scalarText, !text.isEmpty else { return nil }
    let names = allCases.map(\.name)
    return Diagnostic(
      "cell.mode", "unknown mode \"\(text)\"; expected 0 to 3, or one of " + names.joined(separator: ", "),
      hint: NearestName.hint(for: text, in: names))
  }

  /// The kind of date with its article, for messages.
  fileprivate var article: String {
    switch self {
    case .time: "a time"
    case .date, .dateAndTime: "a date"
    case .countDownTimer: "a duration in hours and minutes"
    }
  }
}
