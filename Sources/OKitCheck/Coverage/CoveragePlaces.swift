internal import LuaSyntax
internal import OKitCoverage

/// The places of coverage items in a file that has not changed since they were measured.
struct CoveragePlaces {
  private let file: String
  private let lines: LineIndex
  private let tokens: LuaTokens

  init(_ file: ScriptDefinitions.File) {
    self.file = file.name
    lines = LineIndex(file.text)
    tokens = LuaTokens(script: Array(file.text.utf8))
  }

  /// Returns the finding of an item of which an outcome was missed.
  func finding(_ item: CoverageItem) -> Finding {
    let text = lines.text(ofLine: item.line)
    let column = min(max(1, item.column), text.count + 1)
    let offset = lines.start(ofLine: item.line) + text.prefix(column - 1).utf8.count
    let index = tokens.firstIndex(endingAfter: offset)
    let token = tokens.all.indices.contains(index) && tokens.all[index].range.lower == offset ? tokens.all[index] : nil
    let isOperator = token.map { $0.isKeyword("and") || $0.isKeyword("or") } ?? false
    let rest = text.dropFirst(column - 1)
    let length: Int
    if isOperator || token?.isString == true, let range = token?.range, lines.line(of: range.upper) == item.line {
      length = lines.text(in: range).count
    } else if item.kind == .branch, rest.hasPrefix(item.text) {
      length = item.text.count
    } else {
      length = String(rest.reversed().drop(while: \.isWhitespace)).count
    }
    return Finding(
      code: "coverage.missed", severity: .note, message: Self.message(item, isOperator: isOperator), file: file,
      line: item.line, column: column, endColumn: column + length,
      excerpt: lines.shown(line: item.line, column: column, endColumn: column + length))
  }

  private static func message(_ item: CoverageItem, isOperator: Bool) -> String {
    let text = PrintableText.line(item.text)
    switch item.kind {
    case .line: return "no test runs this line"
    case .function: return "no test calls \(text)"
    case .branch:
      let part = isOperator ? "the left side" : "the condition"
      return "\(part) is never \(item.isReached ? names(item.missed) : "evaluated"): \(text)"
    case .binding where item.isReached && item.missed.contains(.value): return "the binding \(text) never has a value"
    case .binding: return "the binding \(text) is never \(item.isReached ? names(item.missed) : "evaluated")"
    case .controller, .cell: return "no test shows the \(item.kind.rawValue) \(text)"
    case .action, .segue: return "no test performs the \(item.kind.rawValue) \(text)"
    case .answer: return "no test chooses the answer \(text)"
    }
  }

  private static func names(_ outcomes: [CoverageOutcome]) -> String {
    outcomes.map(\.rawValue).joined(separator: " or ")
  }
}
