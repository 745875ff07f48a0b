/// A report in the format of lcov, which `genhtml` and editors read: lines, functions, and as branches the outcomes of
/// branches and bindings.
package struct LcovText {
  /// What each file begins with.
  package static let beginning = "TN:okit\n"

  private let report: CoverageReport

  package init(_ report: CoverageReport) { self.report = report }

  package func text() -> String {
    var text = Self.beginning
    for (file, items) in report.itemsByFile {
      let lines = items.filter { $0.kind == .line }
      let functions = items.filter { $0.kind == .function }
      let branches = items.filter { $0.kind == .branch || $0.kind == .binding }
      guard !lines.isEmpty || !functions.isEmpty || !branches.isEmpty else { continue }
      text += "SF:\(file)\n"
      for function in functions { text += "FN:\(function.line),\(Self.name(function.text))\n" }
      for function in functions { text += "FNDA:\(function.count),\(Self.name(function.text))\n" }
      text += "FNF:\(functions.count)\nFNH:\(functions.count { $0.isReached })\n"
      var blocks: [Int: Int] = [:]
      for branch in branches {
        let block = blocks[branch.line, default: 0]
        blocks[branch.line] = block + 1
        for (number, outcome) in branch.sortedOutcomes.enumerated() {
          let taken = branch.isReached ? String(outcome.count) : "-"
          text += "BRDA:\(branch.line),\(block),\(number),\(taken)\n"
        }
      }
      let outcomes = branches.flatMap(\.sortedOutcomes)
      text += "BRF:\(outcomes.count)\nBRH:\(outcomes.count { $0.count > 0 })\n"
      for line in lines { text += "DA:\(line.line),\(line.count)\n" }
      text += "LF:\(lines.count)\nLH:\(lines.count { $0.isReached })\nend_of_record\n"
    }
    return text
  }

  /// A name in a record ends with the line.
  private static func name(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension CoverageReport {
  /// The items of each file, by its name.
  package var itemsByFile: [(file: String, items: ArraySlice<CoverageItem>)] {
    var (files, start) = ([(file: String, items: ArraySlice<CoverageItem>)](), items.startIndex)
    while start < items.endIndex {
      let file = items[start].file
      let end = items[start...].firstIndex { $0.file != file } ?? items.endIndex
      files.append((file, items[start..<end]))
      start = end
    }
    return files
  }
}

extension CoverageItem {
  /// How often its outcomes were reached together.
  package var count: Int {
    outcomes.values.reduce(0) { sum, count in
      let (next, isTooLarge) = sum.addingReportingOverflow(count)
      return isTooLarge ? .max : next
    }
  }

  /// The outcomes in the order of `CoverageOutcome`.
  package var sortedOutcomes: [(outcome: CoverageOutcome, count: Int)] {
    CoverageOutcome.allCases.compactMap { outcome in outcomes[outcome].map { (outcome, $0) } }
  }
}
