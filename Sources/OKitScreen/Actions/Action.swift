/// One thing that the user does to a screen, as JSON data: `try Action(json: ["tap": "right:0"])`.
///
/// A text stands for an action on the screen as a whole, such as `"back"`, an object for an action on an element, by
/// the identifier that the screen's JSON data has for it.
public struct Action: Sendable, Hashable, JSONConvertible {
  /// Returns to the screen before.
  public static let back = Action(.back)
  /// Closes a modally presented screen.
  public static let close = Action(.close)

  package let screenAction: ScreenAction

  package init(_ screenAction: ScreenAction) { self.screenAction = screenAction }

  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json` for anything that is not exactly an action: with the place in the data, what is accepted
  ///   there, and the nearest name.
  public init(json: JSONValue) throws(Diagnostic) { screenAction = try ScreenAction(json: json) }

  public var jsonValue: JSONValue { screenAction.jsonValue }

  /// An edge of a row, from which a swipe begins.
  public enum Edge: String, Sendable, Hashable, CaseIterable { case leading, trailing }
}
