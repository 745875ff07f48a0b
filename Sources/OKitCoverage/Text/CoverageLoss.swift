/// An item of which tests do not reach an outcome any more that they reached in an earlier run.
package struct CoverageLoss: Sendable, Hashable {
  /// The item as it is now.
  package let item: CoverageItem
  package let outcomes: [CoverageOutcome]

  /// Finds what a report has lost since an earlier one. An item that is gone is not lost.
  package static func all(in report: CoverageReport, since baseline: CoverageReport) -> [CoverageLoss] {
    let before = Dictionary(baseline.items.map { ($0.id, $0) }) { first, _ in first }
    return report.items.compactMap { item in
      let lost = item.missed.filter { before[item.id]?.outcomes[$0, default: 0] ?? 0 > 0 }
      return lost.isEmpty ? nil : CoverageLoss(item: item, outcomes: lost)
    }
  }

  /// Such as `app.lua:12:6  branch stock > 0: no longer false`.
  package var text: String {
    let names = outcomes.map(\.rawValue).joined(separator: ", ")
    return PrintableText.line("\(item.file):\(item.line):\(item.column)  \(item.kind.rawValue) \(item.text): ")
      + "no longer \(names)"
  }
}
