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
  private let hasColors: Bool
  package private(set) var columns: Int
  package private(set) var rows: Int

  /// What the application shows.
  private(set) var live: LiveScreen
  /// The screen that gets the keys: the menu while that is open.
  var screen: Screen { live.screen.topmost }
  /// The screen as it was laid out last.
  private var layout: (screen: Screen, width: Int, layout: ScreenLayout)?

  /// The element that gets the keys; nil on a screen without any.
  var focus: TextElement?
  /// The row that has the focus, or had it last, with its number among all rows.
  var current: (row: RowID, index: Int)?
  /// Where the windows of screens begin, and what has the focus on them, by their instances.
  private var places: [Int?: (top: ScreenWindow.Position, focus: TextElement?, current: (row: RowID, index: Int)?)] =
    [:]
  private var top = ScreenWindow.Position()
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
  private(set) var picture: TerminalPicture?

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
    let isCovered = old.screen.dialogID != nil || old.screen.help != nil
    places[old.place.instance] = (isCovered ? places.removeValue(forKey: nil) : nil) ?? (top, focus, current)
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
      if case .element(.dialogPart(let part))? = focus, part.kind == .field { beginInput(part) }
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

  // MARK: The picture

  /// The least size at which screens are shown.
  package static let leastSize = (columns: 20, rows: 6)

  /// The lines of the screen: the last one of the terminal has the keys.
  private var height: Int { rows - 1 }
  /// The columns of the screen, which is never narrower than a screen as text.
  private var width: Int { max(columns, Screen.leastWidth) }

  /// Draws what the session shows.
  package func draw() -> TerminalPicture {
    let theme = CellTheme(live.screen.theme, hasColors: hasColors)
    var picture = TerminalPicture(columns: columns, rows: rows, theme: theme)
    defer { self.picture = picture }
    guard columns >= Self.leastSize.columns, rows >= Self.leastSize.rows else {
      for (row, line) in TextWidth.wrapped("too small; needs 20 × 6, q quits", to: max(1, columns)).enumerated() {
        picture.grid.draw(line, at: 0, row, theme.style(.text, on: .cell))
      }
      return picture
    }
    // On a narrow terminal, the borders are left out.
    let shift = (width - columns) / 2
    let layout = currentLayout()
    let wanted = input?.element ?? focus
    if let wanted { top = layout.top(showing: Self.lineElement(wanted), from: top, height: height) }
    let window = layout.window(height: height, top: top, isFilled: true)
    top = window.top
    pageSize = max(1, (window.rows?.count ?? 1) - 1)
    picture.draw(window, shift: shift)
    if let wanted { picture.focus(wanted, isBordered: shift == 0) }
    if let input { placeCursor(in: &picture, input) }
    if let box { picture.draw(box) }
    drawLastLine(of: &picture)
    return picture
  }

  /// The element whose lines are shown for another one: the row of a control.
  private static func lineElement(_ element: TextElement) -> TextElement {
    if case .element(let id) = element, let row = id.row, !row.isGridCell { return .row(row) }
    return element
  }

  private(set) var pageSize = 1

  private func currentLayout() -> ScreenLayout {
    let shown = shownScreen()
    if let layout, layout.width == width, layout.screen == shown { return layout.layout }
    let new = ScreenLayout(shown, width: width)
    layout = (shown, width, new)
    return new
  }

  /// The screen with what is typed into it.
  private func shownScreen() -> Screen {
    var screen = live.screen.shortened()
    dropColumns(of: &screen)
    guard let input else { return screen }
    let text = input.shown(columns: fieldColumns).text
    if case .dialogField(let part) = input.target {
      guard var alert = screen.alert, alert.fields.indices.contains(part.index) else { return screen }
      let field = alert.fields[part.index]
      alert.fields[part.index] = DialogField(
        name: field.name, placeholder: field.placeholder, text: text, isSecure: field.isSecure)
      screen.alert = alert
    } else if var menu = screen.menu {
      enter(text, of: input, into: &menu)
      screen.menu = menu
    } else {
      enter(text, of: input, into: &screen)
    }
    return screen
  }

  private func enter(_ text: String, of input: FieldInput, into screen: inout Screen) {
    guard let row = input.row else {
      screen.search?.text = text
      return
    }
    screen.replaceControl(of: row) { control in
      control.replacingValue(.string(input.isMultiline ? input.buffer.text : text)).with { _ in nil }
    }
  }

  /// The columns of a field in which something is typed.
  var fieldColumns: Int { max(4, min(40, width / 2 - 4)) }

  private func dropColumns(of screen: inout Screen) {
    guard screen.kind == .grid, firstColumn > 0, firstColumn < screen.columns.count else { return }
    screen.columns.removeFirst(firstColumn)
    for section in screen.sections.indices {
      for row in screen.sections[section].rows.indices {
        let cells = screen.sections[section].rows[row].cells
        screen.sections[section].rows[row].cells = Array(cells.dropFirst(firstColumn))
      }
    }
  }

  // MARK: Time

  /// When what was typed is sent; nil if the application has it.
  package var due: ContinuousClock.Instant? { input?.due }

  /// Sends what was typed.
  package func sendInput() {
    guard var input, input.due != nil, let action = input.action else { return }
    input.due = nil
    if !input.isSecure { input.sent = input.buffer.text }
    self.input = input
    performNow(action)
  }
}

extension Screen {
  /// Replaces the control of a row, or of a cell of a grid.
  fileprivate mutating func replaceControl(of id: RowID, _ replace: (Control) -> Control) {
    let rowID: RowID = if case .gridCell(let entity, _) = id { .entity(entity) } else { id }
    guard let path = path(of: rowID) else { return }
    var row = sections[path.section].rows[path.row]
    if id.isGridCell {
      guard let cell = row.cells.firstIndex(where: { $0.id == id }) else { return }
      row.cells[cell].control = row.cells[cell].control.map(replace)
    } else {
      row.control = row.control.map(replace)
    }
    sections[path.section].rows[path.row] = row
  }
}
