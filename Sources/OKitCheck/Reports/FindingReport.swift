/// The formats of findings.
package enum FindingFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  case json
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// Workflow commands of GitHub, which annotate the lines of a pull request.
  case github
}

/// The text of findings in a format.
package struct FindingReport {
  private let findings: [Finding]

  package init(_ findings: [Finding]) { self.findings = findings }

  /// Returns the report, with a line break at its end unless it is empty.
  ///
  /// - Parameters:
  ///   - version: of the program, for SARIF.
  ///   - paint: colors the severity of a finding in a text.
  package func text(
    _ format: FindingFormat, version: String, paint: (String, Diagnostic.Severity) -> String = { text, _ in text }
  ) throws -> String {
    switch format {
    case .text: findings.map { lines(of: $0, paint).joined(separator: "\n") + "\n" }.joined()
    case .json: try JSONValue.array(findings.map(\.jsonValue)).json(pretty: true) + "\n"
    case .sarif: try SarifReport(findings, version: version).jsonValue.json(pretty: true) + "\n"
    case .github: findings.map { GitHubAnnotation.line($0) + "\n" }.joined()
    }
  }

  private func lines(of finding: Finding, _ paint: (String, Diagnostic.Severity) -> String) -> [String] {
    let place = PrintableText.line("\(finding.file):\(finding.line):\(finding.column): ")
    let severity = paint("\(finding.severity.rawValue):", finding.severity)
    var lines = ["\(place)\(severity) \(PrintableText.line(finding.message)) [\(finding.code)]"]
    let excerpt = finding.excerpt
    if !excerpt.text.isEmpty {
      let before = PrintableText.escaped(excerpt.text.prefix(excerpt.column - 1))
      let marked = excerpt.text.dropFirst(excerpt.column - 1).prefix(excerpt.endColumn - excerpt.column)
      let width = max(1, PrintableText.escaped(marked).count)
      // Tabs stay tabs, so that the caret stands below its character in any terminal.
      let padding = String(before.map { $0 == "\t" ? "\t" : " " })
      lines.append("    " + PrintableText.escaped(excerpt.text))
      lines.append("    " + padding + "^" + String(repeating: "~", count: width - 1))
    }
    if let hint = finding.hint { lines.append("    " + PrintableText.line(hint)) }
    return lines
  }
}

extension Finding {
  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "code": .string(code), "severity": .string(severity.rawValue), "message": .string(message), "file": .string(file),
      "line": .int(line), "column": .int(column), "endColumn": .int(endColumn),
    ]
    if let hint { members["hint"] = .string(hint) }
    return .object(members)
  }

  /// The message with its hint.
  var fullMessage: String { hint.map { "\(message) (\($0))" } ?? message }
}
