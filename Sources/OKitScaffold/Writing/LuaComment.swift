/// Comments of a script.
enum LuaComment {
  /// A sentence as lines of a comment.
  static func lines(_ text: String) -> [String] {
    let margin = "-- "
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, margin.count + line.count + word.count + 1 > LuaPrinter.width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [margin + line])
  }
}
