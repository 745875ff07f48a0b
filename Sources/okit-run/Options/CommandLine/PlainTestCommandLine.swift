/// A command line of `test` that only names tests, which of them run, and the format of their report, as most do.
///
/// As with `PlainCommandLine`, it needs no argument parser, which would take two fifths of the start of each of the two
/// processes that read it.
enum PlainTestCommandLine {
  /// Returns the command of the arguments, as the argument parser would; nil for a command line that is not plain.
  static func command(_ arguments: [String]) -> TestCommand? {
    guard arguments.first == "test" else { return nil }
    var (command, paths, rest) = (TestCommand.plain, [String](), arguments.dropFirst())
    func next() -> String? { PlainCommandLine.value(rest.popFirst()) }
    while let argument = rest.popFirst() {
      switch argument {
      case "--worker": command.runner.worker = true
      case "--ci": command.runner.ci = true
      case "--bail": command.bail = true
      case "--quiet": command.report.quiet = true
      case "--verbose": command.report.verbose = true
      case "--filter":
        guard let text = next() else { return nil }
        command.filter.append(text)
      case "--tags":
        guard let tags = next() else { return nil }
        command.tags.append(tags)
      case "--exclude-tags":
        guard let tags = next() else { return nil }
        command.excludeTags.append(tags)
      case "--format":
        guard let format = next().flatMap(TestReportFormat.init(rawValue:)) else { return nil }
        command.report.format = format
      case "--jobs":
        guard let jobs = next().flatMap({ Int($0) }) else { return nil }
        command.runner.jobs = jobs
      case "--timeout":
        guard let span = next(), let timeout = try? OptionValue.timeSpan(span) else { return nil }
        command.timeout = timeout
      default:
        // Subcommands, of which `help` may follow an argument.
        guard let path = PlainCommandLine.value(argument), !["help", "merge"].contains(path) else { return nil }
        paths.append(path)
      }
    }
    if !paths.isEmpty { command.paths = paths }
    // The parser reports what the command and its groups of options reject.
    do {
      try command.runner.validate()
      try command.report.validate()
      try command.validate()
    } catch { return nil }
    return command
  }
}

// The values of the options that are not given. A test compares them with those of the parser.

extension TestCommand {
  fileprivate static var plain: TestCommand {
    var command = TestCommand()
    (command.filter, command.tags, command.excludeTags, command.luaPath, command.allow) = ([], [], [], [], [])
    (command.shuffle, command.seed, command.bail, command.repeats, command.timeout) = (false, nil, false, 1, 60)
    (command.updateSnapshots, command.pruneSnapshots, command.writeClaims) = (false, false, false)
    (command.endpoint, command.memory) = (.notGiven, .notGiven)
    (command.runner, command.report, command.traces) = (.notGiven, .notGiven, .notGiven)
    (command.coverage, command.mutation) = (.notGiven, .notGiven)
    command.paths = ["."]
    return command
  }
}

extension TestRunOptions {
  fileprivate static var notGiven: TestRunOptions {
    var options = TestRunOptions()
    (options.list, options.lastFailed, options.shard, options.jobs, options.retries) = (false, false, nil, 1, 0)
    (options.ci, options.watch, options.pause, options.worker) = (false, false, false, false)
    return options
  }
}

extension TestReportOptions {
  fileprivate static var notGiven: TestReportOptions {
    var options = TestReportOptions()
    (options.format, options.output, options.quiet, options.verbose) = (.pretty, nil, false, false)
    (options.slowest, options.color) = (0, .auto)
    return options
  }
}

extension TestTraceOptions {
  fileprivate static var notGiven: TestTraceOptions {
    var options = TestTraceOptions()
    (options.trace, options.traceWhen, options.traceLimit) = (nil, .failed, TestTraceOptions.standardLimit)
    (options.traceBaseline, options.redaction) = (nil, .notGiven)
    return options
  }
}

extension CoverageOptions {
  fileprivate static var notGiven: CoverageOptions {
    var options = CoverageOptions()
    (options.coverage, options.coverageMin, options.coverageBaseline) = (nil, Minimums(), nil)
    return options
  }
}

extension MutationOptions {
  fileprivate static var notGiven: MutationOptions {
    var options = MutationOptions()
    (options.mutate, options.mutateDiff, options.budget) = ([], nil, nil)
    (options.mutateMin, options.noCache) = (nil, false)
    return options
  }
}
