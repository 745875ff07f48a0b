package import OKitCheck
internal import OKitStorage

/// Tests the mutants of applications.
package struct MutationRun {
  package struct Options {
    package var scope = MutationScope()
    /// The order in which a sample is taken.
    package var seed = 1
    /// The time after which no further mutant is tested; nil for all mutants.
    package var budget: Duration?
    /// The results of earlier runs; nil to test each mutant.
    package var cache: MutantCache?
    /// Returns what the definitions of a script say.
    package var definitions: (_ script: String) throws -> ApplicationAnalysis
    package var executor: any MutantExecutor
    /// Whether the run is to end before all mutants were tested.
    package var mustEnd: () -> Bool = { false }
    /// Called with the number of mutants whose result is known, and of all.
    package var progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }

    package init(
      executor: any MutantExecutor, definitions: @escaping (_ script: String) throws -> ApplicationAnalysis
    ) {
      (self.executor, self.definitions) = (executor, definitions)
    }
  }

  private let baseline: Baseline
  private var options: Options
  private let coverage: MutantCoverage

  package init(_ baseline: Baseline, _ options: Options) {
    (self.baseline, self.options) = (baseline, options)
    coverage = MutantCoverage(baseline.tests, baseline.coverage)
  }

  /// - Throws: `mutation.target` when there is no mutant, `file.read`; what the executor throws.
  package mutating func run() throws -> MutationReport {
    var report = MutationReport(tests: baseline.tests.map(\.test), files: try files())
    guard !report.entries.isEmpty else { throw nothing() }
    let sample = options.budget.map { _ in Sample(report.entries.map(\.mutant.id), seed: options.seed) }
    var jobs = prepare(&report)
    if let sample { jobs.sort { sample.position(of: $0.job.id) < sample.position(of: $1.job.id) } }
    var results: [String: MutantResult] = [:]
    try test(jobs.map(\.job)) { results[$0.id] = $0 }
    for (job, key) in jobs { if let result = results[job.id] { options.cache?.add(result, key: key) } }
    report.add(results)
    if let sample, let end = jobs.first(where: { results[$0.job.id] == nil }).map({ sample.position(of: $0.job.id) }) {
      // What needs no test must not count more than the rest.
      report.removeResults { sample.position(of: $0.id) > end }
    }
    report.isPartial = options.mustEnd()
    report.untested = report.entries.count { $0.result == nil }
    return report
  }

  package var cache: MutantCache? { options.cache }

  private func nothing() -> Diagnostic {
    guard !options.scope.isEverything else {
      return Diagnostic("mutation.target", "the tests launch no application whose scripts can be mutated")
    }
    if options.scope.isDiff {
      return Diagnostic(
        "mutation.target", "the diff adds no line with a mutant to the scripts that the tests launch",
        hint: "a change of tests, texts or articles has no mutants; paths of the diff are relative to this folder")
    }
    return Diagnostic(
      "mutation.target", "no mutant is at the chosen lines of the scripts that the tests launch",
      hint:
        "files after --mutate are scripts of applications; name tests before it: okit-run test shop_test.lua --mutate")
  }

  // MARK: Mutants

  /// The scripts with their mutants, without results.
  private func files() throws -> [MutationReport.File] {
    var analyses: [ApplicationAnalysis] = []
    defer { for analysis in analyses { analysis.close() } }
    for script in baseline.scripts { analyses.append(try options.definitions(script)) }
    let finders = analyses.map { ($0, MutantFinder($0)) }
    let plain = MutantFinder(nil)
    return try sources.compactMap { file, path in
      let text = try ScriptFile.read(path)
      let finder = finders.first { $0.0.scripts.contains { $0.file == file } }?.1 ?? plain
      let mutants = finder.mutants(ofFile: file, text: text).filter { options.scope.contains($0, in: path) }
      return mutants.isEmpty ? nil : MutationReport.File(name: file, path: path, source: text, mutants: mutants)
    }
  }

  /// The names and the paths of the scripts of the applications that may be mutated. What only tests read is one of
  /// them if someone names it.
  private var sources: [(file: String, path: String)] {
    let tests = Set(baseline.tests.map(\.test.file).compactMap(SystemFile.realPath))
    var known: Set<String> = []
    let ofTests = options.scope.isEverything ? [] : Set(baseline.tests.flatMap(\.modules))
    return Set(baseline.tests.flatMap(\.sources)).union(ofTests).sorted().compactMap { file in
      // Libraries elsewhere are not a part of the application unless someone names them.
      let isElsewhere = file.hasPrefix("/") || file.hasPrefix("../")
      guard file.hasSuffix(".lua"), !options.scope.isEverything || !isElsewhere,
        let path = SystemFile.realPath(file), !tests.contains(path), options.scope.contains(file: path),
        known.insert(path).inserted
      else { return nil }
      return (file, path)
    }
  }

  // MARK: Tests

  /// Adds the results that need no test.
  ///
  /// - Returns: The other mutants, with their keys in the cache.
  private mutating func prepare(_ report: inout MutationReport) -> [(job: MutantJob, key: String)] {
    var keys = options.cache.map { CacheKeys(baseline, version: $0.version) }
    var jobs: [(MutantJob, String)] = []
    for (number, file) in report.files.enumerated() {
      for (index, mutant) in file.entries.map(\.mutant).enumerated() {
        func set(_ result: MutantResult) { report.files[number].entries[index].set(result) }
        if let reason = mutant.ignoreReason {
          set(MutantResult(mutant.id, .ignored, reason: reason))
          continue
        }
        let tests = coverage.tests(covering: mutant)
        report.files[number].entries[index].tests = tests.map(\.id)
        report.files[number].entries[index].coveredBy = coverage.tests(reaching: mutant, of: tests).map(\.id)
        guard !tests.isEmpty else {
          set(MutantResult(mutant.id, .notCovered))
          continue
        }
        let job = MutantJob(id: mutant.id, path: file.path, text: mutant.apply(to: file.source), tests: tests)
        let key = keys?.key(of: job) ?? ""
        if var known = options.cache?.result(forKey: key) {
          known.id = mutant.id
          set(known)
          report.cached += 1
        } else {
          jobs.append((job, key))
        }
      }
    }
    return jobs
  }

  private func test(_ jobs: [MutantJob], receive: (MutantResult) -> Void) throws {
    let end = options.budget.map { ContinuousClock.now + $0 }
    var done = 0
    options.progress(0, jobs.count)
    try options.executor.run(
      jobs, while: { !options.mustEnd() && end.map { .now < $0 } ?? true },
      receive: {
        receive($0)
        done += 1
        options.progress(done, jobs.count)
      })
  }
}

/// The order in which mutants are tested until the time is over: each one is as likely as any other to be among the
/// first.
private struct Sample {
  private let positions: [String: Int]

  init(_ mutants: [String], seed: Int) {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    positions = Dictionary(uniqueKeysWithValues: mutants.shuffled(using: &random).enumerated().map { ($1, $0) })
  }

  func position(of mutant: String) -> Int { positions[mutant] ?? 0 }
}
