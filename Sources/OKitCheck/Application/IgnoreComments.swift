/// The comments that suppress findings: `-- okit: ignore CODE` on the line, or on the line above.
struct IgnoreComments {
  private var codes: [String: [Int: Set<String>]] = [:]

  init(_ scripts: [LuaScript], _ texts: [ScriptDefinitions.File]) {
    for script in scripts {
      for comment in script.comments { add(comment.text, script.file, script.lines.line(of: comment.range.lower)) }
    }
    for text in texts where text.text.contains("okit: ignore") {
      for (index, line) in text.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        add(String(line), text.name, index + 1)
      }
    }
  }

  private mutating func add(_ text: String, _ file: String, _ line: Int) {
    guard let mark = text.firstRange(of: "okit: ignore") else { return }
    let names = text[mark.upperBound...].split { !($0.isLetter || $0 == ".") }.map(String.init)
    codes[file, default: [:]][line, default: []].formUnion(names)
  }

  func contains(_ finding: Finding) -> Bool { contains(finding.code, finding.file, finding.line) }

  /// Whether a comment suppresses a code in a line.
  func contains(_ code: String, _ file: String, _ line: Int) -> Bool {
    guard let lines = codes[file] else { return false }
    return [line, line - 1].contains { lines[$0]?.contains(code) == true }
  }
}
