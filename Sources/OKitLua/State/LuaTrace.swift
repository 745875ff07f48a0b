internal import CLua

/// Tracebacks as lines for people.
enum LuaTrace {
  /// A line for each frame; one that repeats itself is told once.
  static func lines(_ text: okit_text) -> [String] {
    var lines: [(text: String, count: Int)] = []
    for line in text.string.split(separator: "\n") {
      if let last = lines.last, last.text == line {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((String(line), 1))
      }
    }
    return lines.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count) times)" }
  }
}
