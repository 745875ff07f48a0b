internal import OKitEngine
public import Testing

/// What a person does on the screen as a whole, and the system with the application.
extension TestedApplication {
  /// Taps an action of the open dialog, or else a bar button, a row, the title or that of a column, or the button in a
  /// row.
  public func tap(_ what: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.performTap(what) }
  }

  /// Goes back.
  public func back(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.back() }
  }

  /// Closes the presented screen.
  public func close(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.close() }
  }

  /// Pulls the list to refresh it.
  public func refresh(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.refresh() }
  }

  /// Types a text into the search bar; an empty one ends the search.
  public func search(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.search(text) }
  }

  /// Selects a scope of the search bar.
  public func filter(_ scope: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.filter(scope) }
  }

  /// Selects a tab.
  public func tab(_ what: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.tab(what) }
  }

  /// Opens the menu, or closes it.
  public func menu(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.menu() }
  }

  /// Taps the title.
  public func tapTitle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.tapTitle() }
  }

  /// Uses a key of the keyboard, or of its bar: `.next`, `.done`, `.submit`.
  public func press(_ key: Keyboard.Key, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { try $0.driver.press(key) }
  }

  /// Sends the application to the background, which stores its state.
  public func background(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { session in
      session.driver.remember("background")
      try session.runtime.background()
    }
  }

  /// Brings the application back to the foreground.
  public func foreground(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { session in
      session.driver.remember("foreground")
      session.runtime.foreground()
    }
  }

  /// Answers the authenticator of a protected application.
  public func authenticate(_ ok: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { session in
      session.driver.remember("authenticate")
      try session.runtime.authenticate(ok)
    }
  }

  /// Undoes the last step of the history.
  public func undo(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try step("undo", sourceLocation) { try $0.undo() }
  }

  /// Repeats the step that was undone last.
  public func redo(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try step("redo", sourceLocation) { try $0.redo() }
  }

  private func step(_ name: String, _ location: SourceLocation, _ body: (AppRuntime) throws -> Bool) throws {
    try perform(location) { session in
      try session.runtime.checkUncovered()
      session.driver.remember(name)
      guard try body(session.runtime) else { throw Diagnostic("app.history", "there is nothing to \(name)") }
    }
  }

  // MARK: Time

  /// The time of the application.
  public var now: DateValue { application.runtime.clock.now }

  /// Moves the clock forward, and runs the timers and delivers the answers that become due.
  public func advance(seconds: Double, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { session in
      session.driver.remember("advance \(seconds) s")
      try session.runtime.advance(seconds: seconds)
    }
  }

  /// Sets the clock.
  public func setClock(_ date: DateValue, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try perform(sourceLocation) { session in
      session.driver.remember("set the clock")
      try session.runtime.set(clock: date)
    }
  }

  // MARK: Models

  /// The value of a binding of the default model.
  public func get<Result: ValueConvertible>(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result {
    try perform(sourceLocation) { _ in try application.get(path) }
  }

  /// Writes a value through a binding of the default model.
  public func set(
    _ path: String, to value: some ValueConvertible, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try perform(sourceLocation) { _ in try application.set(path, to: value) }
  }

  /// Returns the net changes of the models that `body` causes, in order.
  public func changes(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws -> [Patch] {
    try perform(sourceLocation) { try $0.changes(body) }
  }

  /// Names the steps of `body` in the report of a failure.
  public func step<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    session.steps.begin(name)
    var hasFailed = true
    defer { session.steps.end(hasFailed: hasFailed) }
    let result = try body()
    hasFailed = false
    return result
  }

  // MARK: Requests

  /// Replaces the answers to the requests of the application.
  public func answer(
    _ answers: [String: TestAnswer], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try perform(sourceLocation) { _ in try replaceAnswers(answers) }
  }

  // MARK: Rows, cells and elements

  /// The texts of all rows, also of a long list, or of those in one section.
  public func rows(
    section: Locator.SectionName? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try perform(sourceLocation) { try $0.driver.rows(section: section) }
  }

  /// Finds a row of the screen.
  public func row(_ what: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws -> TestedRow {
    TestedRow(application: self, driver: try perform(sourceLocation) { try $0.driver.row(what) })
  }

  /// Finds a cell, by its text, placeholder or path.
  public func cell(_ what: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws -> TestedCell {
    TestedCell(application: self, driver: try perform(sourceLocation) { try $0.driver.cell(what) })
  }

  /// Finds a cell of a grid by its row and its column, each by text or number.
  public func cell(
    _ row: Locator, column: Locator, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestedCell {
    TestedCell(
      application: self, driver: try perform(sourceLocation) { try $0.driver.cell(row: row, column: column) })
  }

  /// Finds an element by its accessibility role, such as `button`, and its label.
  public func element(
    role: String, _ what: Locator = Locator(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestedElement {
    TestedElement(application: self, driver: try perform(sourceLocation) { try $0.driver.element(role: role, what) })
  }

  /// Finds an element by its accessibility label.
  public func element(
    label what: Locator, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestedElement {
    TestedElement(application: self, driver: try perform(sourceLocation) { try $0.driver.element(label: what) })
  }

  /// Finds an element by its identifier.
  public func element(
    identifier: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestedElement {
    TestedElement(
      application: self, driver: try perform(sourceLocation) { try $0.driver.element(identifier: identifier) })
  }

  /// The open alert.
  public var alert: TestedDialog { TestedDialog(application: self, isAlert: true) }
  /// The open sheet.
  public var sheet: TestedDialog { TestedDialog(application: self, isAlert: false) }
}
