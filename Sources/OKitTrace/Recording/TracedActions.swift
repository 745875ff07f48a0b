/// An action of a trace that runs.
struct OpenAction {
  let id: Int
  let application: TracedApplication
  /// The number of its window.
  let window: Int
  let level: Int
  let before: Screen?
  /// Whether a person performs it on the screen.
  let isOnScreen: Bool
  let started = ContinuousClock.now
  var changes: ChangeRecorder
  /// Those of processes that have ended.
  var patches: [Patch] = []
  var log: [LogEntry] = []
  var diagnostics: [Diagnostic] = []
  var turn = 0
  var clock = ""
}

/// An action of a trace that has ended, and whose screen is not known yet.
struct PendingAction {
  var done: TraceDone
  let application: TracedApplication
  /// The number of its window.
  let window: Int
  let before: Screen?
  /// Whether a person has performed it on the screen.
  let isOnScreen: Bool
  /// The assertions and steps that follow it.
  var following: [TraceRecord] = []
}
