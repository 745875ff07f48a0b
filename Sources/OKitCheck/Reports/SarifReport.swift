/// Findings in the Static Analysis Results Interchange Format, version 2.1.0.
package struct SarifReport {
  private let findings: [Finding]
  private let tool: String
  private let version: String
  /// The documented kinds of findings.
  private let documented: [(code: String, meaning: String)]

  /// - Parameters:
  ///   - tool: The command that has found them.
  ///   - version: That of the program.
  ///   - documented: The kinds of findings that the tool has.
  package init(
    _ findings: [Finding], tool: String = "okit-run check", version: String,
    documented: [(code: String, meaning: String)] = FindingCode.all.map { ($0.code, $0.meaning) }
  ) {
    (self.findings, self.tool, self.version, self.documented) = (findings, tool, version, documented)
  }

  package var jsonValue: JSONValue {
    let rules = rules
    let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.code, $0) })
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": .string(tool), "version": .string(version),
              "rules": .array(rules.map(\.jsonValue)),
            ]
          ],
          // Columns count characters as people see them, which SARIF has no name for; code points are the nearest.
          "columnKind": "unicodeCodePoints",
          "results": .array(findings.map { result($0, rule: numbers[$0.code] ?? 0) }),
        ]
      ],
    ]
  }

  /// A kind of finding.
  private struct Rule {
    var code: String
    var meaning: String?

    var jsonValue: JSONValue {
      var members: [String: JSONValue] = ["id": .string(code)]
      if let meaning { members["shortDescription"] = ["text": .string(meaning)] }
      return .object(members)
    }
  }

  /// All documented codes, and the others that were found.
  private var rules: [Rule] {
    let documented = documented.map { Rule(code: $0.code, meaning: $0.meaning) }
    let others = Set(findings.map(\.code)).subtracting(documented.map(\.code)).sorted()
    return documented + others.map { Rule(code: $0) }
  }

  private func result(_ finding: Finding, rule: Int) -> JSONValue {
    [
      "ruleId": .string(finding.code), "ruleIndex": .int(rule), "level": .string(finding.severity.rawValue),
      "message": ["text": .string(finding.fullMessage)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(Self.uri(finding.file))],
            "region": [
              "startLine": .int(finding.line), "startColumn": .int(finding.column),
              "endColumn": .int(finding.endColumn),
            ],
          ]
        ]
      ],
    ]
  }

  /// A relative reference or a file URI, in which other bytes than those of plain names are escaped.
  static func uri(_ file: String) -> String {
    (file.hasPrefix("/") ? "file://" : "") + file.percentEncoded(keeping: "/")
  }
}
