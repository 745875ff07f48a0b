/// An application whose windows are shown by renderers elsewhere, in the isolation domain of the application.
///
/// It has no sockets and no timer: its owner calls `continueByItself` when something is due.
package final class LiveApplication: LiveGate {
  package struct Options {
    /// Names the process for renderers that connect again.
    package var epoch = LiveApplication.randomName()
    package var limits = LiveWindow.Limits()
    /// Where the application takes the passphrase of its models from; nil if no page is asked for it.
    package var passphrase: PassphraseSlot?
    /// Whether a hint helps someone at a page; not, for example, one that names an option of the command line.
    package var showsHint: (_ hint: String) -> Bool = { _ in true }

    package init() {}
  }

  /// The name of the window of scripts.
  package static let scriptWindow = "script"

  package let application: LuaApplication
  package let options: Options
  package var limits: LiveWindow.Limits { options.limits }
  /// The connections with a window.
  private(set) var connections: [LiveConnection] = []
  private lazy var windows = makeWindows()
  private var notices = PendingNotices()
  private var background = BackgroundTimer()
  private var isStopped = false
  /// Answers the Inspectors of pages; nil if there are none.
  package var inspector: (any LiveInspector)?
  /// Called after anything that may have changed what is due next.
  package var onChange: () -> Void = {}

  package init(_ application: LuaApplication, _ options: Options = Options()) {
    (self.application, self.options) = (application, options)
  }

  private func makeWindows() -> WindowTable {
    let shown = { [application, options] in options.shown($0, of: application) }
    let windows = WindowTable(options.limits) { [application] other in
      let number = (other?.content as? ApplicationWindow)?.number
      return ApplicationWindow(application, number: try application.openWindow(copying: number), shown)
    } report: { [weak self] in
      self?.report($0)
    }
    windows.add(Self.scriptWindow, ApplicationWindow(application, number: ApplicationWindow.first, shown))
    return windows
  }

  /// The names of the windows, that of scripts included.
  package var windowNames: [String] { windows.names }

  package static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  // MARK: Connections

  /// Gives a renderer the window that it had, or a new one.
  package func greet(_ connection: LiveConnection, _ hello: PageMessage.Hello) {
    guard hello.epoch == options.epoch, let name = hello.window, name != Self.scriptWindow,
      let window = windows[name]
    else { return openNew(connection, hello) }
    guard let other = connections.first(where: { $0.window === window }) else {
      return open(connection, window, hello, seen: hello.seen)
    }
    // Either the tab was duplicated, or the other connection was cut and does not know it yet.
    other.probe { [weak self] isAlive in
      guard let self else { return }
      if isAlive { return openNew(connection, hello, copying: window) }
      other.end(.replaced)
      // Another connection may have got the window meanwhile.
      let isFree = windows[name] === window && !connections.contains { $0.window === window }
      isFree ? open(connection, window, hello, seen: hello.seen) : openNew(connection, hello)
    }
  }

  private func openNew(_ connection: LiveConnection, _ hello: PageMessage.Hello, copying other: LiveWindow? = nil) {
    returnToPresent()
    do { open(connection, try windows.open(copying: other), hello, seen: nil) } catch {
      connection.send(.notice(.init(diagnostics: [error.asDiagnostic])))
      connection.end(.stopped)
    }
  }

  private func open(
    _ connection: LiveConnection, _ window: LiveWindow, _ hello: PageMessage.Hello, seen: Int?
  ) {
    // The connection may have been closed meanwhile.
    guard connection.isWaiting else { return windows.didDisconnect(window, at: .now) }
    windows.didConnect(window)
    window.view = hello.view
    if hello.view?.isVisible ?? true { enterForeground() }
    connections.append(connection)
    let texts = application.runtime.texts
    var welcome = ServerMessage.Welcome(
      epoch: options.epoch, window: window.id, performed: window.performed,
      language: LiveLanguage(locale: texts.locale), timeZone: texts.timeZone)
    welcome.canInspect = inspector != nil
    connection.open(window, of: self, .welcome(welcome), seen: seen)
    visibilityChanged()
    connection.needsFailure = true
    settle()
  }

  package func didEnd(_ connection: LiveConnection) {
    closeInspector(of: connection)
    connections.removeAll { $0 === connection }
    if let window = connection.window { windows.didDisconnect(window, at: .now) }
    visibilityChanged()
    onChange()
  }

  func close(_ window: LiveWindow) {
    returnToPresent()
    windows.close(window)
  }

  // MARK: Actions

  func perform(_ act: PageMessage.Act, in window: LiveWindow, of connection: LiveConnection) -> ServerMessage {
    enterForeground(for: act.action)
    let answer = performing(act.action, in: window) { window.perform(act) }
    notices.remove(failureOf: answer)
    settle()
    if let request = options.passphrase?.takeRequest() {
      connection.send(.passphrase(isNew: request.isNew, error: nil))
    }
    return answer
  }

  /// Taps the cover again, with the passphrase for which that has asked.
  package func unlock(with passphrase: String, for connection: LiveConnection) {
    guard let slot = options.passphrase, let window = connection.window else {
      return connection.send(
        .notice(.init(diagnostics: [Diagnostic("live.message", "the application does not ask for a passphrase")])))
    }
    slot.fill(passphrase)
    defer { slot.clear() }
    let answer = window.perform(["tap": "cover"], instance: nil)
    notices.remove(failureOf: answer)
    settle()
    guard application.runtime.isCovered else { return }
    var error = Diagnostic("storage.passphrase", "the passphrase was not accepted")
    if case .done(_, let failure?) = answer { error = failure }
    connection.send(.passphrase(isNew: slot.takeRequest()?.isNew ?? false, error: error))
  }

  /// Performs the action of a script.
  ///
  /// - Parameters:
  ///   - instance: The instance of the screen that the action is meant for; nil for any.
  ///   - name: The name of a window; nil for that of scripts.
  /// - Returns: The answer; nil if there is no such window.
  package func perform(_ action: JSONValue, instance: Int?, window name: String? = nil) -> ServerMessage? {
    guard let window = windows[name ?? Self.scriptWindow] else { return nil }
    enterForeground(for: action)
    let answer = performing(action, in: window) { window.perform(action, instance: instance) }
    notices.remove(failureOf: answer)
    settle()
    return answer
  }

  /// Returns the screen of a window.
  ///
  /// - Parameter name: The name of a window; nil for that of scripts.
  /// - Returns: Nil if there is no such window.
  /// - Throws: `application.closed`.
  package func screen(
    of name: String? = nil
  ) throws -> (revision: Int, screen: LiveScreen, view: PageView?)? {
    guard let window = windows[name ?? Self.scriptWindow] else { return nil }
    return (window.revision, try window.content.screen, window.view)
  }

  func scroll(_ window: LiveWindow, to rows: Range<Int>) {
    attempt { try window.content.scroll(to: rows) }
    settle()
  }

  func scroll(_ window: LiveWindow, toColumn first: Int) {
    attempt { try window.content.scroll(toColumn: first) }
    settle()
  }

  /// Shows these rows of a long list in the window of scripts.
  package func scroll(to rows: Range<Int>) {
    if let window = windows[Self.scriptWindow] { scroll(window, to: rows) }
  }

  /// Shows the columns of a wide grid from this one on in the window of scripts.
  package func scroll(toColumn first: Int) {
    if let window = windows[Self.scriptWindow] { scroll(window, toColumn: first) }
  }

  func setView(_ view: PageView, of window: LiveWindow) {
    window.view = view
    visibilityChanged()
    settle()
  }

  // MARK: Changes

  /// Sends what has changed to all renderers.
  package func settle() {
    for connection in connections { connection.update() }
    sendNotices()
    sendInspections()
    onChange()
  }

  /// Sends what is new, and the failure of the last reload to those who have come since. Diagnostics and the log may
  /// tell what a cover hides.
  private func sendNotices() {
    guard !application.runtime.isCovered else { return }
    let (notice, failure) = (notices.next(), notices.failure)
    for connection in connections {
      if connection.needsFailure, notice?.reload == nil, let failure { connection.send(.notice(failure)) }
      connection.needsFailure = false
      if let notice { connection.send(.notice(notice)) }
    }
  }

  /// Adds a problem that the application has reported.
  package func report(_ diagnostic: Diagnostic) {
    if !PassphraseSlot.isRequest(diagnostic) { notices.add(options.shown(diagnostic, of: application)) }
  }

  /// Adds a line that a script has logged.
  package func log(_ entry: LogEntry) {
    notices.add(ServerMessage.LogLine(level: entry.level.rawValue, message: secrets.shown(entry.message)))
  }

  private var secrets: Secrets { application.runtime.store.secrets }

  /// Loads the script again.
  ///
  /// - Throws: The error of the new version; the previous version keeps running.
  package func reload() throws {
    defer { settle() }
    returnToPresent()
    let ids = shownIDs()
    do {
      try application.reload()
      rename(ids)
      notices.didReload()
    } catch {
      notices.didFailToReload(options.shown(error.asDiagnostic, of: application))
      throw error
    }
  }

  /// Returns the ids in the models of the entities that have rows in windows.
  private func shownIDs() -> [EntityID: String] {
    let store = application.runtime.store
    var ids: [EntityID: String] = [:]
    for entity in windows.all.reduce(into: Set<EntityID>(), { $0.formUnion($1.entities) }) {
      ids[entity] = store.id(of: entity)
    }
    return ids
  }

  /// Lets the rows of an entity stay the same ones, although its handle is another one since the reload.
  private func rename(_ ids: [EntityID: String]) {
    let store = application.runtime.store
    let handles = ids.compactMapValues { store.find($0) }
    for window in windows.all { window.rename(handles) }
  }

  // MARK: Time

  /// The time at which `continueByItself` has something to do; nil for none.
  package var nextEvent: ContinuousClock.Instant? {
    [application.nextEvent, background.due, windows.nextExpiry].compactMap(\.self).min()
  }

  /// Runs the timers that are due, and does what is due itself.
  package func continueByItself(at now: ContinuousClock.Instant = .now) {
    let isHidden = background.isDue(at: now)
    if isHidden || windows.nextExpiry.map({ $0 <= now }) == true { returnToPresent() }
    windows.closeExpired(at: now)
    if isHidden { attempt { try application.background() } }
    application.runDueEvents()
    settle()
  }

  private func visibilityChanged() {
    guard !isStopped else { return }
    if connections.contains(where: \.isVisible) {
      background.cancel()
      enterForeground()
    } else {
      background.start(at: .now)
    }
  }

  /// Returns to the foreground, also for the action of someone who is not seen, which starts the time again.
  private func enterForeground() {
    guard application.runtime.state == .background else { return }
    attempt { try application.foreground() }
    if !connections.contains(where: \.isVisible) { background.start(at: .now) }
  }

  /// Of a covered application, only a tap on the cover does so: in the foreground, an application whose key is there
  /// uncovers itself.
  private func enterForeground(for action: JSONValue) {
    if !application.runtime.isCovered || action == ["tap": "cover"] { enterForeground() }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { report(error.asDiagnostic) }
  }

  /// Stores the state, says goodbye to all renderers and closes their connections.
  ///
  /// - Throws: What storing throws.
  package func stop() throws {
    isStopped = true
    returnToPresent()
    defer { for connection in connections { connection.end(.stopped) } }
    try application.background()
  }
}

extension LiveApplication.Options {
  /// Returns a diagnostic as pages show it: without secrets, and without hints that are not for them.
  fileprivate func shown(_ diagnostic: Diagnostic, of application: LuaApplication) -> Diagnostic {
    var diagnostic = application.runtime.store.secrets.masked(diagnostic)
    if let hint = diagnostic.hint, !showsHint(hint) { diagnostic.hint = nil }
    diagnostic.notes.removeAll { if case .storedState(let text) = $0 { !showsHint(text) } else { false } }
    return diagnostic
  }
}
