import ArgumentParser
import OKitEngine

/// The names of options in a command line.
enum OptionNames {
  /// Returns the error for a misspelt or unknown option in a command line that the argument parser has rejected. Its
  /// own error may be about an argument that is missing or superfluous, such as the value of that option, and suggests
  /// neither `--help` nor `--version`.
  static func misspelling(in arguments: [String]) -> Diagnostic? {
    let known = names(of: SubcommandNames.command(in: arguments))
    let own = arguments.prefix { $0 != "--" }
    for (index, argument) in own.enumerated() where argument.hasPrefix("--") {
      let name = String(argument.prefix { $0 != "=" })
      guard !known.contains(name) else { continue }
      let hint = NearestName.hint(for: name, in: known)
      // Otherwise, it may be the value of an option.
      guard hint != nil || isAccepted(arguments, withoutOptionAt: index) else { continue }
      return Diagnostic("cli.option", "unknown option \"\(name)\"", hint: hint)
    }
    return nil
  }

  /// Returns whether a command line is accepted without an option, or without an option and its value.
  private static func isAccepted(_ arguments: [String], withoutOptionAt index: Int) -> Bool {
    var rest = arguments
    rest.remove(at: index)
    if OKitRun.accepts(rest) { return true }
    guard index < rest.count, !rest[index].hasPrefix("-") else { return false }
    rest.remove(at: index)
    return OKitRun.accepts(rest)
  }

  /// Returns the long names of the options that the help of a command lists.
  private static func names(of command: any ParsableCommand.Type) -> [String] {
    let lines = OKitRun.helpMessage(for: command).split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("-") }.flatMap { line in
      line.split { $0 == " " || $0 == "," }.prefix(2).filter { $0.hasPrefix("--") }.map(String.init)
    }
  }
}
