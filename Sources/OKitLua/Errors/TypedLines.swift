import LuaSyntax

/// The lines that a person has typed in a console, with their numbers.
///
/// Lua counts the lines of each chunk from 1. Line breaks before a chunk give it the number of its first line; a chunk
/// far from the first line is named after a block of lines, so that compiling it does not take longer the more was
/// typed before.
struct TypedLines {
  /// The number of lines of a block.
  private static let blockSize = 1024

  private var lines: [String: [Int: String]] = [:]
  /// The first lines of the chunks.
  private var starts: [String: Set<Int>] = [:]
  private var blocks: [String: (file: String, base: Int)] = [:]

  /// Adds the lines of a chunk that begins with the line `number` of `file`.
  ///
  /// - Returns: The name that Lua gets for the chunk, and the number of line breaks before it.
  mutating func add(_ text: String, file: String, line number: Int) -> (chunk: String, padding: Int) {
    let index = max(0, number - 1)
    starts[file, default: []].insert(index + 1)
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      lines[file, default: [:]][index + offset + 1] = String(line)
    }
    let base = index / Self.blockSize * Self.blockSize
    guard base > 0 else { return (file, index) }
    let chunk = "\(file)+\(base)"
    blocks[chunk] = (file, base)
    return (chunk, index - base)
  }

  subscript(place: Diagnostic.Place) -> String? { lines[place.file]?[place.line] }

  /// The texts that were typed.
  var texts: [String] { lines.values.flatMap(\.values) }

  /// Returns the chunk that has a line, and the number of lines before it; nil for a line that was not typed.
  func chunk(at place: Diagnostic.Place) -> (before: Int, LuaScript?)? {
    guard let file = lines[place.file], file[place.line] != nil, let starts = starts[place.file],
      let first = starts.filter({ $0 <= place.line }).max()
    else { return nil }
    let last = (first...).first { file[$0 + 1] == nil || starts.contains($0 + 1) } ?? first
    let text = (first...last).compactMap { file[$0] }.joined(separator: "\n")
    let script = LuaScript(valid: text, file: place.file) ?? LuaScript(valid: "return " + text, file: place.file)
    return (first - 1, script)
  }

  /// Returns the line in the file for a line in a chunk.
  func located(file: String, line: Int) -> (file: String, line: Int) {
    guard !blocks.isEmpty, let block = blocks[file] else { return (file, line) }
    return (block.file, line > 0 ? line + block.base : line)
  }

  func located(_ place: Diagnostic.Place) -> Diagnostic.Place {
    guard !blocks.isEmpty else { return place }
    var located = place
    (located.file, located.line) = self.located(file: place.file, line: place.line)
    return located
  }

  func located(_ note: Diagnostic.Note) -> Diagnostic.Note {
    guard !blocks.isEmpty, case .frame(var frame) = note else { return note }
    if case .anonymous(let line) = frame.function {
      frame.function = .anonymous(line: located(file: frame.file, line: line).line)
    }
    (frame.file, frame.line) = located(file: frame.file, line: frame.line)
    return .frame(frame)
  }

  /// Returns a message of the compiler, which may name another line: `'end' expected (to close 'if' at line 3)`.
  func located(_ message: String, file: String) -> String {
    guard !blocks.isEmpty, let block = blocks[file], let range = message.firstRange(of: " at line ") else {
      return message
    }
    let digits = message[range.upperBound...].prefix { ("0"..."9").contains($0) }
    guard let line = Int(digits) else { return message }
    return message[..<range.upperBound] + String(line + block.base) + message[digits.endIndex...]
  }
}
