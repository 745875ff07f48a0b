import OKitEngine

/// The arguments and the summary of every command, for the parser, the help and the completion.
enum CommandTable {
  struct Entry: Sendable {
    var verb: Command.Verb
    /// The notation of the arguments, such as `X > Action`.
    var usage: String
    var summary: String
    /// A line with the command.
    var example: String
    var shape: Shape

    /// The whole command in this notation.
    var form: String { usage.isEmpty ? verb.rawValue : "\(verb.rawValue) \(usage)" }
  }

  /// The grammar of the arguments.
  enum Shape: Sendable, Hashable {
    case none
    /// Options, or nothing.
    case flag
    /// A name; blanks need no quotes when nothing follows.
    case name
    /// A name, then `>` and another one or nothing.
    case choice
    /// A name, `=` and a value.
    case assignment
    /// The fields and the button of an alert.
    case answer
    /// A text that may be empty.
    case text
    /// A binding, to the end.
    case binding
    /// A binding, `=` and a value.
    case bindingAssignment
    /// A chunk of Lua, to the end, never unquoted.
    case chunk
    /// JSON, to the end, never unquoted.
    case json
    case duration
    /// The name of a command or nothing.
    case verb

    /// Whether the rest may hold `#` for other purposes, so that a comment's `#` must be followed by a blank.
    var hasHashes: Bool {
      switch self {
      case .assignment, .answer, .text, .binding, .bindingAssignment, .chunk, .json: true
      case .none, .flag, .name, .choice, .duration, .verb: false
      }
    }

    /// Whether the rest has quotes of its own, which belong to it.
    var isRaw: Bool { self == .chunk || self == .json }
  }

  static func entry(_ verb: Command.Verb) -> Entry {
    let (usage, shape, summary, example): (String, Shape, String, String) =
      switch verb {
      case .screen: ("[--full]", .flag, "shows the screen; with --full, all of it and of its texts", "screen --full")
      case .scroll: ("up|down|N", .name, "moves the window of the screen by a page or to row N", "scroll 120")
      case .tap: ("X", .name, "taps a button, an alert's or a sheet's action, or a row", "tap Edit")
      case .row: ("X", .name, "taps a row, by its text or number", "row 2")
      case .more:
        ("X > Action", .choice, "swipes a row and chooses an action from its More... sheet", "more Dune > Seen")
      case .quick: ("X", .name, "swipes a row from the left and runs its quick action", "quick Dune")
      case .delete: ("X", .name, "swipes a row and deletes it", "delete Dune")
      case .accessory: ("X", .name, "taps the accessory or the button of a row", "accessory Dune")
      case .move: ("X > before Y", .choice, "drags a row before or after another one", "move Dune > after Emma")
      case .type: ("CELL = text", .assignment, "types text into a cell, replacing its content", "type Name = Dune")
      case .clear: ("CELL", .name, "clears the text of a cell", "clear Name")
      case .set: ("CELL = value", .assignment, "sets a switch, slider, stepper or date", "set Seen = on")
      case .choose: ("CELL = option", .assignment, "selects a segment or an option of a picker", "choose Genre = Novel")
      case .alert:
        (
          "[field = text, …] > Button", .answer, "fills in an alert and taps its button",
          "alert user = anna, password = \"a, b\" > Log In"
        )
      case .back: ("", .none, "returns to the previous screen", "back")
      case .close: ("", .none, "closes the presented screen", "close")
      case .refresh: ("", .none, "pulls the screen down, which refreshes it", "refresh")
      case .next: ("", .none, "ends the editing of a field and goes to the next one", "next")
      case .previous: ("", .none, "ends the editing of a field and goes to the one before", "previous")
      case .done: ("", .none, "ends the editing of a field", "done")
      case .cancel: ("", .none, "ends the editing of a field and drops what was entered", "cancel")
      case .submit: ("", .none, "validates all fields and writes their input", "submit")
      case .search: ("text", .text, "searches the list; without text, ends the search", "search dune")
      case .filter: ("scope", .name, "selects a search scope", "filter Seen")
      case .menu: ("", .none, "opens or closes the menu", "menu")
      case .tab: ("X", .name, "selects a tab, by its title or number", "tab Films")
      case .action:
        ("json", .json, "performs an action as JSON, such as {\"tap\": \"cell:3\"}", "action {\"tap\": \"right:add\"}")
      case .get: ("path", .binding, "evaluates a binding in the context of the screen", "get films[0]/name")
      case .setPath: ("path = value", .bindingAssignment, "writes a value through a binding", "set-path name = Dune")
      case .call: ("path", .binding, "calls the function that a binding names", "call films[0]/see()")
      case .eval: ("lua", .chunk, "runs Lua and prints what it returns", "eval #okit.Model.get().films")
      case .models: ("", .none, "lists the registered models", "models")
      case .stack: ("", .none, "lists the open controllers, bottom first", "stack")
      case .why:
        ("[X] [> property]", .choice, "shows what a row's bindings read, when they ran and why", "why Dune > text")
      case .changes: ("", .none, "lists model changes since the last \"changes\"", "changes")
      case .undo: ("", .none, "undoes the last change, and says what it was", "undo")
      case .redo: ("", .none, "redoes the change that was undone last", "redo")
      case .store: ("", .none, "stores the models", "store")
      case .background: ("", .none, "sends the application to the background", "background")
      case .foreground: ("", .none, "brings the application back to the foreground", "foreground")
      case .authenticate: ("[no]", .flag, "uncovers a protected application; with no, refuses", "authenticate")
      case .advance: ("5m", .duration, "advances the clock: 90s, 5m, 1h30m, 2d or seconds", "advance 1h30m")
      case .reload: ("", .none, "reloads the script; models and screens are kept", "reload")
      case .json: ("", .none, "shows the screen as JSON", "json")
      case .help: ("[command]", .verb, "lists the commands, or explains one with an example", "help more")
      case .quit: ("", .none, "stores the state and exits; also: exit, q", "quit")
      }
    return Entry(verb: verb, usage: usage, summary: summary, example: example, shape: shape)
  }

  /// All words that begin a command.
  static var names: [String] { Command.Verb.allCases.map(\.rawValue) + Command.Verb.aliases.keys.sorted() }

  /// Returns the help for one command, or the list of all commands, on lines of at most `columns`.
  static func help(_ verb: Command.Verb? = nil, columns: Int) -> String {
    if let verb {
      let entry = entry(verb)
      let lines = TextWidth.wrapped(entry.summary, to: columns - 2) + ["example: \(entry.example)"]
      return ([entry.form] + lines.map { "  " + $0 }).joined(separator: "\n")
    }
    let entries = Command.Verb.allCases.map(entry)
    let left = (entries.map(\.form.count).max() ?? 0) + 2
    // On a narrow terminal, the summary stands below the command.
    let isNarrow = columns < left + 30
    let margin = String(repeating: " ", count: isNarrow ? 4 : left)
    let lines = entries.flatMap { entry in
      let summary = TextWidth.wrapped(entry.summary, to: columns - margin.count)
      let head = isNarrow ? [entry.form] : [TextWidth.padded(entry.form, to: left) + summary[0]]
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
