import OKitInspector
import OKitTrace

/// The recorder of the Inspector: makes a test of what a person does in the window of a page, as `record` does of a
/// session.
final class ServedRecorder: InspectorRecorder {
  private let application: LuaApplication
  private let script: String
  /// Those of `okit.launch` that are not models.
  private let options: [String: JSONValue]
  /// The arguments of `test` with which the test runs.
  private let testArguments: [String]
  private var session: (recording: SessionRecording, driver: AppDriver)?
  private var isOn = false
  private var process: VerifyingProcess?
  /// The lines that do the same as each line, by the number of its action.
  private var alternatives: [Int: [String]] = [:]
  private(set) var version = 0
  /// What the application has reported when the script was loaded, as it does in the test.
  private var problemsAtStart: [Diagnostic]

  init(
    _ application: LuaApplication, script: String, options: [String: JSONValue], testArguments: [String]
  ) {
    (self.application, self.script, self.options) = (application, script, options)
    self.testArguments = testArguments
    problemsAtStart = application.runtime.diagnostics
  }

  var window: Int? { isOn ? session?.driver.window.number : nil }

  var lines: [RecordedLine] {
    session?.recording.statements.map { statement in
      RecordedLine(
        number: statement.number, text: statement.line, alternatives: alternatives[statement.number] ?? [],
        isExpectation: statement.isExpectation)
    } ?? []
  }

  // MARK: Recording

  func begin(inWindow number: Int) throws {
    let runtime = application.runtime
    guard let window = runtime.window(numbered: number), let place = runtime.screenPlace(in: window) else {
      throw Diagnostic.closedWindow(number)
    }
    try runtime.requireIdle("a recording cannot begin while an action is running")
    let driver = AppDriver(runtime, window)
    guard !place.canGoBack, !place.canClose, driver.screen.dialogName == nil else {
      throw Diagnostic(
        "inspect.record", "a recording begins at the first screen, as the test does", hint: "go back to it first")
    }
    let recording = SessionRecording(
      application, driver, script: script, options: options, requests: TracedRequests(), hadStored: true, redacted: [],
      problems: problemsAtStart)
    recording.mergesTyping = true
    (session, alternatives, isOn) = ((recording, driver), [:], true)
    version += 1
  }

  func end() {
    session?.recording.willFinish()
    isOn = false
    version += 1
  }

  /// Ends the recording, because a script is loaded again: the test would begin with another one.
  func willReload() { if isOn { end() } }

  func didReload() { problemsAtStart = application.runtime.diagnostics }

  func willPerform(_ action: JSONValue) {
    guard let (recording, driver) = session else { return }
    recording.begin()
    switch action {
    case "undo", "redo":
      if case .string(let name) = action { recording.willPerform(.call(name, []), name, of: driver) }
    default:
      guard let action = try? ScreenAction(json: action) else { return }  // It is refused, and not recorded.
      let screen = driver.visibleScreen.topmost
      recording.willPerform(.action(action, window: driver.window.scrolledRows), "", of: driver)
      alternatives[recording.lastAction] = ActionStatement(action, on: screen).alternatives(on: screen)
    }
  }

  func didPerform(_ error: Diagnostic?) {
    session?.recording.end(error)
    version += 1
  }

  // MARK: Assertions

  func expect(_ element: ElementID) throws {
    guard isOn, let (recording, driver) = session else {
      throw Diagnostic("inspect.record", "nothing is recorded", hint: "begin a recording first")
    }
    let screen = driver.visibleScreen.topmost
    for statement in try statements(element, screen) { recording.expect(statement) }
    version += 1
  }

  private func statements(_ element: ElementID, _ screen: Screen) throws -> [String] {
    guard let id = element.row, let row = screen.row(id) else {
      return ScreenExpectation.statements("app", screen.jsonValue)
    }
    let isCell = row.control != nil
    let field = isCell ? "value" : row.detail != nil ? "detail" : "text"
    let found = ActionStatement.element(id, isCell: isCell, usesDetail: field != "detail", on: screen)
    return [
      try CommandRunner.expectation(found, row.jsonValue, field, thing: isCell ? "cell" : "row")
    ]
  }

  func exchange(_ line: Int, by text: String) throws {
    guard let recording = session?.recording, let known = alternatives[line], known.contains(text) else {
      throw Diagnostic("inspect.record", "line \(line) cannot be exchanged by that one")
    }
    recording.exchange(line, by: text)
    version += 1
  }

  // MARK: The test

  private func file(_ path: String) throws -> RecordedTestFile {
    guard let recording = session?.recording else {
      throw Diagnostic("inspect.record", "nothing was recorded", hint: "begin a recording first")
    }
    return RecordedTestFile(recording, path: path, options: TestFileRunner.Options())
  }

  /// Beside the script, where the test finds it.
  private var path: String {
    let name = script.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "app"
    return "\(LuaApplication.folder(of: script))/\(name)_test.lua"
  }

  func text() throws -> String { try file(path).text() }

  func verify(_ reply: @escaping (Result<(passes: Bool, output: String), Diagnostic>) -> Void) {
    do {
      guard process == nil else { throw Diagnostic("inspect.record", "the last test is still running") }
      let folder = try TemporaryDirectory()
      let path = "\(folder.path)/recorded_test.lua"
      _ = try file(path).write { _ in }
      process = try VerifyingProcess(testArguments + [path], folder, reply)
    } catch { reply(.failure(error.asDiagnostic)) }
  }

  /// Answers with what the process has printed.
  func processHasEnded() {
    let ended = process
    process = nil
    ended?.finish()
  }
}
