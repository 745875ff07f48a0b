/// A date picker that opens while its row is selected in edit mode (`ModelDateCell`).
public final class DateCell: EditCell {
  override var valueProperty: String { "datePath" }

  override var selectedHeight: Double? { super.selectedHeight ?? Self.openHeight }

  /// The height of an open date picker or picker, in points.
  static let openHeight = 216.0

  override func makeControl(isEnabled: Bool) -> Control? {
    let date = properties.value("datePath").date
    return Control(
      kind: .date, value: date.map { .date(clamped($0)) } ?? .null, isEnabled: isEnabled,
      min: minimum.map(Value.date) ?? .null, max: maximum.map(Value.date) ?? .null, mode: mode)
  }

  override func newValue(for edit: Action.Edit) throws -> Value {
    guard case .value(let value) = edit, let date = value.date, date.secondsSince2001.isFinite else {
      throw wrongEdit("a date", edit)
    }
    return .date(clamped(date))
  }

  private var minimum: DateValue? { properties.value("minDatePath").date }
  private var maximum: DateValue? { properties.value("maxDatePath").date }

  private func clamped(_ date: DateValue) -> DateValue {
    min(max(date, minimum ?? date), maximum ?? DateValue(secondsSince2001: .infinity))
  }

  /// OKit's numbers are those of `UIDatePicker.Mode`, whose names are understood as well.
  private var mode: Int? {
    let value = properties.value("modePath")
    if let number = value.int { return number }
    return value.scalarText.flatMap { ["time", "date", "dateAndTime", "countDownTimer"].firstIndex(of: $0) }
  }
}
