/// A command line that only names a script, the folder of its models and commands, as most do.
///
/// It needs no argument parser, which makes the tree of all options for it and looks for their conformances: that took
/// a quarter of the start of a hello world. Everything else, and whatever is wrong, is the parser's.
enum PlainCommandLine {
  /// Returns the command of the arguments, as the argument parser would; nil for a command line that is not plain.
  static func command(_ arguments: [String]) -> RunCommand? {
    var rest = arguments[...]
    if rest.first == "run" { rest.removeFirst() }
    var (script, documents, exec): (String?, String?, [String]) = (nil, nil, [])
    while let argument = rest.popFirst() {
      switch argument {
      case "--documents" where documents == nil:
        guard let folder = value(rest.popFirst()) else { return nil }
        documents = folder
      case "--exec":
        guard let commands = value(rest.popFirst()) else { return nil }
        exec.append(commands)
      default:
        // Anything without the ending may be the name of a subcommand.
        guard script == nil, let file = value(argument), file.hasSuffix(".lua") else { return nil }
        script = file
      }
    }
    guard let script else { return nil }
    let command = RunCommand(script: script, documents: documents, exec: exec)
    // The parser reports what the groups of options reject.
    do { try command.keys.validate() } catch { return nil }
    return command
  }

  /// Returns an argument that cannot be an option.
  private static func value(_ argument: String?) -> String? {
    argument.flatMap { $0.isEmpty || $0.hasPrefix("-") ? nil : $0 }
  }
}

// The values of the options that are not given. A test compares them with those of the parser.

extension RunCommand {
  fileprivate init(script: String, documents: String?, exec: [String]) {
    self.init()
    options = GlobalOptions(documents: documents)
    limits = .notGiven
    memory = .notGiven
    keys = .notGiven
    endpoint = .notGiven
    (self.script, self.exec, arguments) = (script, exec, [])
    (noStore, keepGoing, watch) = (false, false, false)
    (trace, redaction) = (nil, .notGiven)
  }
}

extension RedactionOptions {
  fileprivate static var notGiven: RedactionOptions {
    var options = RedactionOptions()
    options.redact = []
    return options
  }
}

extension GlobalOptions {
  fileprivate init(documents: String?) {
    self.init()
    self.documents = documents
    (adopt, allow, luaPath) = (false, [], [])
    (locale, timeZone, now, seed) = (nil, nil, nil, nil)
    (log, color, format) = (.info, .auto, .text)
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
  fileprivate static var notGiven: MemoryLimits {
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
  fileprivate static var notGiven: EndpointArguments {
    var arguments = EndpointArguments()
    (arguments.endpoint, arguments.endpointMethod, arguments.credentialsFile) = (nil, nil, nil)
    return arguments
  }
}
