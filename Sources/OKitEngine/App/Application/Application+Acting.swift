// Actions in, screens out.

extension Application {
  /// What the user sees now, in the first window. Of a long list it has the first rows.
  ///
  /// After a limit has stopped the script, what it computes is missing: `stopped` of the screen gives the reason then.
  ///
  /// - Throws: `application.closed`; `script.interrupted` if another thread has interrupted it.
  public var screen: Screen {
    get throws {
      let instance = try open()
      let runtime = instance.runtime
      let screen = screen(of: instance, in: runtime.windows[0], rows: nil)
      if let failure = runtime.screenFailure, failure.code == ExecutionBudget.interruptionCode { throw failure }
      return screen
    }
  }

  func screen(of instance: any ApplicationInstance, in window: AppWindow, rows: Range<Int>?) -> Screen {
    var screen = instance.runtime.screen(in: window, window: rows)
    screen.stopped = instance.stopReason?.message
    return screen
  }

  /// Performs what the user does in the first window, as one turn.
  ///
  ///     let turn = try app.perform(Action(json: bytes))
  ///
  /// - Returns: The changes of the models, and the problems that have not stopped the action.
  /// - Throws: `action.impossible` with the reason when the user could not perform the action, `action.stale` when the
  ///   action is meant for another screen than the one that is shown, and what a function of
  ///   the application has failed with: everything that the action changed is rolled back then. `application.stopped`
  ///   after a limit has stopped the script; `app.turn` while a function runs; `application.closed`, also when the
  ///   rest of the action is impossible because a function that it runs has closed the application.
  @discardableResult
  public func perform(_ action: Action) throws -> TurnResult {
    try perform(action, of: openForActions(), in: runtime.windows[0], rows: nil)
  }

  func perform(
    _ action: Action, of instance: any ApplicationInstance, in window: AppWindow, rows: Range<Int>?
  ) throws -> TurnResult {
    let runtime = instance.runtime
    try runtime.requireIdleForActions()
    let count = runtime.diagnosticLog.count
    let changes: [Patch]
    do {
      var failure: Diagnostic?
      changes = try runtime.undoService.changes {
        failure = try runtime.failure(of: action.screenAction, in: window, window: rows, instance: action.instance)
      }
      if let failure { throw failure }
    } catch let error as Diagnostic where error.code == "action.impossible" {
      // A function that the action has run may have closed the application.
      try checkOpen()
      throw error
    }
    return TurnResult(changes: changes, diagnostics: runtime.diagnosticLog.diagnostics(from: count))
  }

  /// Returns what runs now.
  ///
  /// - Throws: `application.closed`; `application.stopped` after a limit has stopped the script.
  @discardableResult
  func openForActions() throws -> any ApplicationInstance {
    let instance = try open()
    guard let reason = instance.stopReason else { return instance }
    throw Diagnostic(
      .applicationStopped, "the application performs no actions: \(reason.message)", hint: "reload it to continue"
    ).exceeding(reason.limit)
  }

  /// The last 1,000 problems that the application has reported, oldest first; those that `perform` has thrown are among
  /// them. `Options.onReport` gets each. They are there after a reload and after `close`, too.
  public var diagnostics: [Diagnostic] { earlierDiagnostics.before(runtime.diagnosticLog) }

  /// The number of older problems that `diagnostics` no longer has.
  public var droppedDiagnosticCount: Int {
    earlierDiagnostics.count + runtime.diagnosticLog.count - diagnostics.count
  }
}
