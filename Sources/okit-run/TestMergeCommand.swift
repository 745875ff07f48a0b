internal import OKitCoverage

extension TestCommand {
  /// `okit-run test merge FILES --coverage DIR`
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Merges the coverage of several runs into that of one.",
      usage: "okit-run test merge <files> ... --coverage <dir>",
      discussion: """
        Each file is a coverage.json, such as that of a shard. The result is that of one run of all tests.

        EXAMPLES:
          Merges the coverage of two shards:
            okit-run test merge 1/coverage.json 2/coverage.json --coverage all
        """)

    @OptionGroup var options: CoverageOptions

    @ArgumentParser.Argument(help: "The coverage.json of each run.", completion: .file(extensions: ["json"]))
    var files: [String]

    func validate() throws {
      if options.coverage == nil { throw ValidationError("merge needs --coverage with the folder of the result.") }
    }

    func run() throws {
      try Output.reporting { output in
        let (reports, result): ([CoverageReport], CoverageResult?)
        do {
          reports = try files.map { path throws(Diagnostic) in try CoverageReport(contentsOf: path) }
          result = try options.result()
        } catch let diagnostic as Diagnostic { throw CommandFailure.usage(diagnostic) }
        guard let result else { return }
        let isGood = try result.write(CoverageReport(merging: reports), output) { output.line($0) }
        if !isGood { throw CommandFailure.failed() }
      }
    }
  }
}
