/// One thing that the user does to a screen, as JSON data: `try Action(json: ["tap": "right:0"])`.
///
/// A text stands for an action on the screen as a whole, such as `"back"`, an object for an action on an element, by
/// the identifier that the screen's JSON data has for it. An action that was chosen on an earlier screen names that:
/// `["action": ["tap": "right:0"], "instance": 3]` fails on any other screen than the one with that `instance`.
public struct Action: Sendable, Hashable, JSONConvertible {
  /// Returns to the screen before.
  public static let back = Action(.back)
  /// Closes a modally presented screen.
  public static let close = Action(.close)

  package let screenAction: ScreenAction
  /// The `instance` of the screen that the action is meant for; nil for the one that is shown.
  package let instance: Int?

  package init(_ screenAction: ScreenAction, instance: Int? = nil) {
    (self.screenAction, self.instance) = (screenAction, instance)
  }

  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json` for anything that is not exactly an action: with the place in the data, what is accepted
  ///   there, and the nearest name.
  public init(json: JSONValue) throws(Diagnostic) {
    let (action, instance) = try ActionReader.envelope(json)
    self.init(try ScreenAction(json: action), instance: instance)
  }

  /// Reads an action from JSON, as UTF-8.
  ///
  /// - Throws: `action.json`, also for what is not JSON.
  public init(json bytes: some Sequence<UInt8>) throws {
    let json: JSONValue
    do { json = try JSONValue.parse(data: bytes) } catch var failure as Diagnostic {
      failure.code = .actionJSON
      throw failure
    }
    try self.init(json: json)
  }

  public var jsonValue: JSONValue {
    instance.map { ["action": screenAction.jsonValue, "instance": .int($0)] } ?? screenAction.jsonValue
  }

  /// An edge of a row, from which a swipe begins.
  public enum Edge: String, Sendable, Hashable, CaseIterable { case leading, trailing }
}
