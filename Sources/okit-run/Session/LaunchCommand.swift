/// A subcommand that starts an application whose output it prints.
protocol LaunchCommand: ApplicationCommand {
  var options: GlobalOptions { get }
  var resources: ApplicationResources { get }
  /// The arguments of the script.
  var arguments: [String] { get }
  /// What runs instead of lines of standard input.
  var exec: [String] { get }
  /// Whether changes stay in memory, and nothing is stored.
  var storesNothing: Bool { get }
  func run(_ output: Output, _ applications: inout [LuaApplication]) throws
}

extension LaunchCommand {
  var storesNothing: Bool { false }

  /// Whether a person types on a terminal.
  var isInteractive: Bool {
    exec.isEmpty && TerminalMode.isTerminal(0) && TerminalMode.isTerminal(Output.Stream.standard.rawValue)
  }

  /// The options as `okit.launch` has them.
  func launchOptions(of application: LuaApplication) -> [String: JSONValue] {
    let texts = application.runtime.texts
    var members: [String: JSONValue] = ["locale": .string(texts.locale), "timeZone": .string(texts.timeZone)]
    members["seed"] = options.seed.map { .int(Int(truncatingIfNeeded: $0)) }
    members["arguments"] = arguments.isEmpty ? nil : .array(arguments.map(JSONValue.string))
    return members
  }

  func run(keeping applications: inout [LuaApplication]) throws {
    let output = Output(color: options.color, format: options.format)
    try output.reporting {
      try ShutdownSignal.handling { try run(output, &applications) }
    }
  }

  /// Starts an application that prints to `output`.
  ///
  /// - Parameter script: The script; nil for an application without documents.
  /// - Throws: `CommandFailure` with what it fails with.
  func launch(
    script: String?, _ output: Output, _ end: SessionEnd, _ make: (LuaApplication.Options) throws -> LuaApplication
  ) throws -> LuaApplication {
    do {
      var options = try applicationOptions(script: script)
      let log = self.options.log
      options.print = { output.write($0 + "\n", to: .standard) }
      options.printError = { output.note($0) }
      options.write = { stream, bytes in output.write(bytes, to: stream == .output ? .standard : .error) }
      options.onExit = { end.request($0) }
      options.isEnding = { ShutdownSignal.number != nil }
      options.interruptions = { InterruptKey.count }
      options.onReport = { output.report($0) }
      options.onLog = { if log.shows($0.level) { output.log($0) } }
      if options.seed != nil, let warning = try LuaState.seedWarning() { output.report(warning) }
      return try make(options)
    } catch let diagnostic as Diagnostic {
      if let status = end.status {
        if SessionEnd.isRequest(diagnostic) { throw CommandFailure(status: status) }
        // The script has failed, and asked for its end while it was closing variables.
        throw CommandFailure(status: status == 0 ? 1 : status, diagnostic: diagnostic)
      }
      let diagnostic = diagnostic.withHint(ofDocuments: options.documents, script: script ?? "")
      let isUsage = ["function.locale", "function.timeZone", "cli.documents"].contains(diagnostic.code)
      throw CommandFailure(status: isUsage ? 2 : 1, diagnostic: diagnostic)
    }
  }

  private func applicationOptions(script: String?) throws -> LuaApplication.Options {
    var options = try self.options.applicationOptions(script: script, storesNothing: storesNothing)
    try resources.apply(to: &options)
    options.arguments = arguments
    return options
  }
}

extension Diagnostic {
  /// Returns a diagnostic about a database that does not exist, with the option that opens the one beside the script.
  fileprivate func withHint(ofDocuments documents: String?, script: String) -> Diagnostic {
    guard code == "storage.read", documents == nil, let name = place?.file.split(separator: "/").last else {
      return self
    }
    let folder = script.lastIndex(of: "/").map { String(script[...$0]) } ?? ""
    guard PathKind(of: "\(folder)documents/\(name)") == .file,
      place.map({ PathKind(of: $0.file) == .missing }) == true
    else { return self }
    var copy = self
    copy.hint = "the application has one: pass --documents \(ShellText.quoted(folder + "documents"))"
    return copy
  }
}
