/// Reads command lines.
enum CommandParser {
  /// The commands of a text where `;` and line ends separate them, each as a line for `parse`.
  ///
  /// A `;` within quotes does not separate; neither does one in a comment. In Lua, neither a `;` nor a line end within
  /// a string, a comment, brackets or a block separates.
  static func statements(in text: String) -> [String] {
    var statements: [String] = []
    let characters = Array(text)
    lazy var lua = LuaScanner(characters)
    var rest = characters[...]
    while !rest.isEmpty {
      let end = statementEnd(in: rest, lua)
      statements.append(trimmed(String(rest[..<end])))
      rest = rest[end...].dropFirst()
    }
    return statements.filter { !$0.isEmpty }
  }

  /// The index of the separator after the first command.
  ///
  /// - Complexity: O(*n*) in the characters of the command.
  private static func statementEnd(in text: ArraySlice<Character>, _ lua: @autoclosure () -> LuaScanner) -> Int {
    let shape = shape(text)
    let hasHashes = shape?.hasHashes ?? false
    func isEnd(_ character: Character, _ afterBlank: Bool, _ next: Character?) -> Bool {
      character == ";" || character.isNewline || isCommentStart(character, afterBlank, next, hasHashes: hasHashes)
    }
    let end =
      shape == .chunk
      ? lua().first(from: text.startIndex, where: isEnd)
      : CommandScanner(text, isLua: shape?.isRaw ?? false).first(where: isEnd)
    guard let end, text[end] == "#" else { return end ?? text.endIndex }
    return text[end...].firstIndex(where: \.isNewline) ?? text.endIndex
  }

  /// Returns whether a command of a line enters something into a field, as far as its words tell.
  static func mayEnterText(_ line: String) -> Bool {
    statements(in: line).contains { statement in
      let word = firstWord(statement.hasPrefix(":") ? String(statement.dropFirst()) : statement)
      // A word that is not a command may be a misspelt one.
      return shape(word)?.entersText ?? true
    }
  }

  /// The command of a line; nil when there is none on it, only blanks or a comment.
  static func parse(_ line: String) throws(Diagnostic) -> Command? {
    let content = trimmed(line.prefix(commentStart(in: line) ?? line.count))
    let word = firstWord(content)
    guard !word.isEmpty else { return nil }
    guard let command = CommandTable.command(word) else {
      throw Diagnostic(
        "command.unknown", "unknown command \"\(word)\"",
        hint: NearestName.hint(for: word, in: CommandTable.names) ?? "\"help\" lists the commands")
    }
    let rest = trimmed(content.dropFirst(word.count))
    if let offset = CommandScanner(rest, isLua: command.shape.isRaw).openQuote {
      let quote = content.utf8.count - rest.dropFirst(offset).utf8.count
      // What is entered may be a secret.
      let excerpt =
        command.shape.entersText
        ? nil : Diagnostic.Excerpt(source: SourceText(name: "", text: content), range: SourceRange(quote, quote + 1))
      throw Diagnostic("command.quote", "the quote is not closed", excerpt: excerpt)
    }
    return try command.parse(CommandArguments(command: command, rest: rest))
  }

  /// The start of a comment: a `#` outside quotes, first on the line or after a blank. In commands whose rest may hold
  /// a `#` of its own, such as `get #true`, a blank or the end must follow it.
  private static func commentStart(in line: String) -> Int? {
    let shape = shape(line)
    func isStart(_ character: Character, _ afterBlank: Bool, _ next: Character?) -> Bool {
      isCommentStart(character, afterBlank, next, hasHashes: shape?.hasHashes ?? false)
    }
    if shape == .chunk { return LuaScanner(Array(line)).first(where: isStart) }
    return CommandScanner(line, isLua: shape?.isRaw ?? false).first(where: isStart)
  }

  private static func isCommentStart(
    _ character: Character, _ afterBlank: Bool, _ next: Character?, hasHashes: Bool
  ) -> Bool { character == "#" && afterBlank && (!hasHashes || next?.isWhitespace ?? true) }

  /// The grammar of the arguments of the command on a line; nil without a command.
  private static func shape(_ line: some Collection<Character>) -> SessionCommand.Shape? {
    CommandTable.command(firstWord(line))?.shape
  }

  /// The first word, without what only ends a statement.
  private static func firstWord(_ line: some Collection<Character>) -> String {
    String(line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ";" })
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text).drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
