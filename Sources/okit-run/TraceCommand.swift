import OKitTrace

/// `okit-run trace FILE`
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Prints the trace of a test or of a session.",
    discussion: """
      Prints the actions with their places, the screens that they led to and what they changed. "!" marks an action \
      that failed, or that is followed by a failed expectation. okit-run test --trace DIR and run --trace FILE write \
      traces.

      EXAMPLES:
        Prints the actions of a failed test:
          okit-run trace t/shop_test-7.okittrace
        Prints all that is known of the second action:
          okit-run trace t/shop_test-7.okittrace --action 2
        Prints the bindings that ran after each action:
          okit-run trace t/shop_test-7.okittrace --view why
        Prints the first action that differs from another run of the test:
          okit-run trace t/shop_test-7.okittrace --compare passed/shop_test-7.okittrace
        Performs the actions with the present scripts:
          okit-run trace t/shop_test-7.okittrace --replay
        Performs the actions of traces with the present scripts, and writes what they reach:
          okit-run trace t/shop_test-7.okittrace t/shop_test-9.okittrace --coverage c
        Writes a page with the screens, which a browser opens:
          okit-run trace t/shop_test-7.okittrace --to html --output shop.html
        Draws the screens that tests have reached, and the ways between them:
          okit-run trace t/*.okittrace --map shop.svg
      """)

  @ArgumentParser.Argument(
    help: "A trace; several for --coverage and --map.", completion: .file(extensions: ["okittrace"]))
  var files: [String]

  @Option(help: "What is printed of each action.")
  var view: TraceView?

  @Option(help: ArgumentHelp("Prints only the action with this number: by default all views of it.", valueName: "n"))
  var action: Int?

  @Option(help: "The output format; json prints the records, one on each line.")
  var format: OutputFormat = .text

  @OptionGroup var comparison: TraceComparisonOptions

  @OptionGroup var export: TraceExport

  @OptionGroup var coverage: CoverageOptions

  @OptionGroup var map: MapOptions

  private var file: String { files[0] }

  func validate() throws {
    guard let last = files.last else { throw ValidationError("Expected a trace.") }
    if coverage.coverage != nil {
      guard export.to == nil, view == nil, action == nil, comparison.compare == nil, format == .text, map.map == nil
      else {
        throw ValidationError("--coverage excludes --to, --view, --action, --compare, --map and --format.")
      }
    } else if map.map != nil {
      guard export.to == nil, view == nil, action == nil, format == .text, !comparison.isChosen else {
        throw ValidationError("--map excludes --to, --view, --action, --compare, --replay and --format.")
      }
    } else if files.count > 1 {
      throw ValidationError("\"\(last)\" is one trace too many; several are for --coverage and --map.")
    }
    if !comparison.replay, coverage.coverage == nil, map.map == nil,
      !comparison.luaPath.isEmpty || !comparison.allow.isEmpty
    {
      throw ValidationError("--lua-path and --allow need --replay, --coverage or --map.")
    }
    guard export.to == nil || (view == nil && action == nil && format == .text) else {
      throw ValidationError("--to excludes --view, --action and --format.")
    }
    guard !comparison.isChosen || (export.to == nil && view == nil && action == nil) else {
      throw ValidationError("--compare and --replay exclude --to, --view and --action.")
    }
  }

  func run() throws {
    try Output.reporting(format) { output in
      do {
        if let result = try coverage.result() { return try measure(result, output) }
        if map.map != nil {
          do { try map.check() } catch let diagnostic as Diagnostic { throw CommandFailure.usage(diagnostic) }
          let drawn = try TraceMap(files, comparison.options(output))
          for problem in drawn.problems { output.report(problem) }
          return try map.write(drawn.map)
        }
        if let format = export.to { return try export.write(file, as: format, to: output) }
        if comparison.isChosen { return try comparison.run(file, output) }
        let trace = try Trace(contentsOf: file)
        if format == .json { return try printRecords(of: trace, output) }
        for line in try TraceText(trace).lines(view, action: action) { output.value(line) }
      } catch let diagnostic as Diagnostic {
        throw Self.failures.contains(diagnostic.code)
          ? CommandFailure.failed(diagnostic) : CommandFailure.usage(diagnostic)
      }
    }
  }

  /// The codes of what is wrong with something else than the arguments and the trace.
  private static let failures: Set<Diagnostic.Code> = [
    "explore.graphviz", "file.write", "test.directory", "trace.replay",
  ]

  /// Performs the actions once more, and writes what they reach.
  private func measure(_ result: CoverageResult, _ output: Output) throws {
    let traces = try files.map { path throws(Diagnostic) in try Trace(contentsOf: path) }
    try result.makeFolder()
    let (report, uncounted) = try TraceReplay.coverage(of: traces, comparison.options(output))
    CoverageResult.warn(of: uncounted, output)
    if try !result.write(report, output, line: { output.line($0) }) { throw CommandFailure.failed() }
  }

  private func printRecords(of trace: Trace, _ output: Output) throws {
    guard let action else {
      // With the kinds and members that this version does not know.
      return try Trace.forEachLine(ofFile: file) { value in try output.json(value) }
    }
    for record in try TraceText(trace).records(of: action) { try output.json(record.jsonValue) }
  }
}

extension TraceView: ExpressibleByArgument {}
