/// The least part of the items of a kind that tests must reach, in percent: `lines=90`.
package struct CoverageMinimum: Sendable, Hashable {
  package let kind: CoverageKind
  package let percent: Int

  /// Reads minimums such as `lines=90,bindings=80`.
  ///
  /// - Throws: `coverage.minimum`.
  package static func parse(_ text: String) throws(Diagnostic) -> [CoverageMinimum] {
    var minimums: [CoverageMinimum] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
      guard words.count == 2 else { throw wrong(String(part), "write lines=90,bindings=80") }
      guard let kind = CoverageKind(plural: words[0]) else {
        let names = CoverageKind.allCases.map(\.plural)
        throw wrong(
          words[0],
          NearestName.hint(for: words[0], in: names) ?? "expected one of \(names.joined(separator: ", "))",
          isKind: true)
      }
      guard let percent = Int(words[1]), (0...100).contains(percent) else {
        throw wrong(words[1], "expected a whole number from 0 to 100")
      }
      guard !minimums.contains(where: { $0.kind == kind }) else { throw wrong(words[0], "name each kind once") }
      minimums.append(CoverageMinimum(kind: kind, percent: percent))
    }
    return minimums
  }

  private static func wrong(_ text: String, _ hint: String, isKind: Bool = false) -> Diagnostic {
    let what = isKind ? "unknown kind \(PrintableText.quoted(text))" : "\(PrintableText.quoted(text)) is not a minimum"
    return Diagnostic("coverage.minimum", "\(what) of coverage", hint: hint)
  }

  /// Returns what is wrong with a report that is below the minimum; nil for one that is not.
  package func failure(of report: CoverageReport) -> Diagnostic? {
    let total = report.totals[kind] ?? CoverageReport.Total()
    guard total.percent < percent else { return nil }
    return Diagnostic(
      "coverage.low",
      "\(kind.plural): \(total.covered) of \(total.of) covered, \(total.percent) %; the minimum is \(percent) %")
  }
}

extension StringProtocol {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
