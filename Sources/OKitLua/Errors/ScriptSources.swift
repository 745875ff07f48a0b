import LuaSyntax

/// The texts that a state has loaded, by the names that errors have for them. Adds to an error its line, a caret, and
/// the nearest name.
final class ScriptSources {
  private final class Script {
    let text: String
    /// Whether it is a storyboard, of which messages know the columns.
    let isStoryboard: Bool
    let file: String
    private lazy var lines = LineIndex(text)
    /// The syntax, which only errors need; nil for a storyboard.
    private(set) lazy var syntax = isStoryboard ? nil : LuaScript(valid: text, file: file)

    init(_ text: String, file: String, isStoryboard: Bool) {
      (self.text, self.file, self.isStoryboard) = (text, file, isStoryboard)
    }

    /// The line that was asked for last: the diagnostics of one line share its text.
    private var last: (number: Int, text: String)?

    func line(_ number: Int) -> String? {
      if let last, last.number == number { return last.text }
      guard lines.has(line: number) else { return nil }
      let line = lines.text(ofLine: number)
      last = (number, line)
      return line
    }
  }

  private struct Question: Equatable {
    var diagnostic: Diagnostic
    var facts: LuaErrorFacts?
    var candidates: LuaCandidates
  }

  private struct PropertyQuestion: Hashable {
    var definition: Diagnostic.Place
    var property: Diagnostic.Origin
  }

  private var scripts: [String: Script] = [:]
  /// What a person has typed.
  // Unchecked because every definition asks for it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private(set) var typed = TypedLines()
  /// The texts by name, sorted.
  var files: [ScriptDefinitions.File] {
    scripts.map { ScriptDefinitions.File(name: $0, text: $1.text) }.sorted { $0.name < $1.name }
  }
  /// The last answer: the same mistake may be made for each row of a list.
  private var last: (question: Question, answer: Diagnostic)?
  private var propertyPlaces: [PropertyQuestion: Diagnostic.Place] = [:]

  private var usedNames: UsedNames?

  func add(_ text: String, chunk: String) {
    add(text, chunk.hasPrefix("@") || chunk.hasPrefix("=") ? String(chunk.dropFirst()) : chunk, isStoryboard: false)
  }

  /// Adds a chunk that a person has typed; see `TypedLines.add`.
  func add(typed text: String, file: String, line: Int) -> (chunk: String, padding: Int) {
    usedNames?.add(text)
    return typed.add(text, file: file, line: line)
  }

  func add(storyboard text: String, file: String) { add(text, file, isStoryboard: true) }

  private func add(_ text: String, _ name: String, isStoryboard: Bool) {
    scripts[name] = Script(text, file: name, isStoryboard: isStoryboard)
    last = nil
    propertyPlaces = [:]
    usedNames = nil
  }

  /// Whether a script may call a function of that name, apart from defining it.
  func uses(_ name: String) -> Bool {
    if let usedNames { return usedNames.contains(name) }
    var found = UsedNames()
    for script in scripts.values {
      if script.isStoryboard { found.add(wordsOf: script.text) } else { found.add(script.text) }
    }
    for text in typed.texts { found.add(text) }
    usedNames = found
    return found.contains(name)
  }

  /// Returns the text of a line; nil where the script is not known.
  func line(at place: Diagnostic.Place) -> String? { typed[place] ?? scripts[place.file]?.line(place.line) }

  /// Returns the line of a property in the call that defined a controller or created a cell at a place; the place
  /// itself when the tables of that call do not have it, as one in a table of a variable.
  func place(of property: Diagnostic.Origin, in definition: Diagnostic.Place) -> Diagnostic.Place {
    let question = PropertyQuestion(definition: definition, property: property)
    if let known = propertyPlaces[question] { return known }
    let place = line(of: property.property, property.binding, in: definition, isOfPart: property.part != nil)
    propertyPlaces[question] = place ?? definition
    return place ?? definition
  }

  private func line(
    of property: String, _ binding: String? = nil, in call: Diagnostic.Place, isOfPart: Bool
  ) -> Diagnostic.Place? {
    let (before, script) = typed.chunk(at: call) ?? (0, scripts[call.file]?.syntax)
    guard let line = script?.line(of: property, inCallAt: call.line - before, text: binding, isOfPart: isOfPart) else {
      return nil
    }
    var place = call
    place.line = line + before
    return place
  }

  /// Returns the diagnostic with the line of its place, a caret, and the nearest name.
  ///
  /// - Parameters:
  ///   - facts: The facts in the message, where the error is Lua's own.
  ///   - candidates: The names that exist where the error arose.
  func explain(
    _ diagnostic: Diagnostic, _ facts: LuaErrorFacts? = nil, candidates: LuaCandidates = LuaCandidates()
  ) -> Diagnostic {
    guard diagnostic.excerpt == nil, let given = diagnostic.place, given.line > 0 else { return diagnostic }
    let question = Question(diagnostic: diagnostic, facts: facts, candidates: candidates)
    if let last, last.question == question { return last.answer }
    var answer = diagnostic
    let place = placeOfUnknownMember(diagnostic) ?? given
    answer.place = place
    let line = line(at: place)
    let location = ErrorLocation(answer, facts, line: line)
    var range = location.range
    if let line, let column = place.column, scripts[place.file]?.isStoryboard == true {
      let lower = line.prefix(column - 1).utf8.count
      range = SourceRange(lower, lower)
    }
    if answer.hint == nil, let facts { answer.hint = location.nearestName(facts, in: candidates) }
    if let line {
      answer.excerpt = .init(source: SourceText(name: place.file, text: line), range: range)
    }
    last = (question, answer)
    return answer
  }

  /// Returns the line of a member that does not exist in a table that the line of the error passes; nil where that line
  /// has its name.
  private func placeOfUnknownMember(_ diagnostic: Diagnostic) -> Diagnostic.Place? {
    guard diagnostic.code == "lua.unknownMember", case .name(let name)? = diagnostic.subject,
      let place = diagnostic.place, let line = line(at: place), case let tokens = LuaTokens(line: line),
      !tokens.all.indices.contains(where: { tokens.text($0) == name })
    else { return nil }
    return self.line(of: name, in: place, isOfPart: true)
  }
}
