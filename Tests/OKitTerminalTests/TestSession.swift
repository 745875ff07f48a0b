import OKitTerminal
import OKitTestSupport

/// A session without a terminal, on an application in memory.
final class TestSession: TerminalClient {
  let live: LiveApplication
  private(set) var session: TerminalSession!
  /// The actions that were performed, as JSON.
  private(set) var actions: [JSONValue] = []
  /// The commands that were run, and what they lead to.
  private(set) var commands: [String] = []
  var result = TerminalCommandResult()
  private var now = ContinuousClock.now

  init(_ text: String, columns: Int = 40, rows: Int = 12, hasColors: Bool = true) throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.seed = 1
    options.print = { _ in }
    options.onReport = { _ in }
    live = LiveApplication(try LuaApplication(text: text, options: options))
    session = try TerminalSession(self, columns: columns, rows: rows, hasColors: hasColors)
  }

  /// What covers the screen of the application; nil for nothing.
  var cover: Cover?

  var screen: LiveScreen {
    get throws {
      guard var shown = try live.screen()?.screen else { throw Diagnostic("window.closed", "no window") }
      if let cover {
        shown.screen = Screen(kind: .list, name: shown.screen.name)
        shown.screen.cover = cover
      }
      return shown
    }
  }

  func perform(_ action: JSONValue, instance: Int?) -> Diagnostic? {
    actions.append(action)
    guard case .done(_, let error)? = live.perform(action, instance: instance) else { return nil }
    return error
  }

  func scroll(to rows: Range<Int>) { live.scroll(to: rows) }
  func scroll(toColumn first: Int) { live.scroll(toColumn: first) }

  func run(_ command: String) -> TerminalCommandResult {
    commands.append(command)
    return result
  }

  func completion(of text: String) -> (start: Int, candidates: [String]) {
    (0, ["screen", "scroll"].filter { $0.hasPrefix(text) })
  }

  // MARK: A person

  @discardableResult
  func press(_ keys: TerminalKey...) -> TerminalSession.Effect? {
    var effect: TerminalSession.Effect?
    for key in keys {
      effect = session.handle(key, at: now)
      _ = session.draw()
    }
    return effect
  }

  @discardableResult
  func type(_ text: String) -> TerminalSession.Effect? {
    var effect: TerminalSession.Effect?
    for character in text { effect = session.handle(.character(character), at: now) }
    _ = session.draw()
    return effect
  }

  /// Lets the time pass after which what was typed is sent.
  func rest() {
    now += .seconds(1)
    if let due = session.due, due <= now { session.sendRestingInput() }
  }

  /// Clicks the first place that shows a text.
  @discardableResult
  func click(_ text: String, _ kind: MouseEvent.Kind = .press) -> TerminalSession.Effect? {
    for (row, line) in lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return press(.mouse(MouseEvent(kind, column: TextWidth.columns(line[..<range.lowerBound]), row: row)))
    }
    return nil
  }

  /// Clicks a place on the track of a slider, from 0 to 9.
  func clickTrack(of title: String, at place: Int) {
    guard let row = lines.firstIndex(where: { $0.contains(title) }),
      let start = lines[row].firstIndex(where: { "━●─".contains($0) })
    else { return }
    press(.mouse(MouseEvent(.press, column: TextWidth.columns(lines[row][..<start]) + place, row: row)))
  }

  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  var text: String { session.draw().grid.text }
  /// The keys that apply, or a message.
  var lastLine: String { lines.last ?? "" }

  /// The text on the line of the cursor.
  var cursorLine: String {
    let picture = session.draw()
    guard let cursor = picture.cursor else { return "" }
    return String(lines[cursor.row].filter { !"│".contains($0) }.drop { $0 == " " })
  }

  /// The text that has the look of the focus.
  var focused: String {
    let theme = CellTheme(.standard)
    var style = theme.style(.text, on: .cell)
    theme.focus(&style)
    return session.draw().grid.text { $0.style.background == style.background }
  }
}

extension CellGrid {
  /// The texts of some cells, line by line.
  fileprivate func text(_ isIncluded: (Cell) -> Bool) -> String {
    (0..<rows).map { row in
      (0..<columns).map { self[$0, row] }.filter(isIncluded).map(\.text).joined()
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
