/// An application whose actions a trace records.
package final class TracedApplication {
  let driver: AppDriver
  let script: String
  /// Those of `okit.launch`, or of the command.
  let options: JSONValue
  /// Whether a test drives it, which moves its clock.
  package var isOfTest = false
  /// The folder of its documents, if its name is another one each time.
  package var temporaryFolder: String?
  /// The files of the application.
  package var files: () -> Set<String> = { [] }
  package var isRunning: () -> Bool = { true }
  /// What a program has written, and its exit code; nil for an application with screens.
  package var program: () -> (output: String, exitCode: Int)? = { nil }
  /// The functions that led to the action, innermost first.
  package var stack: () -> [Diagnostic.Note] = { [] }
  /// The requests of its processes so far, with their answers.
  let requests: TracedRequests

  // MARK: The state of the recorder

  /// The position among the applications that were added.
  var order = 0
  /// The number of the process in the trace that is written; 0 before its launch is.
  var number = 0
  /// The last screens by the name of their controllers: later ones are patches of these.
  var screens: [String: (id: Int, screen: Screen)] = [:]
  /// The changes since the last action.
  var writes: ChangeRecorder?
  /// Gives the models at the launch, until the trace has it.
  var models: (() throws -> [String: JSONValue]?)?
  /// The changes since the launch, if the trace has it without the models.
  private var beginning: ChangeRecorder?
  /// The time of the last action.
  var lastClock: DateValue?
  /// The number of lines, problems and requests that the trace has.
  var counts = (log: 0, diagnostics: 0, requests: 0)

  package init(driver: AppDriver, script: String, options: JSONValue, requests: TracedRequests = TracedRequests()) {
    (self.driver, self.script, self.options, self.requests) = (driver, script, options, requests)
  }

  var runtime: AppRuntime { driver.runtime }

  /// The screen of the window that is driven, as the session command `json` prints it; nil for an application that does
  /// not run, and inside a turn.
  var screen: Screen? { isRunning() && !runtime.turns.isInTurn ? driver.visibleScreen : nil }

  /// Returns a line of a trace with `documents` in place of the temporary folder: two runs of a test give the same.
  func withoutTemporaryFolder(_ line: [UInt8]) -> [UInt8] {
    temporaryFolder.map { line.replacing($0.utf8, with: "documents".utf8) } ?? line
  }

  /// Runs `body` while the window with a number is driven. - Returns: Nil for one that was closed.
  func inWindow<Result>(_ number: Int, _ body: () -> Result?) -> Result? {
    guard isRunning() else { return body() }
    guard let window = runtime.window(numbered: number) else { return nil }
    let driven = driver.drive(window)
    defer { driver.drive(driven) }
    return body()
  }

  /// The requests that the trace does not have yet.
  func takeRequests() -> [JSONValue] {
    defer { counts.requests = requests.count }
    let new = requests.jsonValues(from: counts.requests)
    return runtime.isGuarded ? new.map { _ in .string(Secrets.mask) } : new
  }

  var clock: String { ISO8601.text(of: runtime.clock.now) ?? "" }

  /// Records the changes until the next action.
  func startWrites() {
    stopWrites()
    let recorder = ChangeRecorder(runtime.store)
    runtime.store.startRecording(recorder)
    (writes, lastClock) = (recorder, runtime.clock.now)
  }

  func stopWrites() {
    if let writes { runtime.store.stopRecording(writes) }
    writes = nil
  }

  /// Records the changes since the launch.
  func startBeginning() -> ChangeRecorder {
    let recorder = ChangeRecorder(runtime.store)
    runtime.store.startRecording(recorder)
    beginning = recorder
    return recorder
  }

  /// Records nothing more.
  func stopRecording() {
    stopWrites()
    if let beginning { runtime.store.stopRecording(beginning) }
    (beginning, models) = (nil, nil)
  }

  /// The problems that the process has reported before its first action.
  var diagnosticsAtStart: ArraySlice<Diagnostic> { runtime.diagnostics.prefix(counts.diagnostics) }

  /// Begins with what a new process, or a new trace, has.
  func reset() {
    (number, screens) = (0, [:])
    (counts.log, counts.diagnostics) = (runtime.log.count, runtime.diagnosticLog.count)
  }
}
