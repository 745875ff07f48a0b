import OKitCheck
import OKitMutation
import OKitPages

/// Tests the mutants of the applications that tests launch, and writes what has survived.
struct MutationSession {
  private let options: TestRunner.Options
  private let mutation: MutationOptions
  private let report: TestReportOptions
  private let seed: Int
  private let jobs: Int
  private let messages: Output

  /// - Parameters:
  ///   - options: Those of a run of the tests.
  ///   - seed: Chooses a sample.
  ///   - jobs: The number of processes at a time.
  init(
    _ options: TestRunner.Options, _ mutation: MutationOptions, _ report: TestReportOptions, seed: Int,
    jobs: Int, _ messages: Output
  ) {
    (self.options, self.mutation, self.report, self.jobs, self.messages) = (options, mutation, report, jobs, messages)
    self.seed = seed
  }

  /// Lets a run of tests count steps, which limit mutants.
  static func countSteps(_ options: inout TestRunner.Options) {
    options.host.steps = StepLimits()
    options.host.limits.countSteps()
    let configure = options.host.configure
    options.host.configure = {
      configure(&$0)
      $0.limits.countSteps()
    }
  }

  /// - Throws: `mutation.failing`, `mutation.unstable`, `mutation.target`, `mutation.diff`; `CommandFailure` below the
  ///   minimum.
  func run() throws {
    // What tests with permissions read is not known.
    let isSandboxed = options.host.permissions == (try OptionValue.permissions([]))
    let cacheFile = mutation.noCache || !isSandboxed ? nil : MutantCacheFile()
    let scope = try mutation.scope()
    let baseline = try Baseline(options) { folder, measuresCoverage in
      executor(["--trace", folder, "--trace-when", "always"] + (measuresCoverage ? ["--coverage", folder] : []))
    }
    guard !options.mustEnd() else { return }
    var settings = MutationRun.Options(executor: mutantExecutor) { script in
      var options = LuaApplication.Options()
      self.options.host.configure(&options)
      (options.luaPath, options.permissions) = (self.options.host.luaPath, self.options.host.permissions)
      return try ApplicationCheck.analyze(script, options: options)
    }
    settings.scope = scope
    settings.seed = seed
    settings.budget = mutation.budget.map { .seconds($0) }
    settings.cache = try cacheFile?.read()
    settings.mustEnd = options.mustEnd
    let style = report.style(isPlain: false)
    if style.isLive {
      settings.progress = { [messages] done, total in
        messages.write("\(PrettyReporter.clearLine)\(done) of \(total) mutants", to: .standard)
      }
    }
    var run = MutationRun(baseline, settings)
    let result = try run.run()
    if style.isLive { messages.write(PrettyReporter.clearLine, to: .standard) }
    if let cache = run.cache { try cacheFile?.write(cache, messages) }
    try write(result)
    try print(result)
    try check(result)
  }

  // MARK: Processes

  private func executor(_ arguments: [String]) -> (any TestExecutor)? {
    let all = ["test", "--worker"] + arguments + CommandLine.arguments.dropFirst(2)
    if jobs > 1 { return ProcessExecutor(limit: jobs, arguments: all) }
    return SupervisedExecutor.isAvailable ? SupervisedExecutor(arguments: all) : nil
  }

  private var mutantExecutor: any MutantExecutor {
    guard SupervisedExecutor.isAvailable else { return LocalMutantExecutor(options.host) }
    return MutantProcessExecutor(limit: jobs, arguments: ["test", "--worker"] + CommandLine.arguments.dropFirst(2))
  }

  // MARK: Results

  private func write(_ result: MutationReport) throws {
    let folder = report.output ?? "mutation"
    do throws(FileError) { try SystemFile.makeFolders(ofFile: "\(folder)/index.html", mode: 0o700) } catch {
      throw CommandFailure.failed(
        Diagnostic(
          "file.write", "cannot create \(PrintableText.line(folder)): \(error.reason)", hint: error.writingHint))
    }
    let json = Array((try result.jsonValue.json(pretty: true) + "\n").utf8)
    try FileReplacement.replace("\(folder)/mutation.json", with: json, beginning: MutationReport.beginning)
    try Page(mutation: result.pageData, title: "Mutants").write(to: "\(folder)/index.html")
  }

  private func print(_ result: MutationReport) throws {
    switch report.format {
    case .sarif:
      messages.write(try result.sarif(version: OKitRun.version).json(pretty: true) + "\n", to: .standard)
    case .json: messages.write(try result.jsonValue.json(pretty: true) + "\n", to: .standard)
    default: for line in report.quiet ? result.summary : result.lines { messages.value(line) }
    }
  }

  private func check(_ result: MutationReport) throws {
    guard let minimum = mutation.mutateMin, !result.isPartial else { return }
    let (killed, all) = result.scored
    guard killed * 100 < minimum * all else { return }
    let score = Double(killed * 1000 / all) / 10
    throw CommandFailure.failed(
      Diagnostic("mutation.score", "the score of \(score) % is below the minimum of \(minimum) %"))
  }
}

/// The results of earlier runs in this folder, in the user's folder for caches; a user without one has none.
struct MutantCacheFile {
  private let path: String

  init?() {
    guard let folder = Environment().folder(.cacheHome, orHome: ".cache") else { return nil }
    path = "\(folder)/okit-run/mutants/\(FolderKey.current).json"
  }

  /// - Throws: `file.read`.
  func read() throws -> MutantCache {
    let version = OKitRun.version
    guard let text = try LocalFile.read(path), let json = try? JSONValue.parse(json: text, file: path) else {
      // A damaged cache is made again.
      return MutantCache(version: version)
    }
    return MutantCache(json, version: version)
  }

  /// Writes the cache. A run whose results cannot be kept has not failed.
  func write(_ cache: MutantCache, _ messages: Output) throws {
    do { try LocalFile.write(try cache.jsonValue.json(pretty: false) + "\n", to: path) } catch let failure as Diagnostic
    {
      messages.note("cannot keep the results: \(failure)")
    }
  }
}
