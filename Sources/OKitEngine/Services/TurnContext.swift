/// The turns of an application, as its services see them.
protocol TurnContext: AnyObject {
  /// A Boolean value that indicates whether a turn is running.
  var isInTurn: Bool { get }

  /// A Boolean value that indicates whether another state of the models than the present one is shown.
  var isPast: Bool { get }

  /// Runs `body` as one turn.
  ///
  /// - Parameter isRecorded: Whether it becomes a step of the history; nil for the answer of what runs now.
  /// - Returns: False after a failure of a script's function, which is reported.
  /// - Throws: What `body` throws; everything that it changed is rolled back.
  @discardableResult
  func run(isRecorded: Bool?, _ body: () throws -> Void) throws -> Bool

  /// Gives what happens next the number and the time of a new turn.
  func beginStamp()

  /// Drops input that is not valid where something else has written the property of its field.
  func dropOverwrittenInput()

  /// Runs what follows each turn: observers, patches, due timers.
  func settle()

  func report(_ diagnostic: Diagnostic)

  /// The application whose turns run.
  var delegate: (any TurnDelegate)? { get }
}

/// What an application does after turns and between them.
protocol TurnDelegate: AnyObject {
  /// When something is due by a virtual clock, besides timers: stores that take time, closing the secure store.
  var nextEvent: DateValue? { get }

  /// Continues work that no action starts, besides timers.
  func continueByItself()

  /// Applies the settings of the application that have changed.
  func followSettings()

  /// Shows other content: what was shown has been removed with its context.
  func contentWasRemoved()
}

extension TurnContext {
  /// Runs `body` as one turn, which becomes a step of the history unless something without history causes it.
  @discardableResult
  func run(_ body: () throws -> Void) throws -> Bool { try run(isRecorded: nil, body) }

  /// - Throws: `app.turn` with that message while a turn is running; `app.past`.
  func requireIdle(_ message: @autoclosure () -> String) throws {
    if isInTurn { throw Diagnostic("app.turn", message()) }
    if isPast { throw Diagnostic.past }
  }
}

extension Diagnostic {
  /// Nothing runs while another state of the models than the present one is shown.
  static let past = Diagnostic(
    "app.past", "the application shows another state of its models than the present one",
    hint: "return to the present, or discard the later steps")
}
