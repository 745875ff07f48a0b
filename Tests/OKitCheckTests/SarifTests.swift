import OKitEngine
import Testing

@testable import OKitCheck

/// What the schema of SARIF 2.1.0 requires of the parts that a report has: types, required members, allowed values,
/// ranges.
///
/// The published schema is not a part of this project; these rules are those of its definitions `log`, `run`, `tool`,
/// `toolComponent`, `reportingDescriptor`, `result`, `message`, `location`, `physicalLocation`, `artifactLocation`,
/// `region`.
@Suite struct SarifTests {
  private indirect enum Rule: Sendable {
    case text
    case oneOf([String])
    case integer(from: Int)
    case list(Rule)
    /// Members with their rules; the required ones among them. No other members are allowed.
    case object([String: Rule], required: [String])
  }

  private static let message = Rule.object(["text": .text, "id": .text], required: ["text"])
  private static let schema = Rule.object(
    [
      "$schema": .text, "version": .oneOf(["2.1.0"]),
      "runs": .list(
        .object(
          [
            "tool": .object(
              [
                "driver": .object(
                  [
                    "name": .text, "version": .text,
                    "rules": .list(.object(["id": .text, "shortDescription": message], required: ["id"])),
                  ], required: ["name"])
              ], required: ["driver"]),
            "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]),
            "results": .list(
              .object(
                [
                  "ruleId": .text, "ruleIndex": .integer(from: -1),
                  "level": .oneOf(["none", "note", "warning", "error"]),
                  "message": message,
                  "locations": .list(
                    .object(
                      [
                        "physicalLocation": .object(
                          [
                            "artifactLocation": .object(["uri": .text], required: []),
                            "region": .object(
                              [
                                "startLine": .integer(from: 1), "startColumn": .integer(from: 1),
                                "endColumn": .integer(from: 1),
                              ], required: []),
                          ], required: ["artifactLocation"])
                      ], required: [])),
                ], required: ["message"])),
          ], required: ["tool"])),
    ], required: ["version", "runs"])

  private func problems(_ value: JSONValue?, _ rule: Rule, _ path: String) -> [String] {
    switch (rule, value) {
    case (.text, .string): return []
    case (.oneOf(let values), .string(let text)): return values.contains(text) ? [] : ["\(path): \(text)"]
    case (.integer(let least), .int(let number)): return number >= least ? [] : ["\(path): \(number)"]
    case (.list(let rule), .array(let elements)):
      return elements.enumerated().flatMap { problems($1, rule, "\(path)[\($0)]") }
    case (.object(let rules, let required), .object(let members)):
      let missing = required.filter { members[$0] == nil }.map { "\(path).\($0) is missing" }
      return missing
        + members.flatMap { key, value in
          rules[key].map { problems(value, $0, "\(path).\(key)") } ?? ["\(path).\(key) is unknown"]
        }
    default: return ["\(path) has another type"]
    }
  }

  private static let findings = FindingCode.all.enumerated().map { index, code in
    Finding(
      code: code.code, severity: code.severity, message: "message \(index)", hint: index == 0 ? "hint" : nil,
      file: index == 1 ? "/a b/ü#?.lua" : "app.lua", line: index + 1, column: 1, endColumn: 3, excerpt: .none)
  }

  @Test(arguments: [0, 1, 21]) func fitsTheSchema(_ count: Int) throws {
    let text = try FindingReport(Array(Self.findings.prefix(count))).text(.sarif, version: "1.0")
    #expect(problems(try JSONValue.parse(json: text), Self.schema, "log") == [])
  }

  @Test func theRulesFindMistakes() {
    #expect(problems(["version": "2.0"], Self.schema, "log").sorted() == ["log.runs is missing", "log.version: 2.0"])
    #expect(
      problems(["version": "2.1.0", "runs": [["tool": 1]]], Self.schema, "log") == ["log.runs[0].tool has another type"]
    )
  }

  @Test func filesAreURIs() throws {
    let text = try FindingReport(Array(Self.findings.prefix(2))).text(.sarif, version: "1.0")
    #expect(text.contains("\"uri\": \"app.lua\""))
    #expect(text.contains("\"uri\": \"file:///a%20b/%C3%BC%23%3F.lua\""))
  }
}
