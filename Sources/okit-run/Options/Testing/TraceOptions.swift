/// Options of `test` for traces.
struct TestTraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Writes a trace of each failed test into this folder; see \"okit-run help trace\".", valueName: "dir"),
    completion: .directory)
  var trace: String?

  @Option(help: "Which tests keep their traces.")
  var traceWhen: TraceCondition = .failed

  @Option(
    help: ArgumentHelp("The size that all traces may have together, such as 200M.", valueName: "size"),
    transform: OptionValue.memorySize)
  var traceLimit: Int = TestTraceOptions.standardLimit

  static let standardLimit = 200 << 20

  @Option(
    help: ArgumentHelp(
      "Compares the trace of each failed test with that of its passed run in this folder.", valueName: "dir"),
    completion: .directory)
  var traceBaseline: String?

  @OptionGroup var redaction: RedactionOptions

  /// Nil to write no traces.
  var tracing: TestTracing? {
    trace.map { folder in
      var tracing = TestTracing(folder: folder)
      tracing.includesPassed = traceWhen == .always
      (tracing.limit, tracing.redacted) = (traceLimit, redaction.redact)
      tracing.baseline = traceBaseline
      return tracing
    }
  }

  func validate() throws {
    if let trace, let traceBaseline, LocalFile.absolutePath(of: trace) == LocalFile.absolutePath(of: traceBaseline) {
      throw ValidationError("--trace-baseline needs another folder than --trace, whose traces are replaced.")
    }
    if trace == "" { throw ValidationError("--trace needs the name of a folder.") }
    guard trace == nil else { return }
    if traceLimit != Self.standardLimit { throw ValidationError("--trace-limit needs --trace.") }
    if traceBaseline != nil { throw ValidationError("--trace-baseline needs --trace.") }
    if traceWhen == .always { throw ValidationError("--trace-when needs --trace.") }
    if !redaction.redact.isEmpty { throw ValidationError("--redact needs --trace.") }
  }
}

enum TraceCondition: String, ExpressibleByArgument, CaseIterable { case failed, always }

/// The values that traces must not have, besides secrets.
struct RedactionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Masks values in traces, by their path in the models, with * for any step: /customers/*/email. May be repeated.",
      valueName: "path"))
  var redact: [String] = []
}
