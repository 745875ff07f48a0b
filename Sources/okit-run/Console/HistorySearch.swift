/// A search of the input history for a text in upper or lower case, from the newest line to the oldest.
struct HistorySearch: Equatable, Sendable {
  /// The line from before the search.
  let line: LineBuffer
  /// The index of the line that was found last.
  private(set) var match: Int?
  private var text = ""
  private var hasFailed = false
  /// The search continues with lines before this index.
  private let start: Int

  init(start: Int, line: LineBuffer) {
    (self.start, self.line) = (start, line)
  }

  var prompt: String { "(\(hasFailed ? "not found" : "search") \"\(TextWidth.printable(text))\") " }

  /// Each returns whether there is a match; otherwise the previous one remains.
  mutating func extend(by character: Character, in history: [String]) -> Bool {
    text.append(character)
    return find(before: match.map { $0 + 1 } ?? start, in: history)
  }

  mutating func shorten(in history: [String]) -> Bool {
    guard !text.isEmpty else { return false }
    text.removeLast()
    match = nil
    hasFailed = false
    return text.isEmpty || find(before: start, in: history)
  }

  mutating func older(in history: [String]) -> Bool {
    !text.isEmpty && find(before: match ?? start, in: history)
  }

  private mutating func find(before end: Int, in history: [String]) -> Bool {
    let wanted = text.lowercased()
    let found = history[..<min(end, history.count)].lastIndex { $0.lowercased().contains(wanted) }
    hasFailed = found == nil
    match = found ?? match
    return found != nil
  }
}
