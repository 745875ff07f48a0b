internal import LuaSyntax
internal import OKitCheck

extension MutationReport {
  /// The codes of the findings, with what they mean.
  private static let codes = [
    ("mutation.survived", "a change of the script that no test notices"),
    ("mutation.notCovered", "a change of the script that no test runs"),
  ]

  /// The mutants that no test has noticed, in the Static Analysis Results Interchange Format.
  package func sarif(version: String) -> JSONValue {
    SarifReport(
      findings, tool: "okit-run test --mutate", version: version, documented: Self.codes
    ).jsonValue
  }

  private var findings: [Finding] {
    files.flatMap { file -> [Finding] in
      let lines = LineIndex(file.source)
      return file.entries.compactMap { entry in
        let isSurvivor = entry.result?.status == .survived
        guard isSurvivor || entry.result?.status == .notCovered else { return nil }
        let mutant = entry.mutant
        let isOneLine = mutant.end.line == mutant.start.line
        let endColumn = isOneLine ? mutant.end.column : lines.length(ofLine: mutant.start.line) + 1
        return Finding(
          code: isSurvivor ? "mutation.survived" : "mutation.notCovered", severity: .warning,
          message: "\(isSurvivor ? "no test notices" : "no test runs") \(mutant.mutator.rawValue): \(mutant.change)",
          hint: isSurvivor ? entry.statusReason : nil, file: file.name, line: mutant.start.line,
          column: mutant.start.column, endColumn: endColumn,
          excerpt: lines.shown(line: mutant.start.line, column: mutant.start.column, endColumn: endColumn))
      }
    }
  }
}
