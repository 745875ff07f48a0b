/// The names of options in a command line.
enum OptionNames {
  /// Returns the error for a misspelt or unknown option in a command line that the argument parser has rejected. Its
  /// own error may be about an argument that is missing or superfluous, such as the value of that option, and suggests
  /// neither `--help` nor `--version`.
  static func misspelling(in arguments: [String]) -> Diagnostic? {
    let command = SubcommandNames.command(in: arguments)
    let own = arguments.prefix { $0 != "--" }
    for (index, argument) in own.enumerated() {
      guard let unknown = unknown(argument, of: command) else { continue }
      // Otherwise, it may be the value of an option.
      let mayBeValue = index > 0 && own[index - 1].hasPrefix("-")
      if !mayBeValue || unknown.hint != nil || isAccepted(arguments, withoutOptionAt: index) { return unknown }
    }
    return nil
  }

  /// Returns the error for an option that a command does not have; nil for other arguments.
  static func unknown(_ argument: String, of command: any ParsableCommand.Type) -> Diagnostic? {
    let name = String(argument.prefix { $0 != "=" })
    guard name.hasPrefix("--"), name != "--" else { return nil }
    let known = names(of: command)
    guard !known.contains(name) else { return nil }
    return Diagnostic("cli.option", "unknown option \"\(name)\"", hint: NearestName.hint(for: name, in: known))
  }

  /// Rejects an empty name of a file or a folder, as a shell script passes it whose variable has no value.
  ///
  /// - Throws: `CommandFailure` with `cli.option` or `cli.usage`.
  static func checkFiles(_ arguments: [String]) throws(CommandFailure) {
    let own = arguments.prefix { $0 != "--" }
    for (index, argument) in own.enumerated() {
      if argument.isEmpty, own.prefix(index).last?.hasPrefix("-") != true {
        throw .usage(Diagnostic("cli.usage", "an argument is empty; expected the name of a file or a model"))
      }
      guard argument.hasPrefix("--") else { continue }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0].dropFirst(2))
      guard name.hasSuffix("-file") || ["documents", "from", "output"].contains(name),
        parts.count == 2 ? parts[1].isEmpty : own.dropFirst(index + 1).first == ""
      else { continue }
      throw .usage(Diagnostic("cli.option", "--\(name) needs the name of a \(name == "documents" ? "folder" : "file")"))
    }
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
