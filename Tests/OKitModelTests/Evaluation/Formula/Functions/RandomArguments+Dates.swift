import OKitModel

extension RandomArguments {
  private static let times = [
    "2020-01-31", "2020-02-29 23:59:59.999", "2019-02-31", "2020-01-31T12:00Z", "2020-01-31T12:00:00+01:00",
    "2020-01-31 12:00:00.5-05:30", "0000-01-01", "-4713-11-24 12:00", "-4713-11-24", "9999-12-31 23:59:59", "12:00",
    "24:00:00", "23:59:60", "2020-13-01", "2020-1-1", "2020-01-31 ", "2020-01-31 25:00", "2020-01-31T12", "1e3",
    "2451910.5", "0", "5373484.5", "5373484.4999999", "-1", "1969-12-31 23:59:59.5", "0400-02-29", "0300-12-31",
    "1900-02-29",
    "2020-01-31 12:00:00.", "2020-01-31 12:00 z ", "12:00+14:00", "12:00+15:00", "0001-01-01T00:00:00.0001",
    "2020-01-31x", "2020-01-31T12:00:00Z1", "12:00 z x", "2020-01-31 12:00+01:00x",
  ]
  private static let modifiers = [
    "start of day", "start of month", "START OF YEAR", "start of week", "weekday 0", "weekday 3", "weekday 6",
    "weekday 7", "weekday 1.5",
    "localtime", "utc", "unixepoch", "julianday", "auto", "now", "", "subsec", "+1 day", "-1 month", "1 year",
    "+13 months", "-0.5 hours",
    "+1.5 months", "-2.25 years", "10 seconds", "+0.001 second", "-90 minutes", "+12:30", "-01:00:00.250", "+24:00",
    "1:00", "+1 days ", "1day",
    "+1  day", "+5373485 days", "+1 fortnight", "+100000 days", "-100000 days", "1e2 days", "+1dayss", "+ 1 day",
    "weekday  2", "+9999 years",
  ]

  /// Random arguments of a function that accepts any number of them, or a number in its arity.
  mutating func arguments(of name: String) -> [Value] {
    guard let function = FormulaFunction.named(name) else { return [] }
    switch name {
    case "date", "time", "datetime", "julianday", "unixepoch": return dateArguments()
    case "strftime": return [.string(dateFormat())] + dateArguments()
    case "printf", "format": return formatArguments()
    default:
      let least = function.arity.lowerBound
      return values(number(least...min(function.arity.upperBound, least + 3)))
    }
  }

  /// A format and its arguments, which are small where they may be a width.
  private mutating func formatArguments() -> [Value] {
    let format = format()
    let arguments = (0..<number(0...4)).map { _ in
      format.contains("*") && number(0...2) > 0 ? .int(number(-20...20)) : value()
    }
    guard format.contains("*") else { return [.string(format)] + arguments }
    return [.string(format)]
      + arguments.map { value in
        FormulaConversion.integer(value).map { Int32(truncatingIfNeeded: $0).magnitude > 1000 } == true ? .null : value
      }
  }

  private mutating func dateFormat() -> String {
    var format = ""
    for _ in 0..<number(1...5) {
      format += ["%d", "%f", "%H", "%j", "%J", "%m", "%M", "%s", "%S", "%w", "%W", "%Y", "%%", "-é"][number(0...13)]
    }
    return format + (number(0...20) == 0 ? "%q" : "")
  }

  /// A time, which is not the current one, and modifiers.
  private mutating func dateArguments() -> [Value] {
    [time()] + (0..<max(number(-2...3), 0)).map { _ in modifier() }
  }

  private mutating func time() -> Value {
    switch number(0...9) {
    case 0: return .double(Double(number(0...5_373_484)) + Double(number(0...86_400_000)) / 86_400_000)
    case 1: return .int(number(-300_000_000_000...300_000_000_000))
    case 2: return .string(Self.times[number(0...Self.times.count - 1)])
    case 3:
      let value = value()
      if case .string(let text) = value, text.lowercased() == "now" { return .null }
      return value
    default:
      let year = number(number(0...1) == 0 ? -4713...9999 : 1900...2100)
      func padded(_ number: Int, _ width: Int = 2) -> String {
        String(repeating: "0", count: max(width - String(number).count, 0)) + String(number)
      }
      var text =
        (year < 0 ? "-" : "") + padded(abs(year), 4) + "-" + padded(number(1...12)) + "-" + padded(number(1...31))
      if number(0...2) > 0 {
        text += [" ", "T", "  "][number(0...2)] + padded(number(0...23)) + ":" + padded(number(0...59))
      }
      if text.count > 12, number(0...1) == 0 {
        text += ":" + padded(number(0...59))
        if number(0...1) == 0 { text += ".\(padded(number(0...999), 3))" }
        if number(0...3) == 0 { text += ["Z", "+01:00", "-11:30", " +00:00"][number(0...3)] }
      }
      return .string(text)
    }
  }

  private mutating func modifier() -> Value {
    switch number(0...5) {
    case 0:
      return .string(
        "\(number(-3000...3000)) \(["days", "months", "years", "hours", "minutes", "seconds"][number(0...5)])")
    case 1:
      return .string(
        """
        \(Double(number(-300_000...300_000)) / 1000) \
        \(["day", "month", "year", "hour", "minute", "second"][number(0...5)])
        """
      )
    case 2:
      return number(0...9) == 0
        ? value() : .string("+\(number(0...1) == 0 ? "" : "0")\(number(0...9)):\(number(10...59))")
    default: return .string(Self.modifiers[number(0...Self.modifiers.count - 1)])
    }
  }
}
