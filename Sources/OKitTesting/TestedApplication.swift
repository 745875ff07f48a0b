internal import OKitStorage
public import Testing

/// An application that a test drives as a person does.
///
///     @Test func `adds a book`() throws {
///       let app = try TestedApplication(script: "Sources/App/app.lua")
///       try app.tap("Add")
///       try app.alert.type("Emma")
///       try app.alert.tap("OK")
///       #expect(app.screen.subtitle == "2 Books")
///       try app.row("Emma").tap()
///     }
///
/// A step that a person could not perform is an issue of the test at its line, and ends the test. So is one whose
/// function has failed. At the end of the application, an open dialog is an issue too, and so are diagnostics that no
/// step has thrown and the test has not read.
///
/// A step waits for asynchronous functions before and after it, each time for at most 60 s.
///
/// Its clock stands still until the test moves it. Models are in memory unless the options name a documents directory;
/// `relaunch` keeps them.
public final class TestedApplication {
  /// The application of the process that runs.
  public private(set) var application: LuaApplication
  /// The screens that are open now, with what a person can operate.
  public var screen: Screen { session.driver.screen }
  /// The lines that scripts have logged, oldest first.
  public var log: [LogEntry] { application.runtime.log }
  /// The requests that the application has sent.
  public var requests: [TestRequest] { endpoint.requests }

  private(set) var session: AppSession
  private let launch: (LuaApplication.Options) throws -> LuaApplication
  private var options: LuaApplication.Options
  let endpoint: TestEndpoint
  private let location: SourceLocation
  private let seed: UInt64
  private var processes: UInt64 = 0
  private var isRunning = true
  /// Whether the test expects a step to fail.
  private var expectsFailure = false
  /// The diagnostics of the processes before.
  private var earlierDiagnostics: [Diagnostic] = []
  /// The failures that steps have thrown, so that nothing has to read them.
  private var thrown: [Diagnostic] = []

  /// The time at which the clock starts by default.
  private static let startDate = DateValue(secondsSince2001: 599_529_600)

  /// Launches the application of a script.
  ///
  /// - Parameters:
  ///   - script: The path of its file.
  ///   - now: The time at which the clock starts; by default 2020-01-01T00:00:00Z.
  ///   - answers: The answers to its requests, by `GET /shop.json`; without them, there is no server.
  ///   - options: The parts, the limits and the fixture. The clock, the seed and the authentication are those of tests.
  ///   - sourceLocation: The line of an issue.
  public convenience init(
    script: String, now: DateValue? = nil, answers: [String: TestAnswer] = [:],
    options: LuaApplication.Options = .init(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(now: now, answers: answers, options: options, sourceLocation: sourceLocation) {
      try LuaApplication(script: script, options: $0)
    }
  }

  /// Launches an application that the test makes, such as one with classes and functions of Swift.
  public init(
    now: DateValue? = nil, answers: [String: TestAnswer] = [:],
    options: LuaApplication.Options = .init(), sourceLocation: SourceLocation = #_sourceLocation,
    launch: @escaping (LuaApplication.Options) throws -> LuaApplication
  ) throws {
    var options = options
    options.clock = RuntimeClock(virtual: now ?? Self.startDate)
    options.authentication = .answered
    options.seed = options.seed ?? 1
    options.onReport = { _ in }
    if options.documents == nil, options.storage == nil { options.storage = TransientStorage() }
    (self.launch, location, seed) = (launch, sourceLocation, options.seed ?? 1)
    do {
      endpoint = TestEndpoint(try EndpointKey.answers(answers), options.clock)
      options.answers = endpoint
      self.options = options
      application = try launch(options)
    } catch { throw try Self.failed(error, sourceLocation) }
    session = AppSession(driver: AppDriver(application.runtime), bridge: application.host.bridge)
  }

  deinit {
    for problem in unchecked { Issue.record(problem, sourceLocation: location) }
    if isRunning { application.close() }
  }

  private var unchecked: [Comment] {
    var problems: [Comment] = []
    let unread = unreadDiagnostics
    if !unread.isEmpty {
      let texts = unread.map { "\($0.code.rawValue): \($0)" }
      problems.append("the application reported what the test did not read:\n\(raw: texts.joined(separator: "\n"))")
    }
    for case let dialog? in isRunning ? application.runtime.windows.map(\.dialogs.shownRequest) : [] {
      problems.append("the \(raw: "\(dialog.style)") \"\(raw: dialog.title ?? dialog.message ?? "")\" is still open")
    }
    return problems
  }

  // MARK: Failures

  /// The warnings and errors of the application that no step has thrown, which this marks as read.
  public var diagnostics: [Diagnostic] {
    defer { (earlierDiagnostics, thrown) = ([], []) }
    let unread = unreadDiagnostics
    _ = session.readDiagnostics()
    return unread
  }

  private var unreadDiagnostics: [Diagnostic] {
    var unread = earlierDiagnostics + session.unreadDiagnostics
    for failure in thrown { if let index = unread.firstIndex(of: failure) { unread.remove(at: index) } }
    return unread
  }

  /// Performs a step that must fail with a code.
  ///
  /// - Returns: What it failed with.
  @discardableResult
  public func expectFailure(
    _ code: Diagnostic.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws -> Diagnostic {
    let wasExpected = expectsFailure
    expectsFailure = true
    defer { expectsFailure = wasExpected }
    do { try body() } catch let diagnostic as Diagnostic {
      if diagnostic.code == code { return diagnostic }
      throw try Self.failed(diagnostic, sourceLocation, "expected \(code.rawValue)")
    }
    throw try Self.failed(Diagnostic("test.failure", "nothing has failed"), sourceLocation, "expected \(code.rawValue)")
  }

  /// Performs a step at a line of the test, and waits until the application is idle: also for asynchronous functions.
  func perform<Result>(_ location: SourceLocation, _ body: (AppSession) throws -> Result) throws -> Result {
    do {
      guard isRunning else {
        throw Diagnostic("action.impossible", "the application is not running", hint: "relaunch() starts it again")
      }
      let result = try throwingFailure { try body(session) }
      if let failure = endpoint.takeFailure() { throw failure }
      return result
    } catch {
      if expectsFailure { throw error }
      throw try Self.failed(error, location)
    }
  }

  /// Performs a part of a step. The failure of a function of the application is that of the step.
  private func throwingFailure<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try session.driver.throwingFailure {
        try waitForFunctions()
        let result = try body()
        try waitForFunctions()
        return result
      }
    } catch let failure as Diagnostic {
      if unreadDiagnostics.contains(failure) { thrown.append(failure) }
      throw failure
    }
  }

  /// Waits for the asynchronous functions that run.
  ///
  /// - Throws: `app.waiting`; what a function that has waited fails with.
  private func waitForFunctions() throws {
    guard !session.isBusy, !application.isClosed else { return }
    try application.waitForRequests()
    // It may have ended before the wait, and even within the action.
    if let failure = application.host.takeFailureAfterWait() { throw failure }
  }

  /// Records an issue at a line of the test, which ends there.
  private static func failed(_ error: any Error, _ location: SourceLocation, _ note: String? = nil) throws -> any Error
  {
    // What a `#require` throws was recorded before.
    if error is ExpectationFailedError { return error }
    let diagnostic = error as? Diagnostic
    let text = (diagnostic.map { "\($0.code.rawValue): \($0)" } ?? error.programText) + (note.map { "\n\($0)" } ?? "")
    let stepHasSucceeded = false
    try #require(stepHasSucceeded, "\(raw: text)", sourceLocation: location)
    return error
  }

  // MARK: Processes

  /// Ends the process without storing the state.
  public func terminate(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { $0.driver.remember("terminate") }
    end()
  }

  private func end() {
    guard isRunning else { return }
    isRunning = false
    (earlierDiagnostics, thrown) = (unreadDiagnostics, [])
    _ = session.readDiagnostics()
    session.processWillEnd()
    // What was kept for other sessions was read here.
    _ = session.readDiagnostics()
    application.close()
  }

  /// Starts the application again with the same documents.
  public func relaunch(sourceLocation: SourceLocation = #_sourceLocation) throws {
    end()
    processes += 1
    // Another process must not make the ids of the one before once more.
    options.seed = SplitMix64.mixed(seed, processes)
    options.fixture = nil
    do { application = try launch(options) } catch { throw try Self.failed(error, sourceLocation) }
    session = AppSession(driver: AppDriver(application.runtime), bridge: application.host.bridge)
    isRunning = true
  }
}

extension Comment.StringInterpolation {
  /// Adds a text as it is.
  fileprivate mutating func appendInterpolation(raw text: String) { appendLiteral(text) }
}
