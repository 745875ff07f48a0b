/// The part of a date that a date cell shows and edits; the raw values are those of `UIDatePicker.Mode`.
package enum DateMode: Int, Sendable, CaseIterable {
  /// The time of day.
  case time
  /// The day.
  case date
  case dateAndTime
  /// A duration of less than a day, held by the time of day.
  case countDownTimer

  /// The mode by its number or name; nil for any other value.
  package init?(_ value: Value) {
    let mode = value.int.flatMap(DateMode.init(rawValue:)) ?? Self.allCases.first { $0.name == value.scalarText }
    guard let mode else { return nil }
    self = mode
  }

  package var name: String {
    switch self {
    case .time: "time"
    case .date: "date"
    case .dateAndTime: "dateAndTime"
    case .countDownTimer: "countDownTimer"
    }
  }
}
