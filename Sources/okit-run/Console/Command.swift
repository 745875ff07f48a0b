import OKitEngine

/// One command of a session with an application, as a person writes it.
enum Command: Hashable, Sendable {
  case screen(isFull: Bool)
  /// Moves the window of a long list.
  case scroll(Scroll)
  case tap(Argument)
  case row(Argument)
  /// Without an action: shows the sheet.
  case more(Argument, action: Argument?)
  case quick(Argument)
  case delete(Argument)
  case accessory(Argument)
  /// Drags a row to the place before or after another one.
  case move(Argument, Move)
  case type(cell: Argument, text: String)
  case clear(cell: Argument)
  case set(cell: Argument, value: Argument)
  case choose(cell: Argument, option: Argument)
  /// Fills fields in and taps a button, or only one of both.
  case alert(fields: [AlertField], button: Argument?)
  case back
  /// Closes what was presented.
  case close
  case refresh
  /// Uses the keyboard in a field of a form.
  case key(Keyboard.Key)
  case search(String)
  case filter(Argument)
  case menu
  case tab(Argument)
  /// An action that names its element by an identifier.
  case action(Action)
  case get(path: String)
  case setPath(String, value: Argument)
  case call(path: String)
  case eval(lua: String)
  case models
  case stack
  /// Prints what bindings read and which write made them run: of a row, or without one of the screen; of one property,
  /// or all.
  case why(Argument?, property: String?)
  case changes
  case undo
  case redo
  case store
  case background
  case foreground
  /// Answers the authenticator of a covered application.
  case authenticate(Bool)
  case advance(seconds: Double)
  /// Loads the script again, with the models and the screens as they are.
  case reload
  case json
  /// For one command, or for all.
  case help(Verb?)
  case quit

  /// A move of the window of a long list.
  enum Scroll: Hashable, Sendable {
    case up, down
    /// To a row, from 1.
    case row(Int)
  }

  /// The place to which a row is moved: that of another row.
  struct Move: Hashable, Sendable {
    enum Side: String, CaseIterable, Sendable { case before, after }

    var side: Side
    var row: Argument
  }

  /// A field by its name, or the first one, and what to type into it.
  struct AlertField: Hashable, Sendable {
    var name: Argument?
    var text: String
  }

  /// The first word of a command, in the order of the help.
  enum Verb: String, CaseIterable, Sendable {
    case screen, scroll, tap, row, more, quick, delete, accessory, move, type, clear, set, choose, alert, back, close,
      refresh, next, previous, done, cancel, submit, search, filter, menu, tab
    case action, get
    case setPath = "set-path"
    case call, eval, models, stack, why, changes, undo, redo, store, background, foreground, authenticate, advance
    case reload, json, help, quit

    /// Other words for commands, as other consoles have them.
    static let aliases: [String: Verb] = ["exit": .quit, "q": .quit]

    /// The command that begins with a word, in upper or lower case.
    init?(word: String) {
      let word = word.lowercased()
      guard let verb = Verb(rawValue: word) ?? Verb.aliases[word] else { return nil }
      self = verb
    }
  }
}

/// A name or a value as it was written.
struct Argument: Hashable, Sendable {
  /// Without the quotes.
  var text: String
  var isQuoted: Bool = false

  /// The row number that it is, from 1, as the text of a screen shows it; nil for a name.
  var rowNumber: Int? {
    guard !isQuoted, let number = Int(text), number > 0 else { return nil }
    return number
  }

  /// The argument as a value: `true`, `false`, `nil` and numbers unless they are in quotes, else a text.
  var literal: JSONValue {
    guard !isQuoted else { return .string(text) }
    switch text {
    case "true": return true
    case "false": return false
    case "nil", "null": return .null
    default: break
    }
    if let number = Int(text) { return .int(number) }
    // Double also reads words such as "nan" and "infinity", which are texts here.
    let startsAsNumber = text.drop { $0 == "-" || $0 == "+" || $0 == "." }.first?.isNumber ?? false
    if startsAsNumber, !text.lowercased().hasPrefix("0x"), let number = Double(text), number.isFinite {
      return .double(number)
    }
    return .string(text)
  }
}
