/// A command line that only names a script, the folder of its models, a key file, a server, commands and the arguments
/// of the script, as most do.
///
/// It needs no argument parser, which makes the tree of all options for it and looks for their conformances: that took
/// a quarter of the start of a hello world. Everything else, and whatever is wrong, is the parser's.
enum PlainCommandLine {
  /// Returns the command of the arguments, as the argument parser would; nil for a command line that is not plain.
  static func command(_ arguments: [String]) -> RunCommand? {
    var rest = arguments[...]
    if rest.first == "run" { rest.removeFirst() }
    var command = RunCommand.plain
    while let argument = rest.popFirst() {
      switch argument {
      case "--documents" where command.options.documents == nil:
        guard let folder = value(rest.popFirst()) else { return nil }
        command.options.documents = folder
      case "--key-file" where command.resources.keys.keyFile == nil:
        guard let file = value(rest.popFirst()) else { return nil }
        command.resources.keys.keyFile = file
      case "--endpoint" where command.resources.endpoint.endpoint == nil:
        guard let url = value(rest.popFirst()) else { return nil }
        command.resources.endpoint.endpoint = url
      case "--exec":
        guard let commands = value(rest.popFirst()) else { return nil }
        command.exec.append(commands)
      case "--":
        guard !command.script.isEmpty, !rest.contains("--") else { return nil }
        command.arguments = Array(rest)
        rest = []
      default:
        // Anything without the ending may be the name of a subcommand.
        guard command.script.isEmpty, let file = value(argument), file.hasSuffix(".lua") else { return nil }
        command.script = file
      }
    }
    if command.script.isEmpty { return nil }
    // The parser reports what the groups of options reject.
    do { try command.resources.keys.validate() } catch { return nil }
    return command
  }

  /// Returns an argument that cannot be an option.
  static func value(_ argument: String?) -> String? {
    argument.flatMap { $0.isEmpty || $0.hasPrefix("-") ? nil : $0 }
  }
}

// The values of the options that are not given. A test compares them with those of the parser.

extension RunCommand {
  /// The command without a script.
  fileprivate static var plain: RunCommand {
    var command = RunCommand()
    command.options = .notGiven
    command.resources = .notGiven
    (command.script, command.exec, command.arguments) = ("", [], [])
    (command.noStore, command.keepGoing, command.watch) = (false, false, false)
    (command.trace, command.redaction) = (nil, .notGiven)
    return command
  }
}

extension RedactionOptions {
  static var notGiven: RedactionOptions {
    var options = RedactionOptions()
    options.redact = []
    return options
  }
}

extension GlobalOptions {
  fileprivate static var notGiven: GlobalOptions {
    var options = GlobalOptions()
    (options.documents, options.adopt, options.allow, options.luaPath) = (nil, false, [], [])
    (options.locale, options.timeZone, options.now, options.seed) = (nil, nil, nil, nil)
    (options.log, options.color, options.format) = (.info, .auto, .text)
    return options
  }
}

extension ApplicationResources {
  fileprivate static var notGiven: ApplicationResources {
    var resources = ApplicationResources()
    resources.limits = .notGiven
    resources.memory = .notGiven
    resources.keys = .notGiven
    resources.endpoint = .notGiven
    return resources
  }
}

extension ScriptLimits {
  fileprivate static var notGiven: ScriptLimits {
    var limits = ScriptLimits()
    (limits.limitTime, limits.limitInstructions, limits.limitDepth) = (nil, nil, nil)
    return limits
  }
}

extension MemoryLimits {
  static var notGiven: MemoryLimits {
    var limits = MemoryLimits()
    (limits.limitMemory, limits.limitGrowth, limits.limitDocument) = (nil, nil, nil)
    return limits
  }
}

extension KeyOptions {
  fileprivate static var notGiven: KeyOptions {
    var options = KeyOptions()
    (options.keyFile, options.passphraseFile, options.ask) = (nil, nil, false)
    return options
  }
}

extension EndpointArguments {
  static var notGiven: EndpointArguments {
    var arguments = EndpointArguments()
    (arguments.endpoint, arguments.endpointMethod, arguments.credentialsFile) = (nil, nil, nil)
    return arguments
  }
}
