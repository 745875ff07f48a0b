/// The number and the start of a turn of an application.
package struct TurnStamp: Sendable, Hashable, CustomStringConvertible {
  /// From 1, the first ones being the launch's; what is evaluated between two turns belongs to the one before.
  package var number = 0
  package var began = DateValue(secondsSince2001: 0)

  package init() {}

  /// `turn 3, 2020-01-01T00:00:00Z`.
  package var description: String { "turn \(number)" + (ISO8601.text(of: began).map { ", \($0)" } ?? "") }

  package var jsonValue: JSONValue {
    ["turn": .int(number), "at": ISO8601.text(of: began).map(JSONValue.string) ?? .null]
  }
}
