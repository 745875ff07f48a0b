import OKitEngine

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
    let shape = Command.Verb(word: firstWord(text)).map { CommandTable.entry($0).shape }
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
      return Command.Verb(word: word).map(entersText) ?? true
    }
  }

  private static func entersText(_ verb: Command.Verb) -> Bool {
    [.type, .set, .choose, .alert, .action, .setPath].contains(verb)
  }

  /// The command of a line; nil when there is none on it, only blanks or a comment.
  static func parse(_ line: String) throws(Diagnostic) -> Command? {
    let content = trimmed(line.prefix(commentStart(in: line) ?? line.count))
    let word = firstWord(content)
    guard !word.isEmpty else { return nil }
    guard let verb = Command.Verb(word: word) else {
      throw Diagnostic(
        "command.unknown", "unknown command \"\(word)\"",
        hint: NearestName.hint(for: word, in: CommandTable.names) ?? "\"help\" lists the commands")
    }
    let rest = trimmed(content.dropFirst(word.count))
    let entry = CommandTable.entry(verb)
    if let offset = CommandScanner(rest, isLua: entry.shape.isRaw).openQuote {
      let quote = content.utf8.count - rest.dropFirst(offset).utf8.count
      // What is entered may be a secret.
      let excerpt =
        Self.entersText(verb)
        ? nil : Diagnostic.Excerpt(source: SourceText(name: "", text: content), range: SourceRange(quote, quote + 1))
      throw Diagnostic("command.quote", "the quote is not closed", excerpt: excerpt)
    }
    return try command(entry, rest)
  }

  private static func command(_ entry: CommandTable.Entry, _ rest: String) throws(Diagnostic) -> Command {
    let arguments = CommandArguments(entry: entry, rest: rest)
    switch entry.verb {
    case .tap: return .tap(try arguments.name())
    case .row: return .row(try arguments.name())
    case .quick: return .quick(try arguments.name())
    case .delete: return .delete(try arguments.name())
    case .accessory: return .accessory(try arguments.name())
    case .move:
      let (row, move) = try arguments.move()
      return .move(row, move)
    case .clear: return .clear(cell: try arguments.name())
    case .filter: return .filter(try arguments.name())
    case .tab: return .tab(try arguments.name())
    case .more:
      let (row, action) = try arguments.choice()
      return .more(row, action: action)
    case .type:
      let (cell, value) = try arguments.assignment()
      return .type(cell: cell, text: value.text)
    case .set:
      let (cell, value) = try arguments.assignment()
      return .set(cell: cell, value: value)
    case .choose:
      let (cell, value) = try arguments.assignment()
      return .choose(cell: cell, option: value)
    case .setPath:
      let (path, value) = try arguments.assignment()
      return .setPath(path.text, value: value)
    case .alert:
      let (fields, button) = try arguments.answer()
      return .alert(fields: fields, button: button)
    case .why:
      let (row, property) = try arguments.subject()
      return .why(row, property: property?.text)
    case .search: return .search(arguments.text)
    case .action: return .action(try arguments.action())
    case .get: return .get(path: try arguments.name().text)
    case .call: return .call(path: try arguments.name().text)
    case .eval: return .eval(lua: try arguments.name().text)
    case .authenticate: return .authenticate(try !arguments.flag("no"))
    case .advance: return .advance(seconds: try arguments.seconds())
    case .help: return .help(try arguments.verb())
    case .screen: return .screen(isFull: try arguments.flag("--full"))
    case .scroll: return .scroll(try arguments.scroll())
    case .back: return try arguments.nothing(for: .back)
    case .close: return try arguments.nothing(for: .close)
    case .refresh: return try arguments.nothing(for: .refresh)
    case .next: return try arguments.nothing(for: .key(.next))
    case .previous: return try arguments.nothing(for: .key(.previous))
    case .done: return try arguments.nothing(for: .key(.done))
    case .cancel: return try arguments.nothing(for: .key(.cancel))
    case .submit: return try arguments.nothing(for: .key(.submit))
    case .menu: return try arguments.nothing(for: .menu)
    case .models: return try arguments.nothing(for: .models)
    case .stack: return try arguments.nothing(for: .stack)
    case .changes: return try arguments.nothing(for: .changes)
    case .undo: return try arguments.nothing(for: .undo)
    case .redo: return try arguments.nothing(for: .redo)
    case .store: return try arguments.nothing(for: .store)
    case .background: return try arguments.nothing(for: .background)
    case .foreground: return try arguments.nothing(for: .foreground)
    case .reload: return try arguments.nothing(for: .reload)
    case .json: return try arguments.nothing(for: .json)
    case .quit: return try arguments.nothing(for: .quit)
    }
  }

  /// The start of a comment: a `#` outside quotes, first on the line or after a blank. In commands whose rest may hold
  /// a `#` of its own, such as `get #true`, a blank or the end must follow it.
  private static func commentStart(in line: String) -> Int? {
    let verb = Command.Verb(word: firstWord(line))
    let hasHashes = verb.map { CommandTable.entry($0).shape.hasHashes } ?? false
    if isChunk(line) { return LuaScanner(Array(line)).first { isCommentStart($0, $1, $2, hasHashes: hasHashes) } }
    return CommandScanner(line, isLua: isRaw(line)).first { isCommentStart($0, $1, $2, hasHashes: hasHashes) }
  }

  private static func isCommentStart(
    _ character: Character, _ afterBlank: Bool, _ next: Character?, hasHashes: Bool
  ) -> Bool { character == "#" && afterBlank && (!hasHashes || next?.isWhitespace ?? true) }

  /// Whether the quotes of the line are those of Lua or JSON.
  private static func isRaw(_ line: String) -> Bool {
    Command.Verb(word: firstWord(line)).map { CommandTable.entry($0).shape.isRaw } ?? false
  }

  /// Whether the rest of the line is Lua.
  private static func isChunk(_ line: String) -> Bool {
    Command.Verb(word: firstWord(line)).map { CommandTable.entry($0).shape == .chunk } ?? false
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
