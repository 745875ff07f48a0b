/// Finds the places of diagnostics in the scripts of an application, inside the texts of bindings.
final class FindingLocator {
  private let scripts: [String: LuaScript]
  /// The lines of files that are not scripts, such as storyboards.
  private let others: [String: LineIndex]
  private let helpers: HelperCalls

  /// - Parameter files: the files that the application has read.
  init(_ scripts: [LuaScript], files: [ScriptDefinitions.File] = []) {
    self.scripts = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
    helpers = HelperCalls(scripts)
    let names = Set(scripts.map(\.file))
    others = Dictionary(files.filter { !names.contains($0.name) }.map { ($0.name, LineIndex($0.text)) }) { first, _ in
      first
    }
  }

  func finding(_ diagnostic: Diagnostic, code: String) -> Finding {
    if let (script, range) = place(of: diagnostic) { return finding(diagnostic, code, script, range) }
    let place = diagnostic.place ?? .init(file: "")
    var finding = Finding(
      code: code, severity: diagnostic.severity, message: Self.message(diagnostic), hint: diagnostic.hint,
      file: place.file, line: max(1, place.line), column: place.column ?? 1, endColumn: place.column ?? 1,
      excerpt: .none)
    guard let script = scripts[place.file] else {
      if let lines = others[place.file] { mark(diagnostic, in: lines, &finding) }
      if let excerpt = diagnostic.excerpt, excerpt.source.name == place.file {
        finding.excerpt = excerpt.shown
        if place.column == nil, let range = excerpt.range {
          finding.column = excerpt.source.location(of: range.lower).column
          finding.endColumn = max(finding.column, excerpt.source.location(of: range.upper).column)
        }
      }
      return finding
    }
    if place.column == nil {
      finding.column = script.lines.indentation(ofLine: finding.line) + 1
      finding.endColumn = finding.column
    }
    finding.excerpt = script.lines.shown(line: finding.line, column: finding.column, endColumn: finding.endColumn)
    return finding
  }

  /// Marks a part of the value that begins at the column of a line, such as that of an attribute in a storyboard.
  private func mark(_ diagnostic: Diagnostic, in lines: LineIndex, _ finding: inout Finding) {
    defer { finding.excerpt = lines.shown(line: finding.line, column: finding.column, endColumn: finding.endColumn) }
    let value = AttributeText(lines.text(ofLine: finding.line).dropFirst(finding.column - 1))
    let text = Self.binding(of: diagnostic) ?? quoted(diagnostic)
    guard let text, value.text == text else { return }
    let part = diagnostic.excerpt?.range ?? SourceRange(0, text.utf8.count)
    finding.endColumn = finding.column + value.offset(of: part.upper)
    finding.column += value.offset(of: part.lower)
  }

  func finding(_ diagnostic: Diagnostic, _ code: String, _ script: LuaScript, _ range: SourceRange) -> Finding {
    let place = script.lines.place(of: range.lower)
    let end = script.lines.place(of: range.upper)
    let lastColumn = end.line == place.line ? end.column : script.lines.length(ofLine: place.line) + 1
    return Finding(
      code: code, severity: diagnostic.severity, message: Self.message(diagnostic), hint: diagnostic.hint,
      file: script.file, line: place.line, column: place.column,
      endColumn: max(lastColumn, place.column), excerpt: script.lines.shown(range))
  }

  /// The message with the name of the property in front; a diagnostic about a binding has it in its excerpt.
  private static func message(_ diagnostic: Diagnostic) -> String {
    guard let name = diagnostic.excerpt?.source.name, !name.isEmpty, name != diagnostic.place?.file else {
      return diagnostic.message
    }
    return "\(name): \(diagnostic.message)"
  }

  // MARK: Places

  private func place(of diagnostic: Diagnostic) -> (LuaScript, SourceRange)? {
    if let origin = diagnostic.origin, let place = origin.place ?? diagnostic.place, let script = scripts[place.file] {
      for diagnostic in [diagnostic, Self.withoutSign(diagnostic)].compactMap(\.self) {
        if let range = range(of: diagnostic, origin, place.line, script) { return (script, range) }
        if let found = rangeInHelper(of: diagnostic, origin, place.line, script) { return found }
      }
      if let range = rangeOfValue(of: diagnostic, origin, place.line, script) { return (script, range) }
      if let binding = Self.binding(of: diagnostic), let (script, literal) = onlyLiteral(binding) {
        return (script, literal.sourceRange(of: Self.part(diagnostic, of: literal)))
      }
    }
    guard let place = diagnostic.place, let script = scripts[place.file], place.line > 0 else { return nil }
    if place.column == nil, diagnostic.excerpt?.range == nil, let name = quotedName(diagnostic, place.line, script) {
      return (script, contents(name))
    }
    guard let excerpt = diagnostic.excerpt, excerpt.source.name == place.file, let range = excerpt.range else {
      return nil
    }
    let start = script.lines.start(ofLine: place.line)
    return (script, SourceRange(start + range.lower, start + range.upper))
  }

  private func range(
    of diagnostic: Diagnostic, _ origin: Diagnostic.Origin, _ line: Int, _ script: LuaScript
  ) -> SourceRange? {
    let binding = Self.binding(of: diagnostic)
    let text = binding ?? quoted(diagnostic)
    let place = script.place(of: origin.property, line: line, text: text, isOfPart: origin.part != nil)
    if diagnostic.code == "controller.unknownProperty", let key = place?.key { return key }
    if let place, let literal = value(place.value).knownLiteral, binding == nil || literal.value == binding {
      return binding == nil ? contents(literal) : literal.sourceRange(of: Self.part(diagnostic, of: literal))
    }
    if let text, let literal = script.literals(text, line: line).first {
      return binding == nil ? contents(literal) : literal.sourceRange(of: Self.part(diagnostic, of: literal))
    }
    return nil
  }

  /// The range of an expression that is not a text.
  private func rangeOfValue(
    of diagnostic: Diagnostic, _ origin: Diagnostic.Origin, _ line: Int, _ script: LuaScript
  ) -> SourceRange? {
    let text = Self.binding(of: diagnostic) ?? quoted(diagnostic)
    return script.place(of: origin.property, line: line, text: text, isOfPart: origin.part != nil)
      .map { value($0.value).range }
  }

  /// The range in what a script gives to the function that defines the controller or creates the cell.
  private func rangeInHelper(
    of diagnostic: Diagnostic, _ origin: Diagnostic.Origin, _ line: Int, _ script: LuaScript
  ) -> (LuaScript, SourceRange)? {
    if diagnostic.code == "controller.unknownProperty" || Self.binding(of: diagnostic) == nil,
      let (script, place) = helpers.place(of: origin.property, around: line, of: script, origin)
    {
      if diagnostic.code == "controller.unknownProperty" { return place.key.map { (script, $0) } }
      let value = value(place.value)
      return (script, value.knownLiteral.map(contents) ?? value.range)
    }
    let binding = Self.binding(of: diagnostic)
    guard let text = binding ?? quoted(diagnostic),
      let (found, literal) = helpers.literal(text, around: line, of: script, origin)
    else { return nil }
    return (found, binding == nil ? contents(literal) : literal.sourceRange(of: Self.part(diagnostic, of: literal)))
  }

  /// The text of the binding that a diagnostic is about.
  private static func binding(of diagnostic: Diagnostic) -> String? {
    if let binding = diagnostic.origin?.binding { return binding }
    guard let excerpt = diagnostic.excerpt, excerpt.source.name != diagnostic.place?.file else { return nil }
    return excerpt.source.text
  }

  /// The diagnostic with the formula as a script may have written it: without the sign, where nothing else can be. Nil
  /// for any other text.
  private static func withoutSign(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let text = binding(of: diagnostic), text.hasPrefix(formulaSign) else { return nil }
    var unsigned = diagnostic
    let rest = String(text.dropFirst(formulaSign.count))
    unsigned.origin?.binding = rest
    unsigned.excerpt = diagnostic.excerpt.map { excerpt in
      let range = excerpt.range.map {
        SourceRange(max(0, $0.lower - formulaSign.count), max(0, $0.upper - formulaSign.count))
      }
      return Diagnostic.Excerpt(source: SourceText(name: excerpt.source.name, text: rest), range: range)
    }
    return unsigned
  }

  /// What stands in front of a formula that was written without a sign.
  private static let formulaSign = "= "

  /// The controller that a record of a segue names.
  private func value(_ expression: LuaSyntax.Expression) -> LuaSyntax.Expression {
    expression.table?.entries.first { $0.name?.text == "to" }?.value ?? expression
  }

  private func contents(_ literal: LuaSyntax.StringLiteral) -> SourceRange {
    literal.sourceRange(of: SourceRange(0, literal.value.utf8.count))
  }

  /// The name that a message about a whole property quotes, such as that of an unknown controller.
  private func quoted(_ diagnostic: Diagnostic) -> String? {
    // The last names are those that the controller reads.
    diagnostic.code == "controller.context" ? diagnostic.message.firstQuoted : diagnostic.message.lastQuoted
  }

  /// The string in a line that a message quotes: the first argument of a call, or the only one.
  private func quotedName(_ diagnostic: Diagnostic, _ line: Int, _ script: LuaScript) -> LuaSyntax.StringLiteral? {
    guard let text = quoted(diagnostic) else { return nil }
    let found = script.strings(withValue: text).filter { script.lines.line(of: $0.range.lower) == line }
    if found.count == 1 { return found[0] }
    let names = script.calls.compactMap { $0.arguments.first?.literal }.filter { name in
      found.contains { $0.range == name.range }
    }
    return names.count == 1 ? names[0] : nil
  }

  private static func part(_ diagnostic: Diagnostic, of literal: LuaSyntax.StringLiteral) -> SourceRange {
    diagnostic.excerpt?.range ?? SourceRange(0, literal.value.utf8.count)
  }

  private func onlyLiteral(_ text: String) -> (LuaScript, LuaSyntax.StringLiteral)? {
    let found = scripts.values.flatMap { script in
      script.strings(withValue: text).map { (script, $0) }
    }
    return found.count == 1 ? found[0] : nil
  }
}
