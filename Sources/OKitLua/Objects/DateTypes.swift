extension DateKind {
  typealias Method = HostMember<@Sendable (DateKind, borrowing LuaCall) throws -> LuaOutcome>

  /// The functions of dates; those of bindings without parameters are properties.
  static let methods: [Method] = [
    .init(
      "add", "(figures: okit.DateShift): okit.Date",
      "Returns the date moved by calendar units, at the same time of day."
    ) {
      try $0.add($1)
    },
    .init("format", "(pattern: string): string", "Formats by a Unicode date pattern: `d MMM yyyy`.") {
      guard let format = BuiltInFunctions.function("format", of: "Date") else { return .nothing }
      return try $0.invoke(format, $1)
    },
  ]
}

/// Dates as scripts see them.
enum DateTypes {
  static let all = [date, figures, shift]

  static let date = DeclaredClass(
    "okit.Date",
    "A point in time. Dates can be compared; `date + seconds` is a date, `date - date` is a number of seconds.",
    overloads: [ModelTypes.call("okit.Date")],
    operators: ["add(number): okit.Date", "sub(number): okit.Date", "sub(okit.Date): number"],
    [Declaration("timestamp", "number", "seconds since 1970")] + properties(of: "Date")
      + DateKind.methods.map(\.declaration))

  /// The extension functions of dates or days that take no parameters.
  static func properties(of type: String) -> [Declaration] {
    BuiltInFunctions.list(of: type).filter { $0.parameters.upperBound == 0 }.map {
      Declaration($0.name, $0.result == .int ? "integer" : "string", $0.meaning)
    }
  }

  static let like = DeclaredAlias(
    "okit.DateLike", "okit.Date|okit.Day|string|number",
    "A date, the first moment of a day, an ISO 8601 text, or seconds since 1970.")

  static let figures = DeclaredClass(
    "okit.DateFigures", "The components of a date in the application's time zone.",
    [
      Declaration("year", "integer"), Declaration("month?", "integer", "default 1"),
      Declaration("day?", "integer", "default 1"), Declaration("hour?", "integer"),
      Declaration("minute?", "integer"), Declaration("second?", "number"),
    ])

  /// Weeks are for moving a date only.
  static let shift = DeclaredClass(
    "okit.DateShift", "The calendar units that a date is moved by.",
    ["year", "month", "week", "day"].map { Declaration("\($0)?", "integer") }
      + ["hour", "minute", "second"].map { Declaration("\($0)?", "number") })
}
