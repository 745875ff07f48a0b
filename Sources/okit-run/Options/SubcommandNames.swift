import ArgumentParser
import OKitEngine

/// The names of subcommands in a command line.
enum SubcommandNames {
  /// Rejects `help foo`, for which the argument parser prints the general help.
  ///
  /// - Throws: `CommandFailure` with `cli.subcommand`.
  static func checkHelp(_ arguments: [String]) throws {
    guard arguments.first == "help" else { return }
    var command: any ParsableCommand.Type = OKitRun.self
    for name in arguments.dropFirst() where !name.hasPrefix("-") {
      guard let next = subcommand(name, of: command) else { throw CommandFailure.usage(unknown(name, of: command)) }
      command = next
    }
  }

  /// Returns the error for a misspelt subcommand in a command line that the argument parser has rejected; it takes such a
  /// name for an argument of the default subcommand.
  static func misspelling(in arguments: [String]) -> Diagnostic? {
    var command: any ParsableCommand.Type = OKitRun.self
    for name in arguments {
      if let next = subcommand(name, of: command) {
        command = next
        continue
      }
      guard !name.hasPrefix("-"), LocalFile.kind(of: name) == .missing else { return nil }
      let diagnostic = unknown(name, of: command)
      return diagnostic.hint == nil ? nil : diagnostic
    }
    return nil
  }

  /// Returns the names of the subcommands that the help lists.
  static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }

  private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0._commandName == name }
  }

  private static func unknown(_ name: String, of command: any ParsableCommand.Type) -> Diagnostic {
    Diagnostic(
      "cli.subcommand", "unknown subcommand \"\(name)\"", hint: NearestName.hint(for: name, in: names(of: command)))
  }
}
