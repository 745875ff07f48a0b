/// A line of text with a cursor between its characters.
struct LineBuffer: Equatable, Sendable {
  private(set) var characters: [Character]
  /// From 0 to the number of characters.
  private(set) var cursor: Int

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Inserts before the cursor; an accent joins the character that it belongs to.
  mutating func insert(_ text: String) {
    for character in text { insert(character) }
  }

  mutating func insert(_ character: Character) {
    if cursor > 0 {
      let joined = Array(String(characters[cursor - 1]) + String(character))
      if joined.count == 1 {
        characters[cursor - 1] = joined[0]
        return
      }
    }
    characters.insert(character, at: cursor)
    cursor += 1
  }

  mutating func moveLeft() { cursor = max(0, cursor - 1) }
  mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }
  mutating func moveWordLeft() { cursor = wordStart }

  mutating func moveWordRight() {
    while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
    while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
  }

  mutating func deleteBackward() { remove(max(0, cursor - 1)..<cursor) }
  mutating func deleteForward() { remove(cursor..<min(characters.count, cursor + 1)) }
  mutating func killToEnd() { remove(cursor..<characters.count) }
  mutating func killToStart() { remove(0..<cursor) }
  mutating func killWord() { remove(wordStart..<cursor) }

  /// Puts `text` in place of what is between `start` and the cursor.
  mutating func replace(from start: Int, with text: String) {
    remove(max(0, min(start, cursor))..<cursor)
    insert(text)
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }
}
