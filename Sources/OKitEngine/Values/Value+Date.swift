extension Value {
  /// The rule of `getDate`: a date, or the one that an ISO 8601 text spells; nil for anything else.
  public var date: DateValue? {
    switch self {
    case .date(let date): date
    case .string(let text): ISO8601.parse(text)
    default: nil
    }
  }
}
