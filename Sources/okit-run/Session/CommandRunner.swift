import OKitTrace

/// Runs the commands of a session.
final class CommandRunner {
  /// The effect of a command.
  enum Outcome {
    /// The screen may have changed.
    case acted
    /// The command printed its result.
    case shown
    case quit
  }

  let application: LuaApplication
  let driver: AppDriver
  let output: Output
  private let end: SessionEnd
  /// The columns of a printed screen: those of the terminal, up to 100.
  var width: Int { output.columns.map { min($0, 100) } ?? 72 }
  /// Shows the screens of a session on a terminal; nil for commands from elsewhere, and for screens as JSON.
  private(set) var terminal: TerminalScreen?
  /// The text of the screen that was printed last, without a terminal for it.
  var shownScreen = ""
  /// The number of rows that scrolling shows of a long list.
  static let pageSize = 100
  private(set) lazy var console = LuaConsole(application)
  /// Whether a person types the commands: JSON is indented, and no command waits for servers.
  private(set) var isInteractive = false
  /// The text before the list of commands.
  var helpIntroduction: String?
  /// The changes since the last `changes`.
  var recorder: ChangeRecorder

  /// Writes the trace of the session; nil for none.
  var trace: (recorder: TraceRecorder, application: TracedApplication)?
  /// What the session has done, so that it can become a test; nil where the application did not begin with it.
  var recording: SessionRecording?
  /// The options with which the test runs.
  var testOptions = TestFileRunner.Options()
  /// The place of the command that runs.
  var place: Diagnostic.Place?

  /// Loads the script again.
  lazy var reloadApplication: () throws -> Void = { [application] in try application.reload() }

  /// Watches the files of the application.
  let watch: FileWatch?

  init(_ application: LuaApplication, _ output: Output, _ end: SessionEnd, watch: FileWatch? = nil) {
    self.application = application
    self.output = output
    self.end = end
    driver = AppDriver(application.runtime)
    recorder = ChangeRecorder(application.runtime.store)
    self.watch = watch
    output.secrets = runtime.store.secrets
    runtime.store.startRecording(recorder)
    watch?.follow(application.files)
  }

  /// Shows screens as a person at the terminal reads them.
  func becomeInteractive() {
    isInteractive = true
    if output.isTerminal, output.format == .text { terminal = TerminalScreen(self) }
  }

  /// Whether the script has called `okit.exit`, or a signal ends the session.
  var hasEnded: Bool { end.status != nil || ShutdownSignal.number != nil }

  var runtime: AppRuntime { driver.runtime }

  func execute(_ command: Command) throws -> Outcome {
    do {
      if !command.definition.isPossibleWhileCovered { try runtime.checkUncovered() }
      let outcome = try tracing(command) { try command.run(self) }
      return end.status == nil ? outcome : .quit
    } catch let diagnostic as Diagnostic where SessionEnd.isRequest(diagnostic) {
      return .quit
    } catch var diagnostic as Diagnostic {
      if runtime.isGuarded { throw WithheldReports.withheld(diagnostic) }
      if diagnostic.hint == Locator.hintForSeveral {
        diagnostic.hint = command.definition.hintForSeveral ?? Self.hintForSeveral
      } else if diagnostic.hint == Locator.hintForSections {
        diagnostic.hint = "write the header of its section, or the number of it, and a comma before its name"
      }
      throw diagnostic
    }
  }

  private static let hintForSeveral = "use \"action\" with an identifier, which \"json\" shows"

  // MARK: Actions

  func evaluate(_ lua: String) throws {
    let lines = try application.evaluate(lua, asJSON: output.format == .json) { try $0.turn($1) }
    for line in lines { output.value(line) }
  }

  func store() throws {
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
  }

  func locator(_ argument: Argument) -> Locator {
    sectionLocator(argument) ?? Locator(argument.text, rowNumber: argument.rowNumber)
  }

  func choose(
    _ cell: Argument, _ option: Argument, _ choose: @Sendable (CellDriver, Locator) throws -> Void
  ) throws {
    if driver.alertField(locator(cell)) != nil, let dialog = driver.screen.dialogName {
      throw Diagnostic(
        "cell.kind", "\"\(cell.text)\" is a field of the \(dialog), which has no options",
        hint: "type a text: alert \(cell.text) = text")
    }
    let cell = try self.cell(cell)
    let options = try cell.row().control?.options ?? []
    let number = option.isQuoted || options.contains(option.text) ? nil : Int(option.text)
    try choose(cell, number.map { Locator(index: $0) } ?? Locator(option.text))
  }

  func answer(_ fields: [Command.AlertField], _ button: Argument?) throws {
    let screen = driver.screen
    let names = screen.alert?.fields.map(\.shownName) ?? []
    if fields.contains(where: { $0.name == nil }), names.count > 1, let first = names.first,
      let dialog = screen.dialogName
    {
      throw Diagnostic(
        "command.argument", "the \(dialog) has \(names.count) fields: \(PrintableText.list(names))",
        hint: "name the one to fill in: alert \(CommandCompletion.quotedIfNeeded(first)) = text")
    }
    let fields = fields.map { (field: $0.name.map { AppDriver.AlertField.named($0.text) }, text: $0.text) }
    try driver.answerAlert(fields, button.map { Locator($0.text) })
    if button == nil, let dialog = driver.screen.dialogName {
      let buttons = driver.screen.dialogActions.map(\.title)
      output.note("the \(dialog) is still open; its buttons are \(PrintableText.list(buttons))")
    }
  }

  /// Replaces the text of a field of the open alert, or else enters something into a cell.
  func enter(_ text: String, _ name: Argument, _ enter: (CellDriver) throws -> Void) throws {
    if let field = driver.alertField(locator(name)) { return try driver.typeInAlert(text, field: field) }
    try enter(cell(name))
  }

  /// The cell that is meant: in a grid by its row and column, with a comma between them.
  func cell(_ name: Argument, as thing: String = "cell") throws -> CellDriver {
    try gridCell(name) ?? driver.cell(locator(name), as: thing)
  }

  /// The locator of an element with its section, such as `Payments, Name`; nil if no section has the header or the
  /// number, and for an element whose own name has the comma.
  private func sectionLocator(_ name: Argument) -> Locator? {
    let screen = driver.screen
    guard let parts = Self.parts(name), screen.kind != .grid, screen.dialogName == nil else { return nil }
    let section: Locator.SectionName
    if let number = parts[0].rowNumber, number <= screen.sections.count {
      section = .number(number)
    } else if screen.sections.contains(where: { $0.header?.lowercased() == parts[0].text.lowercased() }) {
      section = .header(parts[0].text)
    } else {
      return nil
    }
    let names = driver.cellNames + driver.rowNames(name.text)
    guard !names.contains(where: { $0.lowercased() == name.text.lowercased() }) else { return nil }
    return Locator(parts[1].text, section: section)
  }

  /// The names on both sides of the first comma outside quotes; nil without one.
  private static func parts(_ name: Argument) -> [Argument]? {
    guard !name.isQuoted, let comma = CommandScanner(name.text).first(where: { character, _, _ in character == "," })
    else { return nil }
    return [name.text.prefix(comma), name.text.dropFirst(comma + 1)].map {
      CommandScanner(CommandParser.trimmed($0)).argument
    }
  }

  /// The cell of a grid that `2, Price` names; nil on any other screen, and for a name without a comma outside quotes.
  func gridCell(_ name: Argument) throws -> CellDriver? {
    guard let parts = Self.parts(name), case let screen = driver.screen, screen.kind == .grid, screen.dialogName == nil
    else { return nil }
    return try driver.cell(row: locator(parts[0]), column: locator(parts[1]))
  }

  /// Runs a part of a session, and reports its failure as `report` changes it.
  ///
  /// - Returns: Whether it succeeded.
  func attempt(_ body: () throws -> Void, _ report: (Diagnostic) -> Diagnostic) -> Bool {
    do {
      try body()
      return true
    } catch {
      output.report(report(error.diagnostic("command.failed")))
      return false
    }
  }

  /// Runs the timers that are due, so that the next command sees their changes.
  func runDueTimers() throws {
    if let seconds = runtime.timers.secondsToNext, seconds <= 0 { try runtime.turn {} }
  }

  /// Starts a new list of changes.
  func restartRecording() {
    recorder = ChangeRecorder(runtime.store)
    runtime.store.startRecording(recorder)
  }

  /// Whether the session has ended with input in fields that was not written.
  private(set) var hasLostInput = false

  /// Ends the session: the application goes to the background, and what fields still hold is reported.
  func finish() throws {
    recording?.willFinish()
    defer { hasLostInput = runtime.reportHeldInput() }
    try runtime.background()
  }

  /// Waits for the requests of a command, so that the next one sees their answers.
  func waitForRequests() throws { try runtime.waitForRequests { hasEnded } }

  /// Continues requests to servers.
  ///
  /// - Returns: the seconds until it has to be called again; nil if all have ended.
  func continueRequests() -> Double? {
    guard hasRequests else { return nil }
    runtime.continueByItself()
    return hasRequests ? runtime.secondsToNext : nil
  }

  /// The seconds until a session on a terminal has something to do and perhaps to show.
  var secondsToNext: Double? {
    guard runtime.registry.isStoring else { return runtime.secondsToNext }
    // A store goes on in turns, which may print: without the line of the prompt.
    let rest = Self.storeInterval - (storesContinued.map { (ContinuousClock.now - $0) / .seconds(1) } ?? .infinity)
    guard rest <= 0 else { return min(rest, runtime.secondsToNext ?? rest) }
    storesContinued = .now
    return 0
  }

  private static let storeInterval = 0.05
  private var storesContinued: ContinuousClock.Instant?

  private var hasRequests: Bool { runtime.registry.isStoring || runtime.requests?.isActive == true }

  /// Ends the requests for which functions wait, as Ctrl-C at an empty line does.
  func interruptRequests() {
    application.host.interruptRequests()
  }
}
