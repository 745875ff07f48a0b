import ArgumentParser
import OKitEngine

/// The names of options in a command line.
enum OptionNames {
  /// Returns the error for a misspelt or unknown option in a command line that the argument parser has rejected. Its own error
  /// may be about an argument that is missing or superfluous, and suggests neither `--help` nor `--version`.
  ///
  /// - Parameter message: The error of the argument parser. One about too many names counts the value of an unknown option.
  static func misspelling(in arguments: [String], besides message: String) -> Diagnostic? {
    let given = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    let known = names(of: SubcommandNames.command(in: arguments))
    for name in given where !known.contains(name) {
      let hint = NearestName.hint(for: name, in: known)
      // Otherwise, it may be the value of an option.
      guard hint != nil || message.contains("Expected at most one") else { continue }
      return Diagnostic("cli.option", "unknown option \"\(name)\"", hint: hint)
    }
    return nil
  }

  /// Returns the long names of the options that the help of a command lists.
  private static func names(of command: any ParsableCommand.Type) -> [String] {
    let lines = OKitRun.helpMessage(for: command).split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("-") }.flatMap { line in
      line.split { $0 == " " || $0 == "," }.prefix(2).filter { $0.hasPrefix("--") }.map(String.init)
    }
  }
}
