extension DayKind {
  typealias Method = HostMember<@Sendable (DayKind, borrowing LuaCall) throws -> LuaOutcome>

  /// The functions of days; those of bindings without parameters are properties.
  static let methods: [Method] = [
    .init("add", "(figures: okit.DayShift): okit.Day", "Returns the day moved by calendar units.") { try $0.add($1) },
    .init("date", "(): okit.Date", "Returns the first moment of the day in the time zone.") { try $0.date($1) },
    .init("format", "(pattern: string): string", "Formats by a Unicode date pattern: `d MMM yyyy`.") {
      try $0.format($1)
    },
  ]
}

/// Days as scripts see them.
enum DayTypes {
  static let all = [day, figures, shift]

  static let day = DeclaredClass(
    "okit.Day",
    """
    A day of the calendar without time and time zone. Days can be compared; `day + 1` is the next day, `day - day` is \
    a number of days.
    """,
    overloads: [ModelTypes.call("okit.Day")],
    operators: ["add(integer): okit.Day", "sub(integer): okit.Day", "sub(okit.Day): integer"],
    DateTypes.properties(of: "Day") + DayKind.methods.map(\.declaration))

  static let like = DeclaredAlias(
    "okit.DayLike", "okit.Day|okit.Date|string",
    "A day, the day of a date in the time zone, or a text such as `2024-06-15`.")

  static let figures = DeclaredClass(
    "okit.DayFigures", "The components of a day.",
    [
      Declaration("year", "integer"), Declaration("month?", "integer", "default 1"),
      Declaration("day?", "integer", "default 1"),
    ])

  static let shift = DeclaredClass(
    "okit.DayShift", "The calendar units that a day is moved by.",
    ["year", "month", "week", "day"].map { Declaration("\($0)?", "integer") })
}
