/// Completes command lines: the command first, then names that the session knows.
enum CommandCompletion {
  /// - Parameters:
  ///   - text: the line before the cursor.
  ///   - names: what can be named after this command, at least the names that begin with a text.
  static func completion(
    of text: String, names: (SessionCommand, CompletedName) -> [String]
  ) -> LineEditor.Completion {
    let trimmed = text.drop(while: \.isWhitespace)
    let indent = text.count - trimmed.count
    let word = trimmed.prefix { !$0.isWhitespace }
    guard word.count < trimmed.count else {
      return .init(start: indent, candidates: matches(String(word), in: CommandTable.names))
    }
    guard let command = CommandTable.command(String(word)) else { return .init(start: text.count, candidates: []) }
    let rest = trimmed.dropFirst(word.count)
    // A name that is still open in quotes, else what comes after the last `>` or `=`, or the comma before a field.
    let scanner = CommandScanner(String(rest))
    let openQuote = scanner.openQuote
    let separator = scanner.last(of: command.shape == .answer ? "=>," : "=>", before: openQuote)
    let start = openQuote ?? separator.map { $0 + 1 } ?? 0
    var written = rest.dropFirst(start).drop(while: \.isWhitespace)
    let previous = separator.map { offset in
      (argument: CommandScanner(CommandParser.trimmed(rest.prefix(offset))).argument, separator: scanner[offset])
    }
    var names = names(
      command,
      CompletedName(beginning: String(written.first == "\"" ? written.dropFirst() : written), previous: previous))
    if let (side, row) = place(written, in: command) {
      names = names.compactMap { place($0[...], in: command) }.filter { $0.side == side }.map { String($0.row) }
      written = row
    }
    let isQuoted = written.first == "\""
    let candidates = names.map { quotedIfNeeded($0, in: command) }
    // The text of a row that is a number gets quotes, and so do the names that begin like it.
    let getsQuotes =
      !isQuoted && !written.isEmpty && names.contains { $0.hasPrefix(written) && isNumber($0, in: command) }
    return .init(
      start: text.count - written.count, candidates: matches(written, in: candidates, getsQuotes: getsQuotes))
  }

  /// Completes the value after `CELL =`; nil where there is no `=` yet.
  ///
  /// - Parameters:
  ///   - text: What is written after the verb.
  ///   - offset: Where that begins in the line.
  static func completion(
    ofValue text: String, at offset: Int, values: (Argument) -> [String]
  ) -> LineEditor.Completion? {
    guard let separator = CommandScanner(text).first(where: { character, _, _ in character == "=" }) else { return nil }
    let cell = CommandScanner(CommandParser.trimmed(text.prefix(separator))).argument
    let written = text.dropFirst(separator + 1).drop(while: \.isWhitespace)
    return .init(
      start: offset + text.count - written.count, candidates: matches(written, in: values(cell).map(quotedIfNeeded)))
  }

  /// - Parameters:
  ///   - names: With quotes where the parser needs them.
  ///   - getsQuotes: Whether the name gets quotes in any case. It does if only names in quotes begin with it.
  private static func matches(
    _ written: Substring, in names: [String], getsQuotes: Bool = false
  ) -> [String] {
    if written.first == "\"" { return matches(String(written), in: names.map(quoted)) }
    let plain = getsQuotes ? [] : matches(String(written), in: names)
    return plain.isEmpty && !written.isEmpty ? matches("\"" + written, in: names.map(quoted)) : plain
  }

  private static func matches(_ prefix: String, in names: [String]) -> [String] {
    let wanted = prefix.lowercased()
    var seen: Set<String> = []
    return names.filter { $0.lowercased().hasPrefix(wanted) && seen.insert($0).inserted }.sorted()
  }

  /// The place to which a row is moved: before or after another row.
  private static func place(
    _ text: Substring, in command: SessionCommand
  ) -> (side: RowDriver.Side, row: Substring)? {
    guard command.name == "move" else { return nil }
    for side in RowDriver.Side.allCases where text.lowercased().hasPrefix(side.rawValue + " ") {
      return (side, text.dropFirst(side.rawValue.count).drop(while: \.isWhitespace))
    }
    return nil
  }

  /// Whether a command reads a name without quotes as the number of a row.
  private static func isNumber(_ name: String, in command: SessionCommand) -> Bool {
    command.takesNumbers && Argument(text: name).rowNumber != nil
  }

  private static func quotedIfNeeded(_ name: String, in command: SessionCommand) -> String {
    if let (side, row) = place(name[...], in: command) {
      return "\(side.rawValue) \(quotedIfNeeded(String(row), in: command))"
    }
    return isNumber(name, in: command) ? quoted(name) : quotedIfNeeded(name)
  }

  /// Names that the parser would take apart need quotes.
  static func quotedIfNeeded(_ name: String) -> String {
    let isPlain = !name.contains { "=>#;\"\\".contains($0) || $0.isNewline } && CommandParser.trimmed(name) == name
    return isPlain && !name.isEmpty && !name.hasPrefix("'") ? name : quoted(name)
  }

  private static func quoted(_ name: String) -> String {
    guard !name.hasPrefix("\"") else { return name }
    let escaped = name.flatMap { character -> [Character] in
      switch character {
      case "\"", "\\": ["\\", character]
      case "\n": ["\\", "n"]
      default: [character]
      }
    }
    return "\"" + String(escaped) + "\""
  }
}

extension CommandScanner {
  /// The offset of the last of the separators outside quotes.
  ///
  /// - Parameter end: The offset of a quote that is still open.
  func last(of separators: String, before end: Int?) -> Int? {
    var last: Int?
    while let next = first(
      from: last.map { $0 + 1 } ?? 0, where: { character, _, _ in separators.contains(character) }),
      next < end ?? count
    {
      last = next
    }
    return last
  }
}
