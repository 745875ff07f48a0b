internal import OKitCoverage

/// Options for coverage, of `test` and of what makes coverage of files.
struct CoverageOptions: ParsableArguments {
  /// Several minimums, as one value of an option.
  struct Minimums {
    var all: [CoverageMinimum] = []
  }

  @Option(
    help: ArgumentHelp(
      """
      Writes what tests reach in the applications into this folder: index.html, coverage.json, lcov.info and \
      cobertura.xml.
      """, valueName: "dir"),
    completion: .directory)
  var coverage: String?

  @Option(
    help: ArgumentHelp(
      "Fails when less is covered, in percent, such as lines=90,bindings=80.", valueName: "minimums"),
    transform: CoverageOptions.minimums)
  var coverageMin = Minimums()

  @Option(
    help: ArgumentHelp(
      "Lists what is not covered any more since this coverage.json, and fails if there is something.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var coverageBaseline: String?

  @Sendable static func minimums(_ text: String) throws -> Minimums {
    do { return Minimums(all: try CoverageMinimum.parse(text)) } catch {
      throw ValidationError("\(error.message)\(error.hint.map { " (\($0))" } ?? "").")
    }
  }

  func validate() throws {
    if coverage == "" { throw ValidationError("--coverage needs the name of a folder.") }
    guard coverage == nil else { return }
    if !coverageMin.all.isEmpty { throw ValidationError("--coverage-min needs --coverage.") }
    if coverageBaseline != nil { throw ValidationError("--coverage-baseline needs --coverage.") }
  }

  /// The result that the options ask for; nil without `--coverage`.
  ///
  /// - Throws: What reading the baseline throws.
  func result() throws -> CoverageResult? {
    guard let coverage else { return nil }
    let baseline = try coverageBaseline.map { path throws(Diagnostic) in try CoverageReport(contentsOf: path) }
    return CoverageResult(folder: coverage, minimums: coverageMin.all, baseline: baseline)
  }
}
