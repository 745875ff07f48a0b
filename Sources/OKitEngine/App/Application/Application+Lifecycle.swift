// What the system and its user tell the application.

extension Application {
  /// Enters the background, stores the models, and covers a protected application.
  ///
  /// - Throws: What storing throws; the application is in the background all the same. `application.closed`.
  public func background() throws { try open().runtime.background() }

  /// Returns to the foreground. A protected application asks the authenticator if its time-out has passed.
  ///
  /// - Throws: `application.closed`.
  public func foreground() throws { try open().runtime.foreground() }

  /// Answers the question whether a protected application may show its models.
  ///
  /// - Throws: `action.impossible` if the application is not covered or in the background; `app.turn` while a function
  ///   runs; `application.closed`.
  public func authenticate(_ ok: Bool) throws { try open().runtime.authenticate(ok) }

  /// Moves the clock of the application forward, and runs each timer at its moment.
  ///
  /// - Throws: `app.clock` for a negative number of seconds and one that is not finite; `app.timers` when too many
  ///   timers run before the clock reaches its new time; `app.turn` while a function runs; `application.closed`.
  public func advance(seconds: Double) throws { try open().runtime.advance(seconds: seconds) }
}
