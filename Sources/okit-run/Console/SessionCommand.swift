/// A command of a session: all that the parser, the help, the completion and the session know of it.
struct SessionCommand: Sendable {
  typealias Names = @Sendable (CommandRunner, CompletedName) -> [String]
  typealias Outcome = CommandRunner.Outcome

  let name: String
  /// Other words for the command, as other consoles have them.
  let aliases: [String]
  /// The notation of the arguments, such as `X > Action`.
  let usage: String
  let summary: String
  /// A line with the command.
  let example: String
  let shape: Shape
  /// Whether a protected application that is covered lets the command run. What a person does to the screen is refused
  /// by the screen itself.
  let isPossibleWhileCovered: Bool
  /// How the command names one of several elements with the same name, if that is by a number.
  let hintForSeveral: String?
  /// The names that can follow the command now, at least those that begin with what is written.
  let names: Names
  /// Reads the arguments.
  let parse: @Sendable (CommandArguments) throws(Diagnostic) -> Command

  /// - Parameters:
  ///   - example: By default the name.
  ///   - outcome: The effect of running it.
  ///   - read: Reads the arguments, which `run` gets.
  init<Arguments: Sendable>(
    _ name: String, _ usage: String, _ summary: String, example: String? = nil, shape: Shape = .none,
    aliases: [String] = [], whileCovered isPossibleWhileCovered: Bool = true, several hintForSeveral: String? = nil,
    outcome: @escaping @Sendable (CommandRunner) -> Outcome = { _ in .acted }, names: @escaping Names = { _, _ in [] },
    read: @escaping @Sendable (CommandArguments) throws(Diagnostic) -> Arguments,
    run: @escaping @Sendable (CommandRunner, Arguments) throws -> Void
  ) {
    (self.name, self.aliases, self.usage, self.summary) = (name, aliases, usage, summary)
    (self.example, self.shape, self.names) = (example ?? name, shape, names)
    (self.isPossibleWhileCovered, self.hintForSeveral) = (isPossibleWhileCovered, hintForSeveral)
    parse = { (written: CommandArguments) throws(Diagnostic) -> Command in
      let arguments = try read(written)
      return Command(definition: written.command, arguments: arguments) { runner in
        try run(runner, arguments)
        return outcome(runner)
      }
    }
  }

  /// Whether the command takes the number of a row, or of a tab, in place of its name.
  var takesNumbers: Bool { hintForSeveral != nil }

  /// The whole command in the notation of the help.
  var form: String { usage.isEmpty ? name : "\(name) \(usage)" }

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
    case command

    /// Whether the rest may hold `#` for other purposes, so that a comment's `#` must be followed by a blank.
    var hasHashes: Bool {
      switch self {
      case .assignment, .answer, .text, .binding, .bindingAssignment, .chunk, .json: true
      case .none, .flag, .name, .choice, .duration, .command: false
      }
    }

    /// Whether the rest has quotes of its own, which belong to it.
    var isRaw: Bool { self == .chunk || self == .json }

    /// Whether the rest may be entered into a field, so that it may be a secret.
    var entersText: Bool {
      switch self {
      case .assignment, .answer, .bindingAssignment, .json: true
      case .none, .flag, .name, .choice, .text, .binding, .chunk, .duration, .command: false
      }
    }
  }

  // MARK: Kinds of commands

  /// A command without arguments.
  static func plain(
    _ name: String, _ summary: String, aliases: [String] = [], whileCovered: Bool = true,
    outcome: @escaping @Sendable (CommandRunner) -> Outcome = { _ in .acted },
    run: @escaping @Sendable (CommandRunner) throws -> Void
  ) -> SessionCommand {
    SessionCommand(
      name, "", summary, aliases: aliases, whileCovered: whileCovered, outcome: outcome,
      read: { (written) throws(Diagnostic) in try written.nothing() }, run: { runner, _ in try run(runner) })
  }

  /// A command with a binding to the end of the line.
  static func binding(
    _ name: String, _ summary: String, example: String,
    outcome: @escaping @Sendable (CommandRunner) -> Outcome = { _ in .acted },
    run: @escaping @Sendable (CommandRunner, String) throws -> Void
  ) -> SessionCommand {
    SessionCommand(
      name, "path", summary, example: example, shape: .binding, whileCovered: false, outcome: outcome,
      read: { (written) throws(Diagnostic) in try written.name().text }, run: run)
  }
}

/// A name that is completed.
struct CompletedName: Sendable {
  /// What is written of it, without a quote before it.
  var beginning: String
  /// The argument before it, and the `>`, `=` or comma between both; nil for the first one.
  var previous: (argument: Argument, separator: Character)?
}

/// One command of a session, as a person has written it.
struct Command: Sendable {
  let definition: SessionCommand
  let arguments: any Sendable
  let run: @Sendable (CommandRunner) throws -> CommandRunner.Outcome

  /// A move of the window of a long list, or of the columns of a grid.
  enum Scroll: Hashable, Sendable {
    case rows(Rows)
    case columns(Columns)

    enum Rows: Hashable, Sendable {
      case up, down
      /// To a row, from 1.
      case row(Int)
    }

    enum Columns: Hashable, Sendable { case left, right }
  }

  /// The place to which a row is moved: that of another row.
  struct Move: Hashable, Sendable {
    var side: RowDriver.Side
    var row: Argument
  }

  /// A field by its name, or the first one, and what to type into it.
  struct AlertField: Hashable, Sendable {
    var name: Argument?
    var text: String
  }
}
