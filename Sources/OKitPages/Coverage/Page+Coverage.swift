package import OKitCoverage

extension Page {
  /// The page of a coverage report.
  ///
  /// - Parameter sources: The texts of the files, by name; a file that is not there any more has none.
  /// - Throws: What writing JSON throws.
  package init(coverage report: CoverageReport, sources: [String: String]) throws {
    let data: JSONValue = ["report": report.jsonValue, "sources": .object(sources.mapValues(JSONValue.string))]
    self.init(.coverage, title: "Coverage", data: try data.jsonBytes())
  }
}
