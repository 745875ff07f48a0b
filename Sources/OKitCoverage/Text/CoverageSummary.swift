/// A report as the terminal shows it: the totals, and what was missed besides lines and functions.
package struct CoverageSummary {
  private let report: CoverageReport

  package init(_ report: CoverageReport) { self.report = report }

  /// The kinds in the line of totals.
  private static let shown: [CoverageKind] = [.line, .branch, .binding, .action]
  /// The number of items that are listed.
  private static let maximumCount = 20

  /// The totals on one line: `lines 212/230 92 %  branches 71/90 79 %`.
  package var line: String {
    let totals = report.totals
    let parts = Self.shown.compactMap { kind in
      totals[kind].map { "\(kind.plural) \($0.covered)/\($0.of) \($0.percent) %" }
    }
    return parts.isEmpty ? "no application was launched" : parts.joined(separator: "  ")
  }

  /// The items that were missed, or of which an outcome was.
  ///
  /// - Parameter page: The path of the page that has all of them.
  package func missed(page: String) -> [String] {
    let missed = report.items.filter { $0.kind != .line && $0.kind != .function && !$0.missed.isEmpty }
    let lines = missed.prefix(Self.maximumCount).map(\.summary)
    let rest = missed.count - lines.count
    return rest == 0 ? lines : lines + ["and \(rest) more: see \(page)"]
  }
}

extension CoverageItem {
  /// Such as `app.lua:31:22  binding tasks/cell/detailPath "due/formatDate": only nil`.
  package var summary: String {
    let reached = reached.map(\.rawValue).joined(separator: ", ")
    return PrintableText.line("\(file):\(line):\(column)  \(kind.rawValue) \(text): ")
      + (reached.isEmpty ? "never" : "only \(reached)")
  }
}
