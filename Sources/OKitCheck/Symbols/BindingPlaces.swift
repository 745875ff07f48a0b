/// A text of a definition in a file: the place of each of its bytes.
struct TextPlace {
  let file: String
  let context: Occurrence.Context
  /// The whole text in the file.
  let range: SourceRange
  private let map: (SourceRange) -> SourceRange

  init(
    _ file: String, _ context: Occurrence.Context, _ range: SourceRange, _ map: @escaping (SourceRange) -> SourceRange
  ) {
    (self.file, self.context, self.range, self.map) = (file, context, range, map)
  }

  init(_ script: LuaScript, _ literal: LuaSyntax.StringLiteral) {
    self.init(script.file, .binding, literal.range, literal.sourceRange)
  }

  /// The place of a text that has a number of bytes in front of those in the file.
  func shifted(by count: Int) -> TextPlace {
    TextPlace(file, context, range) { map(SourceRange(max(0, $0.lower - count), max(0, $0.upper - count))) }
  }

  /// Returns the range in the file of a range in the text.
  func range(of part: SourceRange) -> SourceRange { map(part) }
}

/// Finds the places of binding texts: in strings of scripts, also those that a function or a variable passes on, and in
/// storyboards.
final class BindingPlaces {
  private let scripts: [String: LuaScript]
  private let storyboards: [String: StoryboardText]
  private let strings: ScriptStrings
  private var known: [Diagnostic.Origin: [TextPlace]] = [:]
  private lazy var literals: [String: [(LuaScript, LuaSyntax.StringLiteral)]] = {
    var found: [String: [(LuaScript, LuaSyntax.StringLiteral)]] = [:]
    for script in scripts.values {
      for literal in script.strings { found[literal.value, default: []].append((script, literal)) }
    }
    return found
  }()

  init(_ scripts: [LuaScript], _ storyboards: [StoryboardText], _ strings: ScriptStrings) {
    self.scripts = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
    self.storyboards = Dictionary(storyboards.map { ($0.file, $0) }) { first, _ in first }
    self.strings = strings
  }

  /// Returns the places of the text that a property has; none where it is put together at run time.
  func places(of reference: BindingReference) -> [TextPlace] {
    var origin = reference.origin
    origin.binding = reference.text
    if let known = known[origin] { return known }
    let found = find(reference)
    known[origin] = found
    return found
  }

  private func find(_ reference: BindingReference) -> [TextPlace] {
    let found = find(reference, reference.text)
    // The sign of a formula may be left out where nothing else can be.
    guard found.isEmpty, reference.text.hasPrefix("= ") else { return found }
    return find(reference, String(reference.text.dropFirst(2))).map { $0.shifted(by: 2) }
  }

  private func find(_ reference: BindingReference, _ text: String) -> [TextPlace] {
    guard let place = reference.origin.place else { return [] }
    if let storyboard = storyboards[place.file] {
      return storyboard.place(of: text, line: place.line, column: place.column ?? 1).map { [$0] } ?? []
    }
    guard let script = scripts[place.file] else { return [] }
    let origin = reference.origin
    if let found = script.place(of: origin.property, line: place.line, text: text, isOfPart: origin.part != nil) {
      let target = found.value.knownTable?.entries.first { $0.name?.text == "to" }?.value
      let literals = strings.values(of: target ?? found.value, in: script).found.filter { $0.literal.value == text }
      if !literals.isEmpty { return literals.map { TextPlace($0.script, $0.literal) } }
    }
    // A function that defines several controllers gets their properties in a table.
    for call in script.calls(atLine: place.line) {
      let values = call.arguments.flatMap { strings.values(ofField: origin.property, of: $0, in: script) }
      let found = values.filter { $0.literal.value == text }
      if !found.isEmpty { return found.map { TextPlace($0.script, $0.literal) } }
    }
    if let literal = script.literals(text, line: place.line).first { return [TextPlace(script, literal)] }
    if let all = literals[text], all.count == 1 { return [TextPlace(all[0].0, all[0].1)] }
    return []
  }
}
