extension ComponentDescriptor {
  package static let dateCell = declare(
    "ModelDateCell", .cell(DateCell.self), extends: editCell, control: .date,
    functions: [.getDate, .setDate, .getMinDate, .getMaxDate, .getPickerMode], "A row with a date picker."
  ) { dateCellTable }

  package static let (dateCellTable, dateKeys) = properties(extending: editCell) {
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
    "date", "date picker", role: .date, edits: .date,
    driving: ControlDriving([.pick], usage: "set it to a date", accepts: "a date", needsSelection: true) {
      switch $0.value {
      case .date(let date): return .pick(date)
      case .day(let day): return .pickDay(day)
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

  override class var isReusable: Bool { true }

  override var selectedHeight: Double? { super.selectedHeight ?? Self.openHeight }

  /// The height of an open date picker or picker, in points.
  static let openHeight = 216.0

  override func makeControl(isEnabled: Bool) -> Control? {
    let bounded = bounded
    let mode = mode(bounded)
    return Control(
      kind: .date, value: bounded.current, isEnabled: isEnabled, min: bounded.minimum, max: bounded.maximum,
      mode: mode.name
    ).with { dateText(of: $0, mode) }
  }

  /// The date or day with its bounds.
  private var bounded: BoundedDate {
    let keys = Self.dateKeys
    let value = value(.getDate, keys.datePath)
    return BoundedDate(
      value, from: self.value(.getMinDate, keys.minDatePath), to: self.value(.getMaxDate, keys.maxDatePath),
      isDay: isDay(value), locale)
  }

  private func value(_ function: OverridableFunction, _ key: ComponentKey<DateValue>) -> Value {
    overridden(function) ?? properties.value(key)
  }

  /// Whether the cell edits a day: the type of its path decides, else its value.
  private func isDay(_ value: Value) -> Bool {
    if case .day = value { return true }
    guard value.isNull, let program = properties.program(Self.dateKeys.datePath) else { return false }
    return evaluator.writtenType(program, properties.context)?.unwrapped == .day
  }

  /// The date in the form of the locale, as its mode shows it.
  override var valueText: String? {
    let bounded = bounded
    return dateText(of: bounded.current, mode(bounded))
  }

  override func text(ofEntered value: Value) -> String? { dateText(of: value, mode(bounded)) }

  // MARK: Values

  override var setter: OverridableFunction? { .setDate }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    let bounded = bounded
    let entered = try date(for: edit, bounded, mode(bounded))
    return noting(entered, clampedTo: bounded.clamped(entered))
  }

  override func value(from argument: Value) throws -> Value {
    let bounded = bounded
    return try bounded.picked(argument, mode(bounded)).map(bounded.clamped) ?? argument
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    let keys = Self.dateKeys
    func value(_ key: ComponentKey<DateValue>) -> Value {
      let value = properties.value(key)
      if case .day = value { return value }
      return value.date.map(Value.date) ?? .null
    }
    switch function {
    case .getDate: return value(keys.datePath)
    case .getMinDate: return value(keys.minDatePath)
    case .getMaxDate: return value(keys.maxDatePath)
    case .getPickerMode: return .string(builtInMode.name)
    default: return try super.inherited(function, arguments)
    }
  }

  /// A day has no time, so that no other mode is possible.
  private func mode(_ bounded: BoundedDate) -> DateMode { bounded.isDay ? .date : mode }

  /// By number or by name; an unknown one is reported.
  private var mode: DateMode {
    if let given = overridden(.getPickerMode), let mode = DateMode(given) { return mode }
    return builtInMode
  }

  private var builtInMode: DateMode {
    let value = properties[Self.dateKeys.modePath]
    if let mode = DateMode(value) { return mode }
    report(DateMode.problem(of: value), of: Self.dateKeys.modePath)
    return .dateAndTime
  }
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
  var article: String {
    switch self {
    case .time: "a time"
    case .date, .dateAndTime: "a date"
    case .countDownTimer: "a duration in hours and minutes"
    }
  }
}
