/// What every command takes and does: the parser, the help and the completion read it here.
enum CommandTable {
  struct Entry: Sendable {
    var verb: Command.Verb
    /// How the arguments are written, for instance `X > Action`.
    var usage: String
    var summary: String
    var shape: Shape

    /// The whole command as it is written.
    var form: String { usage.isEmpty ? verb.rawValue : "\(verb.rawValue) \(usage)" }
  }

  /// How the rest of the line is read.
  enum Shape: Sendable, Hashable {
    case none
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
      case .none, .name, .choice, .duration, .verb: false
      }
    }

    /// Whether the rest has quotes of its own, which belong to it.
    var isRaw: Bool { self == .chunk || self == .json }
  }

  static func entry(_ verb: Command.Verb) -> Entry {
    let (usage, shape, summary): (String, Shape, String) =
      switch verb {
      case .screen: ("", .none, "shows the screen")
      case .tap: ("X", .name, "taps a button, an alert's or a sheet's action, or a row")
      case .row: ("X", .name, "taps a row, by its text or its number")
      case .more: ("X > Action", .choice, "swipes a row and chooses from its More... sheet")
      case .quick: ("X", .name, "swipes a row from the left for its quick action")
      case .delete: ("X", .name, "swipes a row and deletes it")
      case .type: ("CELL = text", .assignment, "types into a cell, in place of what is there")
      case .set: ("CELL = value", .assignment, "sets a switch, slider, stepper or date")
      case .choose: ("CELL = option", .assignment, "chooses a segment or a picker's option")
      case .alert: ("[field = text] > Button", .answer, "fills in an alert and taps its button")
      case .back: ("", .none, "goes back to the screen before")
      case .search: ("text", .text, "searches the list; without a text ends the search")
      case .filter: ("scope", .name, "chooses a scope of the search")
      case .menu: ("", .none, "opens or closes the menu")
      case .action: ("json", .json, "performs an action as JSON, such as {\"tap\": \"cell:3\"}")
      case .get: ("path", .binding, "evaluates a binding in the context of the screen")
      case .setPath: ("path = value", .bindingAssignment, "writes through a binding")
      case .call: ("path", .binding, "calls what a binding names")
      case .eval: ("lua", .chunk, "runs Lua and prints what it returns")
      case .models: ("", .none, "lists the registered models")
      case .stack: ("", .none, "lists the controllers, the lowest first")
      case .why: ("[X] [> property]", .choice, "tells what a row's bindings read, when they ran, which write caused it")
      case .changes: ("", .none, "lists what changed in the models since it was asked last")
      case .undo: ("", .none, "takes the last change back")
      case .redo: ("", .none, "makes the change again")
      case .store: ("", .none, "stores the models")
      case .background: ("", .none, "sends the application to the background")
      case .foreground: ("", .none, "brings it back")
      case .advance: ("5m", .duration, "moves the clock on: 90s, 5m, 1h30m, 2d, or seconds")
      case .reload: ("", .none, "loads the script again; models and screens stay")
      case .json: ("", .none, "shows the screen as JSON")
      case .help: ("[command]", .verb, "explains the commands")
      case .quit: ("", .none, "stores the state and ends")
      }
    return Entry(verb: verb, usage: usage, summary: summary, shape: shape)
  }

  static var names: [String] { Command.Verb.allCases.map(\.rawValue) }

  /// The help for one command, or the list of all with what holds for every one.
  static func help(_ verb: Command.Verb? = nil) -> String {
    if let verb {
      let entry = entry(verb)
      return "\(entry.form)\n  \(entry.summary)"
    }
    let entries = Command.Verb.allCases.map(entry)
    let width = entries.map(\.form.count).max() ?? 0
    let lines = entries.map { entry in
      entry.form + String(repeating: " ", count: width - entry.form.count + 2) + entry.summary
    }
    return (lines + ["", notes]).joined(separator: "\n")
  }

  private static let notes = """
    X is a title, a text, or the number in front of a row. CELL is a cell's text, placeholder, path or number.
    Names with > or = or blanks at the ends go in quotes. "#" starts a comment; in a line with a binding, a value,
    Lua or JSON only when a blank follows it.
    """
}
