extension BindingParser {
  mutating func parsePath() throws(Diagnostic) -> Binding.Path {
    let start = position
    let model = try parseModel()
    skipSpace()
    let absolute = consume("/")
    skipSpace()
    var segments: [Binding.Segment] = []
    if !isPartEnd() {
      repeat { segments.append(try parseSegment()) } while consume("/")
    }
    guard isPartEnd() else { throw unexpectedToken() }
    return Binding.Path(range: range(from: start), model: model, absolute: absolute, segments: segments)
  }

  /// Parses the name before a `>`, when the first special character is one; without a name, the default model is meant.
  private mutating func parseModel() throws(Diagnostic) -> String? {
    let start = position
    let name = parseName()
    guard special == ">" else {
      position = start
      return nil
    }
    position += 1
    return name ?? ""
  }

  // MARK: Segments

  /// Parses one segment and the white space around it.
  private mutating func parseSegment() throws(Diagnostic) -> Binding.Segment {
    skipSpace()
    let start = position
    let kind = try parseSegmentKind()
    let range = range(from: start)
    skipSpace()
    return Binding.Segment(range: range, kind: kind)
  }

  private mutating func parseSegmentKind() throws(Diagnostic) -> Binding.Segment.Kind {
    if isSegmentEnd { return .current }
    if special == "." { return try parseDots() }
    if consume("$") { return .reference(try parseSteps(after: #""$""#)) }
    if consumeRoot() { return .root }
    let steps = try parseSteps(after: nil)
    let arguments = special == "(" ? try parseArguments() : nil
    skipSpace()
    let index = special == "[" ? try parseIndex() : nil
    return .keyPath(steps, arguments: arguments, index: index)
  }

  private var isSegmentEnd: Bool { isPartEnd() || special == "/" }

  /// Parses `.` or `..`, which must be the whole segment.
  private mutating func parseDots() throws(Diagnostic) -> Binding.Segment.Kind {
    let start = position
    position += 1
    let kind: Binding.Segment.Kind = consume(".") ? .parent : .current
    skipSpace()
    if isSegmentEnd { return kind }
    if special == nil || special == "@" { throw failure(#"expected a name before ".""#, at: start) }
    throw unexpectedToken()
  }

  /// `<` and `~` mean the root only when they are the whole segment; in a name they are characters like others.
  private mutating func consumeRoot() -> Bool {
    let start = position
    guard tokens[start].kind == .plain, tokens[start].scalar == "<" || tokens[start].scalar == "~" else { return false }
    position += 1
    skipSpace()
    if isSegmentEnd { return true }
    position = start
    return false
  }

  /// `[integer]`
  private mutating func parseIndex() throws(Diagnostic) -> Int {
    let start = position
    position += 1
    skipSpace()
    let digits = position
    let text = parseName() ?? ""
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !unsigned.isEmpty, unsigned.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw failure(#"expected an integer after "[""#, at: digits)
    }
    guard let index = Int(text) else { throw failure("the index \(text) is too large", at: digits) }
    guard consume("]") else { throw failure(#"expected "]" to close the index"#, at: start) }
    return index
  }

  // MARK: Key paths

  /// Parses names and operators joined by dots; the dot before an `@` may be missing.
  private mutating func parseSteps(after predecessor: String?) throws(Diagnostic) -> [Binding.KeyPathStep] {
    var predecessor = predecessor
    var steps: [Binding.KeyPathStep] = []
    repeat {
      skipSpace()
      let start = position
      let kind: Binding.KeyPathStep.Kind
      if consume("@") {
        kind = .collection(try parseOperator(from: start))
      } else if let name = parseName() {
        kind = .name(name)
      } else if predecessor == nil, position < tokens.count {
        throw special == "(" || special == "[" ? missingName() : unexpectedToken()
      } else {
        throw failure("expected a name after \(predecessor ?? "the path")", at: position)
      }
      steps.append(Binding.KeyPathStep(range: range(from: start), kind: kind))
      predecessor = #"".""#
    } while consume(".") || special == "@"
    return steps
  }

  private mutating func parseOperator(from start: Int) throws(Diagnostic) -> CollectionOperator {
    guard let name = parseName() else { throw failure(#"expected a collection operator after "@""#, at: position) }
    guard let found = CollectionOperator(rawValue: name) else { throw unknownOperator(name, at: start) }
    return found
  }

  /// Parses the characters up to the next special one, without white space around them; nil when there are none.
  private mutating func parseName() -> String? {
    let start = position
    while position < tokens.count, special == nil { position += 1 }
    let name = text(from: start).text
    return name.isEmpty ? nil : name
  }
}
