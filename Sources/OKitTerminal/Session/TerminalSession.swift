/// A session that shows an application on a whole terminal: from keys to actions, and from screens to pictures.
///
/// It has no terminal and no timer: its owner passes keys, calls `update` when the application may have changed, and
/// `sendInput` when `due` has come.
package final class TerminalSession {
  /// What the owner has to do after a key.
  package enum Effect: Hashable, Sendable {
    case quit, suspend
    /// The text goes to the clipboard.
    case copy(String)
    /// Whether the terminal reports what the mouse does.
    case mouse(Bool)
    /// The whole terminal is drawn again.
    case redraw
  }

  let client: any TerminalClient
  /// Whether the terminal shows colors.
  let hasColors: Bool
  package private(set) var columns: Int
  package private(set) var rows: Int

  /// What the application shows.
  private(set) var live: LiveScreen
  /// Counts the changes of `live`.
  private(set) var version = 0
  /// The screen that gets the keys: the menu while that is open.
  var screen: Screen { live.screen.topmost }
  /// The screen as it was laid out last, and what it depends on.
  var layout: (key: LayoutKey, layout: ScreenLayout)?
  /// The layouts of the screens that were left last, for the way back to them.
  private var leftLayouts: [(instance: Int?, screen: Screen, width: Int, layout: ScreenLayout)] = []
  private static let keptLayouts = 4
  /// The screen as it was drawn last, without the focus.
  var drawn: (key: DrawnKey, window: ScreenWindow, picture: TerminalPicture)?

  /// The element that gets the keys; nil on a screen without any.
  var focus: TextElement?
  /// The row that has the focus, or had it last, with its number among all rows.
  var current: (row: RowID, index: Int)?
  /// Where the windows of screens begin, and what has the focus on them, by their instances.
  private var places: [Int?: (top: ScreenWindow.Position, focus: TextElement?, current: (row: RowID, index: Int)?)] =
    [:]
  var top = ScreenWindow.Position()
  /// Where the pages before and after the one that is shown begin.
  var pages: (previous: ScreenWindow.Position?, next: ScreenWindow.Position?)
  /// The element that need not be shown, because the person has scrolled since it has got the focus.
  var scrolledFocus: TextElement?
  /// The first column of a grid that is shown, among those that the screen holds.
  var firstColumn = 0

  var input: FieldInput?
  var box: TerminalBox?
  var commandLine: FieldInput?
  var commands: [String] = []
  /// The line of `commands` that is shown; their number for a new one.
  var commandPlace = 0
  var notice: (text: String, isError: Bool)?
  /// What the application has reported and printed, the last ones.
  var messages: [TerminalBox.Line] = []
  var hasMouse = true
  /// Whether the box has the failure of a reload, or had it last.
  private var isFailureShown = false
  /// The picture that was drawn last, for the mouse.
  var picture: TerminalPicture?
  /// By how many rows a page moves.
  var pageSize = 1
  /// The lines of rows, or of what is in their place, that are shown.
  var contentHeight = 0

  /// - Throws: What reading the first screen throws.
  package init(_ client: any TerminalClient, columns: Int, rows: Int, hasColors: Bool) throws {
    (self.client, self.columns, self.rows, self.hasColors) = (client, columns, rows, hasColors)
    live = try client.screen
    moveFocusToStart()
  }

  // MARK: Changes

  /// The application, or what it shows, may have changed.
  package func update() {
    let old = live
    do { live = try client.screen } catch { return show(error.asDiagnostic) }
    guard live != old else { return }
    version += 1
    // What boxes and messages say may be what the cover hides.
    if live.screen.isCovered { (box, notice) = (nil, nil) }
    if live.place.instance != old.place.instance, !isReloaded(from: old) {
      remember(old)
      dropInput()
      firstColumn = 0
      guard let place = places[live.place.instance] else {
        (top, current) = (.init(), nil)
        return moveFocusToStart()
      }
      (top, focus, current) = (place.top, place.focus, place.current)
      places = places.filter { id, _ in id.map(live.place.stack.contains) ?? false }
    }
    if let input, !has(input) { dropInput() }
    if live.screen.dialogID != old.screen.dialogID || (live.screen.help == nil) != (old.screen.help == nil) {
      followDialog(wasOpen: old.screen.dialogID != nil || old.screen.help != nil)
    }
    keepFocus()
  }

  private func remember(_ old: LiveScreen) {
    keepLayout(of: old)
    let isCovered = old.screen.dialogID != nil || old.screen.help != nil
    places[old.place.instance] = (isCovered ? places.removeValue(forKey: nil) : nil) ?? (top, focus, current)
  }

  private func keepLayout(of old: LiveScreen) {
    guard let layout, layout.key.version == version - 1, layout.key.isWhole else { return }
    leftLayouts.removeAll { $0.instance == old.place.instance }
    leftLayouts.append((old.place.instance, old.screen, layout.key.width, layout.layout))
    if leftLayouts.count > Self.keptLayouts { leftLayouts.removeFirst() }
  }

  /// Returns the layout of the screen that is shown if it is as it was when it was left, and forgets it.
  func takeLeftLayout(width: Int) -> ScreenLayout? {
    guard let place = leftLayouts.firstIndex(where: { $0.instance == live.place.instance }) else { return nil }
    let left = leftLayouts.remove(at: place)
    return left.width == width && left.screen == live.screen ? left.layout : nil
  }

  /// Whether the same screen has another instance, as after a reload of the script.
  private func isReloaded(from old: LiveScreen) -> Bool {
    live.place.stack.count == old.place.stack.count && live.place.presented == old.place.presented
      && screen.name == old.screen.topmost.name && Set(live.place.stack).isDisjoint(with: old.place.stack)
  }

  private func followDialog(wasOpen: Bool) {
    dropInput()
    if isCoveredByDialog {
      if !wasOpen { places[nil] = (top, focus, current) }
      (top, focus) = (.init(), nil)
      moveFocusToStart()
      if case .element(.dialogPart(let part))? = focus, part.kind == .field {
        beginInput(part)
      } else {
        // A long message is read from its beginning.
        scrolledFocus = focus
      }
    } else if let place = places.removeValue(forKey: nil) {
      (top, focus, current) = (place.top, place.focus, place.current)
    }
  }

  /// Whether a dialog or the help lies on the screen.
  var isCoveredByDialog: Bool { live.screen.dialogID != nil || live.screen.help != nil }

  package func resize(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  // MARK: Messages

  /// Shows a problem: on the last line, or in a box if that is too short.
  package func show(_ diagnostic: Diagnostic) {
    let text = diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    add(text, .destructive)
    show(text, isError: true)
  }

  /// Shows a problem as a box, with its place.
  package func showFailure(_ title: String, _ diagnostic: Diagnostic) {
    let lines = DiagnosticRenderer.lines(diagnostic)
    for line in lines { add(line, .destructive) }
    box = TerminalBox(title, text: lines.flatMap(wrapped))
    isFailureShown = true
  }

  /// The script was loaded again.
  package func didReload() {
    if isFailureShown { box = nil }
    isFailureShown = false
    notice = ("reloaded the script", false)
  }

  /// Shows a text.
  package func show(_ text: String, isError: Bool = false) {
    if TextWidth.columns(text) > columns - 2 || text.contains(where: \.isNewline) {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      box = TerminalBox(
        isError ? "Error" : "Message", text: lines.flatMap { wrapped(String($0)) },
        role: isError ? .destructive : .text)
      box?.isNotice = true
    } else {
      notice = (text, isError)
    }
  }

  /// Keeps a line that the application has printed or logged, and shows it.
  package func log(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    for line in lines { add(line, .text) }
    if let last = lines.last { notice = (last, false) }
  }

  private static let keptMessages = 500

  private func add(_ text: String, _ role: TextRole) {
    messages.append(.init(text: text, role: role))
    if messages.count > Self.keptMessages { messages.removeFirst() }
  }

  func wrapped(_ line: String) -> [String] { TextWidth.wrapped(TextWidth.printable(line), to: max(10, columns - 6)) }

  // MARK: Actions

  /// Performs an action of a person, after what was typed before it.
  ///
  /// - Parameter isQuiet: Whether it does not matter that the screen does not support it.
  /// - Returns: Whether it has succeeded.
  @discardableResult
  func perform(_ action: JSONValue, isQuiet: Bool = false) -> Bool {
    sendInput()
    return performNow(action, isQuiet: isQuiet)
  }

  @discardableResult
  func performNow(_ action: JSONValue, isQuiet: Bool = false) -> Bool {
    let failure = client.perform(action, instance: live.place.instance)
    update()
    guard let failure else { return true }
    if !isQuiet || failure.code != "action.impossible" { show(failure) }
    return false
  }

  // MARK: Time

  /// When what was typed is sent; nil if the application has it.
  package var due: ContinuousClock.Instant? { input?.due }

  /// Sends what was typed, and what the application has refused.
  ///
  /// - Returns: Whether the application has taken it.
  @discardableResult
  package func sendInput() -> Bool {
    guard let input, input.isUnsent || input.isRefused else { return true }
    guard let action = input.action else {
      show("\(PrintableText.quoted(input.buffer.text)) is not a number", isError: true)
      return false
    }
    return send(action, of: input, isResting: false)
  }

  /// Sends what was typed after a rest. Nobody is told that the application refuses a text before it is complete.
  package func sendRestingInput() {
    guard let input, input.due != nil, let action = input.action else { return }
    send(action, of: input, isResting: true)
  }

  @discardableResult
  private func send(_ action: JSONValue, of input: FieldInput, isResting: Bool) -> Bool {
    self.input?.isUnsent = false
    self.input?.due = nil
    if !input.isSecure { self.input?.sent = input.buffer.text }
    let isTaken = isResting ? client.perform(action, instance: live.place.instance) == nil : performNow(action)
    if isResting { update() }
    if self.input?.target == input.target { self.input?.isRefused = !isTaken }
    return isTaken
  }
}
