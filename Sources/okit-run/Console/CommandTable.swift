/// The words that begin a command, and the help.
enum CommandTable {
  /// All words that begin a command.
  static let names = SessionCommand.all.map(\.name) + SessionCommand.all.flatMap(\.aliases).sorted()

  private static let commands = Dictionary(
    uniqueKeysWithValues: SessionCommand.all.flatMap { command in
      ([command.name] + command.aliases).map { ($0, command) }
    })

  /// Returns the command that begins with a word, in upper or lower case.
  static func command(_ word: String) -> SessionCommand? { commands[word.lowercased()] }

  /// Returns the help for one command, or the list of all commands, on lines of at most `columns`.
  static func help(_ command: SessionCommand? = nil, columns: Int) -> String {
    if let command {
      let lines = TextWidth.wrapped(command.summary, to: columns - 2) + ["example: \(command.example)"]
      return ([command.form] + lines.map { "  " + $0 }).joined(separator: "\n")
    }
    let commands = SessionCommand.all
    let left = (commands.map(\.form.count).max() ?? 0) + 2
    // On a narrow terminal, the summary stands below the command.
    let isNarrow = columns < left + 30
    let margin = String(repeating: " ", count: isNarrow ? 4 : left)
    let lines = commands.flatMap { command in
      let summary = TextWidth.wrapped(command.summary, to: columns - margin.count)
      let head = isNarrow ? [command.form] : [TextWidth.padded(command.form, to: left) + summary[0]]
      return head + summary.dropFirst(isNarrow ? 0 : 1).map { margin + $0 }
    }
    return (lines + [""] + TextWidth.wrapped(notes, to: columns)).joined(separator: "\n")
  }

  private static let notes =
    """
    X is a title, a text or the number in front of a row: 1 is the row with that number, "1" the one with that text. \
    CELL is a cell's text, placeholder, path or number. Quote names that contain > or =, or that start or end with a \
    space. "#" starts a comment; in a line with a binding, a value, Lua or JSON, only if a space follows it.
    """
}
