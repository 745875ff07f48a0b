extension Value {
  /// The date, by the rule of `getDate`: a date, or an ISO 8601 string; nil for anything else.
  package var date: DateValue? {
    switch self {
    case .date(let date): date
    case .string(let text): ISO8601.parse(text)
    default: nil
    }
  }
}
