package import OKitEngine

/// A script with its syntax tree, and the places of UTF-8 offsets in lines.
package final class LuaScript {
  /// The name of the script in messages.
  package let file: String
  package let text: String
  package let block: LuaSyntax.Block
  package let comments: [LuaSyntax.Comment]
  /// All calls, in the order of their ends.
  package let calls: [LuaSyntax.Call]
  /// All strings, in the order of the text.
  package let strings: [LuaSyntax.StringLiteral]
  private lazy var stringsByValue = Dictionary(grouping: strings, by: \.value)
  /// The names of global variables that are read or written.
  package let globals: [GlobalUse]
  /// Whether the script names `_ENV`, so that globals may be something else.
  package let usesEnvironment: Bool
  package let lines: LineIndex

  package struct GlobalUse {
    package var name: LuaSyntax.Name
    package var isWritten: Bool
  }

  /// Parses a script. O(length); at most 200 levels deep.
  ///
  /// - Throws: `lua.syntax` with the offset in its place.
  package init(file: String, text: String) throws(Diagnostic) {
    (self.file, self.text, lines) = (file, text, LineIndex(text))
    do {
      var lexer = LuaLexer(text)
      let tokens = try lexer.tokens()
      var parser = LuaParser(tokens)
      block = try parser.script()
      comments = lexer.comments
      (calls, globals, usesEnvironment) = (parser.calls, parser.globals, parser.usesEnvironment)
      strings = tokens.compactMap { if case .string(let string) = $0.kind { string } else { nil } }
    } catch {
      var failure = error
      let place = LineIndex(text).place(of: failure.place?.offset ?? 0)
      failure.place = .init(file: file, line: place.line, column: place.column)
      throw failure
    }
  }

  /// Returns the strings with a value, in the order of the text.
  func strings(withValue value: String) -> [LuaSyntax.StringLiteral] { stringsByValue[value] ?? [] }

  /// Returns the text in a range of UTF-8 offsets.
  func text(in range: SourceRange) -> String { lines.text(in: range) }
}

/// The beginnings of the lines of a text.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  package init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Returns the line of a UTF-8 offset, from 1. O(log lines).
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the line and the column, in characters, of a UTF-8 offset, both from 1.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    let start = starts[line - 1]
    let before = bytes[start..<min(max(start, offset), bytes.count)]
    return (line, String(decoding: before, as: UTF8.self).count + 1)
  }

  /// Returns the text of a line without its break; empty for a line that does not exist.
  package func text(ofLine line: Int) -> String {
    guard starts.indices.contains(line - 1) else { return "" }
    let start = starts[line - 1]
    var end = starts.indices.contains(line) ? starts[line] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  func text(in range: SourceRange) -> String {
    let upper = min(range.upper, bytes.count)
    return String(decoding: bytes[min(range.lower, upper)..<upper], as: UTF8.self)
  }

  /// Returns the offset of the first byte of a line.
  package func start(ofLine line: Int) -> Int { starts.indices.contains(line - 1) ? starts[line - 1] : bytes.count }
}
