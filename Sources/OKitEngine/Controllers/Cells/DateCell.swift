extension ComponentDescriptor {
  package static let (dateCell, dateKeys) = declare(
    "ModelDateCell", .cell(DateCell.self), extends: editCell, control: .date, "A row with a date picker."
  ) {
    (
      datePath: $0.date("datePath", fills: .control, "the date"),
      minDatePath: $0.date("minDatePath", "the earliest date"),
      maxDatePath: $0.date("maxDatePath", "the latest date"),
      modePath: $0.any("modePath", default: "#2", "0 `time`, 1 `date`, 2 `dateAndTime`, 3 `countDownTimer`")
    )
  }
}

extension Control.Kind {
  package static let date = Control.Kind(
    "date", "date picker",
    driving: ControlDriving([.pick], usage: "pick a date", accepts: "a date", needsSelection: true) {
      switch $0.value {
      case .date(let date): return .pick(date)
      case .string(let text):
        guard let date = ISO8601.parse(text) else {
          throw Diagnostic(
            "cell.value", "\"\(text)\" is not a date", hint: "use 2020-01-31 or 2020-01-31T12:00:00Z")
        }
        return .pick(date)
      default: return nil
      }
    },
    // A closed date picker is not visible.
    text: { $0.isEnabled ? $0.bracketed($0.isFilled ? $0.printable($0.value) : $0.hint) : "" })
}

/// A date picker that opens while its row is selected in edit mode (`ModelDateCell`).
package final class DateCell: EditCell {
  private static let dateKeys = ComponentDescriptor.dateKeys

  override var selectedHeight: Double? { super.selectedHeight ?? Self.openHeight }

  /// The height of an open date picker or picker, in points.
  static let openHeight = 216.0

  override func makeControl(isEnabled: Bool) -> Control? {
    Control(
      kind: .date, value: date.map(Value.date) ?? .null, isEnabled: isEnabled,
      min: minimum.map(Value.date) ?? .null, max: maximum.map(Value.date) ?? .null, mode: mode?.name)
  }

  // MARK: The text of the date

  private var observedText: ObservedBinding?

  /// The date in the language of the application, as its mode shows it.
  override var valueText: String? {
    if let observedText, observedText.context == properties.context { return observedText.value.scalarText }
    let text = observe { [weak self] in self?.formattedDate.map(Value.string) }
    observedText = text
    return text.value.scalarText
  }

  private var formattedDate: String? {
    guard let date else { return nil }
    evaluator.store.graph.read(evaluator.store.localeSource)
    let context = evaluator.functionContext()
    do {
      return try context.formatters.text(
        of: date, style: (mode ?? .dateAndTime).style, locale: context.locale, timeZone: context.timeZone)
    } catch {
      services.report(error.from(origin(Self.dateKeys.datePath)))
      return nil
    }
  }

  // MARK: Values

  override func newValue(for edit: Action.Edit) throws -> Value {
    guard case .value(let value) = edit, let date = value.date, date.secondsSince2001.isFinite else {
      throw wrongEdit("a date", edit)
    }
    return .date(clamped(date))
  }

  private var date: DateValue? { properties[Self.dateKeys.datePath].map(clamped) }
  private var minimum: DateValue? { properties[Self.dateKeys.minDatePath] }
  private var maximum: DateValue? { properties[Self.dateKeys.maxDatePath] }

  private func clamped(_ date: DateValue) -> DateValue {
    min(max(date, minimum ?? date), maximum ?? DateValue(secondsSince2001: .infinity))
  }

  private var mode: DateMode? { DateMode(properties[Self.dateKeys.modePath]) }
}

extension DateMode {
  /// The style of a date in the row of its picker.
  fileprivate var style: DateStyle {
    switch self {
    case .time, .countDownTimer: .shortTime
    case .date: .long
    case .dateAndTime: .shortDateTime
    }
  }
}
