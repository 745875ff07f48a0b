/// The names of subcommands in a command line.
enum SubcommandNames {
  /// Rejects `help foo`, `help --foo` and `foo --help`, for which the argument parser prints the help of something
  /// else.
  ///
  /// - Throws: `CommandFailure` with `cli.subcommand` or `cli.option`.
  static func checkHelp(_ arguments: [String]) throws {
    guard arguments.first == "help" else { return try checkWord(arguments) }
    let shown = self.command(in: Array(arguments.dropFirst()))
    if let unknown = arguments.lazy.compactMap({ OptionNames.unknown($0, of: shown) }).first {
      throw CommandFailure.usage(unknown)
    }
    var command: any ParsableCommand.Type = OKitRun.self
    for name in arguments.dropFirst() where !name.hasPrefix("-") {
      // The help of `help` itself.
      if name == helpName, command == OKitRun.self { return }
      guard let next = subcommand(name, of: command) else { throw CommandFailure.usage(unknown(name, of: command)) }
      command = next
    }
  }

  private static func checkWord(_ arguments: [String]) throws {
    guard let word = arguments.first, ["-h", "--help"].contains(arguments.last), word.allSatisfy(\.isLetter),
      subcommand(word, of: OKitRun.self) == nil, PathKind(of: word) == .missing
    else { return }
    throw CommandFailure.usage(unknown(word, of: OKitRun.self))
  }

  /// Returns the error for a misspelt subcommand in a command line that the argument parser has rejected; it takes such
  /// a name for an argument of the default subcommand.
  static func misspelling(in arguments: [String]) -> Diagnostic? {
    var command: any ParsableCommand.Type = OKitRun.self
    for name in arguments {
      if let next = subcommand(name, of: command) {
        command = next
        continue
      }
      guard !names(of: command).isEmpty, !name.hasPrefix("-"), PathKind(of: name) == .missing else { return nil }
      // It may be meant as a script.
      let isArgument = command == OKitRun.self || command == TestCommand.self || name.hasSuffix(".lua")
      if isArgument, NearestName.hint(for: name, in: names(of: command)) == nil { return nil }
      return unknown(name, of: command)
    }
    return nil
  }

  /// The arguments with `models help list` as `help models list`. A command without subcommands may have an argument
  /// `help`.
  static func withHelpFirst(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, arguments[1] == helpName, let command = subcommand(arguments[0], of: OKitRun.self),
      !names(of: command).isEmpty
    else { return arguments }
    return [helpName, arguments[0]] + arguments.dropFirst(2)
  }

  private static let helpName = "help"

  /// Returns the command that a command line names, without one the default subcommand.
  static func command(in arguments: [String]) -> any ParsableCommand.Type { named(in: arguments).command }

  /// Returns the command that a command line names with the arguments after its name; nil for one with subcommands, and
  /// for `help`.
  static func leaf(in arguments: [String]) -> (command: any ParsableCommand.Type, arguments: [String])? {
    let (command, count) = named(in: arguments)
    // The tests of a file need no subcommand.
    guard command.configuration.subcommands.isEmpty || command == TestCommand.self, arguments.first != helpName else {
      return nil
    }
    return (command, Array(arguments.dropFirst(count)))
  }

  private static func named(in arguments: [String]) -> (command: any ParsableCommand.Type, names: Int) {
    var (command, count): (any ParsableCommand.Type, Int) = (OKitRun.self, 0)
    for name in arguments {
      guard let next = subcommand(name, of: command) else { break }
      (command, count) = (next, count + 1)
    }
    return (command.configuration.defaultSubcommand ?? command, count)
  }

  /// Returns the names of the subcommands that the help lists.
  static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
      + (command == OKitRun.self ? [helpName] : [])
  }

  private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0._commandName == name }
  }

  private static func unknown(_ name: String, of command: any ParsableCommand.Type) -> Diagnostic {
    let names = names(of: command)
    return Diagnostic(
      "cli.subcommand", "unknown subcommand \"\(name)\"",
      hint: NearestName.hint(for: name, in: names)
        ?? (names.isEmpty ? nil : "expected one of \(names.joined(separator: ", "))"))
  }
}
