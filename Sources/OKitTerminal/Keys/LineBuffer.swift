/// A line of text with a cursor between its characters.
package struct LineBuffer: Equatable, Sendable {
  package private(set) var characters: [Character]
  /// From 0 to the number of characters.
  package private(set) var cursor: Int

  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Inserts before the cursor; an accent joins the character that it belongs to.
  package mutating func insert(_ text: String) {
    guard let first = text.first else { return }
    insert(first)
    characters.insert(contentsOf: text.dropFirst(), at: cursor)
    cursor += text.count - 1
  }

  package mutating func insert(_ character: Character) {
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

  /// Edits the line as a key says. A key that edits nothing is ignored.
  ///
  /// - Parameter isMultiline: Whether a paste keeps its line breaks, which are blanks on a single line.
  package mutating func edit(_ key: TerminalKey, isMultiline: Bool = false) {
    switch key {
    case .character(let character): insert(character)
    case .paste(let text): insert(Self.pasted(text, isMultiline: isMultiline))
    case .backspace: deleteBackward()
    case .delete, .endOfInput: deleteForward()
    case .left: moveLeft()
    case .right: moveRight()
    case .home: moveToStart()
    case .end: moveToEnd()
    case .wordLeft: moveWordLeft()
    case .wordRight: moveWordRight()
    case .killToEnd: killToEnd()
    case .killToStart: killToStart()
    case .killWord: killWord()
    case .enter, .tab, .backTab, .up, .down, .pageUp, .pageDown, .interrupt, .clearScreen, .reverseSearch, .cancel,
      .suspend, .escape, .mouse:
      break
    }
  }

  /// Returns a pasted text without control characters.
  private static func pasted(_ text: String, isMultiline: Bool) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.compactMap { $0 == "\t" ? " " : isControl($0) ? nil : $0 }))
    }
    if isMultiline { return lines.joined(separator: "\n") }
    // Copied lines often end with a line break.
    return (lines.last == "" ? lines.dropLast() : lines[...]).joined(separator: " ")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || PrintableText.isControl(scalar) }

  /// Moves the cursor to another line of the text, to the same column if that has one.
  ///
  /// - Returns: Whether there is such a line.
  package mutating func moveLine(by offset: Int) -> Bool {
    var starts = [0]
    for (index, character) in characters.enumerated() where character.isNewline { starts.append(index + 1) }
    guard let line = starts.lastIndex(where: { $0 <= cursor }), starts.indices.contains(line + offset) else {
      return false
    }
    let target = line + offset
    let end = target + 1 < starts.count ? starts[target + 1] - 1 : characters.count
    cursor = min(starts[target] + cursor - starts[line], end)
    return true
  }

  /// Moves the cursor before a character.
  package mutating func move(to index: Int) { cursor = min(max(0, index), characters.count) }

  package mutating func moveLeft() { cursor = max(0, cursor - 1) }
  package mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  package mutating func moveToStart() { cursor = 0 }
  package mutating func moveToEnd() { cursor = characters.count }
  package mutating func moveWordLeft() { cursor = wordStart }

  package mutating func moveWordRight() {
    while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
    while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
  }

  package mutating func deleteBackward() { remove(max(0, cursor - 1)..<cursor) }
  package mutating func deleteForward() { remove(cursor..<min(characters.count, cursor + 1)) }
  package mutating func killToEnd() { remove(cursor..<characters.count) }
  package mutating func killToStart() { remove(0..<cursor) }
  package mutating func killWord() { remove(wordStart..<cursor) }

  /// Puts `text` in place of what is between `start` and the cursor.
  package mutating func replace(from start: Int, with text: String) {
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
