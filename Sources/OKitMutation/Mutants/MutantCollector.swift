internal import LuaSyntax

/// Collects the mutants of one script. Of several with the same text, the first one stays.
struct MutantCollector {
  private struct Edit: Hashable {
    var range: SourceRange
    var replacement: String
  }

  private let script: LuaScript
  private let ignored: IgnoredLines
  private let surroundings: MutantSurroundings
  private var found: [(edit: Edit, mutator: Mutator, change: String, binding: Int?)] = []
  private var edits: Set<Edit> = []

  init(_ script: LuaScript, _ tokens: LuaTokens) {
    (self.script, ignored, surroundings) = (script, IgnoredLines(script), MutantSurroundings(script, tokens))
  }

  /// - Parameters:
  ///   - shown: The range that reports show with the change, if it is more than what is replaced.
  ///   - binding: The offset of the text of the binding that is changed.
  mutating func add(
    _ mutator: Mutator, _ range: SourceRange, _ replacement: String, shown: SourceRange? = nil, binding: Int? = nil
  ) {
    let edit = Edit(range: range, replacement: replacement)
    let before = script.text(in: range)
    guard before != replacement, edits.insert(edit).inserted else { return }
    let whole = shown ?? range
    let head = script.text(in: SourceRange(whole.lower, range.lower))
    let tail = script.text(in: SourceRange(range.upper, whole.upper))
    found.append((edit, mutator, Self.change(head, before, replacement, tail), binding))
  }

  /// The text on one line; what surrounds the change is cut first.
  private static func change(_ head: String, _ before: String, _ after: String, _ tail: String) -> String {
    func line(_ text: String) -> String {
      PrintableText.line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
    guard !after.isEmpty && after != ";" || !head.isEmpty || !tail.isEmpty else {
      return "\(PrintableText.shortened(line(before), to: 60)) removed"
    }
    let (old, new) = (line(head + before + tail), line(head + after + tail))
    guard old.count <= 60, new.count <= 60 else {
      if after.isEmpty { return "\(PrintableText.shortened(line(before), to: 60)) removed" }
      return "\(PrintableText.shortened(line(before), to: 60)) → \(PrintableText.shortened(line(after), to: 60))"
    }
    return "\(old) → \(new)"
  }

  /// The mutants in the order of their places.
  var mutants: [Mutant] {
    let sorted = found.enumerated().sorted { a, b in
      (a.element.edit.range.lower, a.element.edit.range.upper, a.offset)
        < (b.element.edit.range.lower, b.element.edit.range.upper, b.offset)
    }
    var counts: [String: Int] = [:]
    return sorted.map { _, found in
      let start = position(found.edit.range.lower)
      let place = "\(script.file):\(start.line):\(start.column) \(found.mutator.rawValue)"
      counts[place, default: 0] += 1
      return Mutant(
        file: script.file, range: found.edit.range, start: start, end: position(found.edit.range.upper),
        replacement: found.edit.replacement, mutator: found.mutator, change: found.change,
        id: "\(place) \(counts[place, default: 1])", statementLines: surroundings.lines(around: found.edit.range),
        conditions: surroundings.conditions(around: found.edit.range).map { offset, outcome in
          Mutant.Condition(place: position(offset), outcome: outcome)
        }, binding: found.binding.map(position), ignoreReason: ignored.reason(atLine: start.line))
    }
  }

  private func position(_ offset: Int) -> Mutant.Position {
    let place = script.lines.place(of: offset)
    return .init(line: place.line, column: place.column)
  }
}

/// The lines that comments exclude: `-- okit: ignore mutation: reason` at the end of a line, or alone above it.
private struct IgnoredLines {
  private var reasons: [Int: String] = [:]

  init(_ script: LuaScript) {
    for comment in script.comments {
      guard let mark = comment.text.firstRange(of: "okit: ignore mutation") else { continue }
      let rest = comment.text[mark.upperBound...].drop { $0 == ":" || $0.isWhitespace }
      let reason = rest.prefix { !$0.isNewline }
      var line = script.lines.line(of: comment.range.lower)
      let before = script.text(in: SourceRange(script.lines.start(ofLine: line), comment.range.lower))
      if before.allSatisfy(\.isWhitespace) { line += 1 }
      reasons[line] = reason.isEmpty ? "ignored by a comment" : String(reason)
    }
  }

  func reason(atLine line: Int) -> String? { reasons[line] }
}
