import LuaSyntax

/// The brackets and blocks of Lua that are open at the end of lines.
///
/// Each line is read once, so that a chunk of many lines, such as a long table, need not be compiled after each of them
/// to find out whether it is complete.
struct OpenBlocks {
  private var depth = 0
  /// The number of `=` in the long string or comment that is open; nil for none.
  private var long: Int?

  /// Whether the next line surely belongs to the same chunk.
  var areOpen: Bool { depth > 0 || long != nil }

  mutating func add(_ line: String) {
    var lexer = LuaLexer(Array(line.utf8), openBracket: long)
    while let token = lexer.next() { depth += token.depthChange }
    long = lexer.openBracket
  }
}

/// Decides after which lines of a chunk it is tried whether it is complete.
///
/// A short chunk is tried after each line, so that a mistake is reported at once. A long one with open blocks is tried
/// each time it has grown by an eighth, so that all attempts together take a time in proportion to its length.
struct AttemptRhythm {
  private static let shortLength = 64

  private var blocks = OpenBlocks()
  private var lines = 0
  private var next = 0

  mutating func isDue(after line: String) -> Bool {
    blocks.add(line)
    lines += 1
    guard !blocks.areOpen || lines <= Self.shortLength || lines >= next else { return false }
    next = lines + lines / 8
    return true
  }
}
