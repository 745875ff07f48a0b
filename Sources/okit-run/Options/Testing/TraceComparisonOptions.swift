internal import OKitTrace

/// Options of `trace` that compare it with another run of the same flow.
struct TraceComparisonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Prints the first action whose screen, changes, dialogs, log or requests differ in this trace, and how.",
      valueName: "file"),
    completion: .file(extensions: ["okittrace"]))
  var compare: String?

  @Flag(help: "Performs the actions with the present scripts, and prints the first one that behaves differently.")
  var replay = false

  @Option(
    help: ArgumentHelp(
      "For --replay, --coverage and --map: a folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(
    help: ArgumentHelp(
      "For --replay, --coverage and --map: grants permissions beyond the sandbox; see \"okit-run help run\".",
      valueName: "permissions"))
  var allow: [String] = []

  var isChosen: Bool { compare != nil || replay }

  func validate() throws {
    if compare != nil, replay { throw ValidationError("--compare and --replay exclude each other.") }
    _ = try OptionValue.permissions(allow)
  }

  /// Prints the result.
  ///
  /// - Throws: `CommandFailure` if something differs; what reading a trace throws.
  func run(_ file: String, _ output: Output) throws {
    let trace = try Trace(contentsOf: file)
    let comparison =
      if let compare {
        TraceComparison(trace, try Trace(contentsOf: compare))
      } else {
        TraceComparison(trace, try TraceReplay.run(trace, options(output)), isReplay: true)
      }
    if output.format == .json {
      try output.json(comparison.jsonValue)
    } else {
      for line in comparison.lines { output.value(line) }
    }
    if !comparison.isEqual { throw CommandFailure.failed() }
  }

  func options(_ output: Output) throws -> TestFileRunner.Options {
    var options = TestFileRunner.Options()
    options.luaPath = luaPath
    options.permissions = try OptionValue.permissions(allow)
    options.hint = OptionHint.textWithoutLimits
    options.configure = {
      $0.parts = .all()
      $0.hint = OptionHint.text
    }
    // Standard output has the result only.
    options.print = { output.note($0) }
    return options
  }
}
