/// Edits one line: keys in, what to do on the terminal out. It knows no terminal itself.
struct LineEditor {
  /// The replacements for the text from `start` (a count of characters) to the cursor.
  struct Completion: Equatable, Sendable {
    var start: Int
    var candidates: [String]
    /// The text to insert after the only candidate.
    var end = " "
  }

  /// The effect of a key.
  enum Effect: Equatable, Sendable {
    /// The line or the cursor changed: draw it again.
    case redraw
    /// Nothing to do here.
    case bell
    /// Nothing was found, which the line says.
    case bellAndRedraw
    case clearScreen
    /// Show these below the line, then the line again.
    case list([String])
    case submit(String)
    /// The line was given up with Ctrl-C.
    case interrupt
    case endOfInput
  }

  private let ownPrompt: String
  private(set) var buffer = LineBuffer()
  private var history: [String]
  private let complete: (String) -> Completion?
  /// The line of the history that is shown; past its end, the line that was being written.
  private var place: Int
  private var draft = LineBuffer()
  private var lastKeyWasTab = false
  /// Not nil while the history is searched.
  private var search: HistorySearch?

  /// The text before the line.
  var prompt: String { search?.prompt ?? ownPrompt }

  /// - Parameter complete: what may follow the text before the cursor.
  init(prompt: String, history: LineHistory = LineHistory(), complete: @escaping (String) -> Completion? = { _ in nil })
  {
    ownPrompt = prompt
    self.history = history.lines
    self.complete = complete
    place = history.lines.count
  }

  /// Whether nothing is on the line, and the history is not searched.
  var isEmpty: Bool { search == nil && buffer.characters.isEmpty }

  /// Forgets the lines of the history, also one that is shown.
  mutating func hideHistory() {
    guard !history.isEmpty else { return }
    if place < history.count || search != nil { buffer = draft }
    (history, place, search) = ([], 0, nil)
  }

  mutating func handle(_ key: TerminalKey) -> Effect {
    let (wasTab, wasSearching) = (lastKeyWasTab, search != nil)
    lastKeyWasTab = key == .tab
    if let effect = searchHistory(key) { return effect }
    let effect = handle(key, wasTab: wasTab)
    // The prompt is no longer that of the search.
    return wasSearching && effect == .bell ? .bellAndRedraw : effect
  }

  private mutating func handle(_ key: TerminalKey, wasTab: Bool) -> Effect {
    switch key {
    case .enter: return .submit(buffer.text)
    case .interrupt: return .interrupt
    case .clearScreen: return .clearScreen
    case .tab: return completed(listing: wasTab)
    case .up: return show(place - 1)
    case .down: return show(place + 1)
    case .endOfInput where buffer.characters.isEmpty: return .endOfInput
    default:
      let before = buffer
      buffer.edit(key)
      return buffer == before ? .bell : .redraw
    }
  }

  /// The effect of a key on the search of the history; nil when it has another one, which ends the search.
  private mutating func searchHistory(_ key: TerminalKey) -> Effect? {
    guard var search else {
      guard key == .reverseSearch else { return nil }
      if place == history.count { draft = buffer }
      // What was found before may be edited meanwhile, and be searched for again.
      let isShown = history.indices.contains(place) && history[place] == buffer.text
      self.search = HistorySearch(start: isShown ? place : history.count, line: buffer)
      return .redraw
    }
    let found: Bool
    switch key {
    case .character(let character): found = search.extend(by: character, in: history)
    case .backspace: found = search.shorten(in: history)
    case .reverseSearch: found = search.older(in: history)
    case .cancel:
      buffer = search.line
      self.search = nil
      return .redraw
    case .escape:
      place = search.match ?? place
      self.search = nil
      return .redraw
    default:
      place = search.match ?? place
      self.search = nil
      return nil
    }
    self.search = search
    buffer = search.match.map { LineBuffer(history[$0]) } ?? search.line
    return found ? .redraw : .bellAndRedraw
  }

  private mutating func show(_ place: Int) -> Effect {
    guard place >= 0, place <= history.count, place != self.place else { return .bell }
    if self.place == history.count { draft = buffer }
    buffer = place == history.count ? draft : LineBuffer(history[place])
    self.place = place
    return .redraw
  }

  /// Inserts what all candidates have in common; when that adds nothing, a second Tab lists them.
  private mutating func completed(listing: Bool) -> Effect {
    guard let completion = complete(buffer.textBeforeCursor), let first = completion.candidates.first else {
      return .bell
    }
    let common = completion.candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let before = buffer
    let written = String(buffer.characters[min(completion.start, buffer.cursor)..<buffer.cursor])
    // What several candidates continue in different ways keeps its case.
    let addsNothing = completion.candidates.count > 1 && common.lowercased() == written.lowercased()
    if !addsNothing, common.count >= written.count { buffer.replace(from: completion.start, with: common) }
    if completion.candidates.count == 1 { buffer.insert(completion.end) }
    if buffer != before { return .redraw }
    return listing ? .list(completion.candidates) : .bell
  }

  /// The commands that draw the line on the terminal row where the cursor is: the part around the cursor that fits.
  func rendering(columns: Int) -> String {
    // Where both do not fit, the line has more of the terminal than the text of a search.
    let prompt = TextWidth.fitted(prompt, to: max(2, columns - 9))
    let promptWidth = TextWidth.columns(prompt)
    let room = max(1, columns - promptWidth - 1)
    // A character that would control the terminal takes the columns of its escape.
    let parts = buffer.characters.map { TextWidth.printable(String($0)) }
    var start = 0
    var before = parts[..<buffer.cursor].map { TextWidth.columns($0) }.reduce(0, +)
    while before > room, start < buffer.cursor {
      before -= TextWidth.columns(parts[start])
      start += 1
    }
    var shown = ""
    var width = 0
    for part in parts[start...] {
      width += TextWidth.columns(part)
      if width > room { break }
      shown += part
    }
    let move = promptWidth + before
    return "\r\(prompt)\(shown)\u{1B}[K\r" + (move > 0 ? "\u{1B}[\(move)C" : "")
  }
}
