internal import OKitCheck
internal import OKitExplore

/// The findings of an exploration, for people and programs.
struct ExploreReport {
  private let results: [ExploreResult]

  init(_ results: [ExploreResult]) { self.results = results }

  func text(_ format: ExploreFormat) throws -> String {
    switch format {
    case .text: text
    case .json: try results.flatMap(records).map { try $0.json(pretty: false) + "\n" }.joined()
    case .junit: junit
    case .sarif: try sarif.json() + "\n"
    }
  }

  /// A finding with its files; nil for one that did not happen again.
  private typealias Reported = (finding: ExploredFinding, written: FindingFiles.Written?)

  private func findings(_ result: ExploreResult) -> [Reported] {
    var written = result.written[...]
    return result.report.findings.map { ($0, $0.flow == nil ? nil : written.popFirst()) }
  }

  // MARK: Text

  private var text: String {
    var lines: [String] = []
    var number = 0
    for result in results {
      if results.count > 1 { lines.append("\(result.exploration.name):") }
      for (finding, written) in findings(result) {
        let diagnostic = finding.fault.diagnostic
        let place = diagnostic.place.map { "  \($0.fileAndLine)" } ?? ""
        guard let flow = finding.flow, let written else {
          let message = PrintableText.line(diagnostic.message)
          lines.append("warning: not reproducible: \(finding.fault.oracle.rawValue)\(place)  \(message)")
          continue
        }
        number += 1
        lines.append("\(number)) \(finding.fault.oracle.rawValue)\(place)  \(PrintableText.line(diagnostic.message))")
        let files = [written.test, written.trace].compactMap(\.self).joined(separator: ", ")
        lines.append(
          "   after \(finding.after) \(finding.after == 1 ? "step" : "steps"); "
            + "\(finding.length) \(finding.length == 1 ? "action" : "actions") shrunk to \(flow.steps.count)"
            + "\(flow.isShortest ? "" : " (not finished)"): \(files)")
        if written.failure == nil { lines.append("   the test passes: the fault needs more than its actions") }
      }
      lines.append(summary(result))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What was explored, and what was never reached or possible.
  private func summary(_ result: ExploreResult) -> String {
    let statistics = result.report.statistics
    let reached = Set(statistics.map.screens.values.filter { $0.visits > 0 }.map(\.place.controller))
    let screens = result.sources.filter(reached.contains)
    let performed = statistics.performed.keys.filter { !$0.screen.isEmpty }
    let transitions = result.map.sortedTransitions
    var text =
      "explored \(statistics.steps) \(statistics.steps == 1 ? "step" : "steps"): "
      + "\(screens.count) of \(result.sources.count) screens, "
      + "\(transitions.count { $0.transition.count > 0 }) of \(transitions.count) transitions"
    let missing = result.sources.filter { !reached.contains($0) }
    if !missing.isEmpty { text += "; never reached: \(PrintableText.list(missing))" }
    let segues = unfollowed(result, reached)
    if !segues.isEmpty { text += "; never followed: \(segues.map { "\($0.from) → \($0.to)" }.joined(separator: ", "))" }
    if !result.neverPossible.isEmpty {
      let names = result.neverPossible.map { "\($0.label.map(PrintableText.quoted) ?? $0.action) on \($0.screen)" }
      text += "; never possible: \(Self.first(names))"
    }
    let idle = performed.filter { statistics.effective[$0] == nil }.sorted()
    if !idle.isEmpty {
      let names = idle.map { "\(statistics.labels[$0].map(PrintableText.quoted) ?? $0.action) on \($0.screen)" }
      text += "; never changed anything: \(Self.first(names))"
    }
    if result.report.isPartial { text += " (ended by a signal)" }
    return text
  }

  /// A list of the first five names.
  private static func first(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", and \(names.count - 5) more" : "")
  }

  /// The declared segues to screens that were reached in other ways alone.
  private func unfollowed(_ result: ExploreResult, _ reached: Set<String>) -> [(from: String, to: String)] {
    result.map.unfollowed.filter { reached.contains($0.to) }
  }

  // MARK: JSON

  private func records(_ result: ExploreResult) -> [JSONValue] {
    var records = findings(result).map { finding, written -> JSONValue in
      var members: [String: JSONValue] = [
        "kind": finding.flow == nil ? "warning" : "finding", "exploration": .string(result.exploration.name),
        "oracle": .string(finding.fault.oracle.rawValue), "code": .string(finding.fault.diagnostic.code.rawValue),
        "message": .string(finding.fault.diagnostic.message), "after": .int(finding.after),
        "actions": .int(finding.length),
      ]
      members["place"] = finding.fault.diagnostic.place.map { ["file": .string($0.file), "line": .int($0.line)] }
      if let flow = finding.flow {
        members["flow"] = .array(ExplorationText.statements(of: flow).map { .string($0) })
        members["fixture"] = flow.fixture
        members["shortest"] = .bool(flow.isShortest)
      } else {
        members["reason"] = "not reproducible"
      }
      members["test"] = written.map { .string($0.test) }
      members["trace"] = written?.trace.map { .string($0) }
      return .object(members)
    }
    let statistics = result.report.statistics
    let reached = Set(statistics.map.screens.values.filter { $0.visits > 0 }.map(\.place.controller))
    records.append([
      "kind": "end", "exploration": .string(result.exploration.name), "steps": .int(statistics.steps),
      "launches": .int(statistics.launches), "partial": .bool(result.report.isPartial),
      "reached": .array(result.sources.filter(reached.contains).map { .string($0) }),
      "neverReached": .array(result.sources.filter { !reached.contains($0) }.map { .string($0) }),
      "neverFollowed": .array(
        unfollowed(result, reached).map { ["from": .string($0.from), "to": .string($0.to)] }),
      "neverPossible": .array(
        result.neverPossible.map {
          ["screen": .string($0.screen), "action": .string($0.action), "label": $0.label.map { .string($0) } ?? .null]
        }),
    ])
    return records
  }

  // MARK: Formats of other programs

  private var junit: String {
    var xml = XMLText()
    let confirmed = results.map { result in findings(result).filter { $0.finding.flow != nil } }
    let count = confirmed.reduce(0) { $0 + max(1, $1.count) }
    xml.open("testsuites", [("name", "okit-run explore"), ("tests", "\(count)")])
    for (result, findings) in zip(results, confirmed) {
      xml.open(
        "testsuite",
        [
          ("name", result.exploration.name), ("tests", "\(max(1, findings.count))"), ("failures", "\(findings.count)"),
        ])
      if result.report.isPartial {
        xml.open("properties", [])
        xml.empty("property", [("name", "partial"), ("value", "true")])
        xml.close("properties")
      }
      for (finding, written) in findings {
        let diagnostic = finding.fault.diagnostic
        xml.open(
          "testcase",
          [("name", "\(finding.fault.oracle.rawValue): \(diagnostic.message)"), ("file", written?.test ?? "")])
        xml.element(
          "failure", [("message", diagnostic.message), ("type", diagnostic.code.rawValue)],
          finding.flow.map { ExplorationText.statements(of: $0).joined(separator: "\n") } ?? "")
        xml.close("testcase")
      }
      if findings.isEmpty { xml.empty("testcase", [("name", "explores without findings")]) }
      xml.close("testsuite")
    }
    xml.close("testsuites")
    return xml.text
  }

  private var sarif: JSONValue {
    let found = results.flatMap(findings).filter { $0.finding.flow != nil }
    let codes = Set(found.map { $0.finding.fault.diagnostic.code.rawValue }).sorted()
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "okit-run explore", "version": .string(OKitRun.version),
              "rules": .array(codes.map { ["id": .string($0)] }),
            ]
          ],
          // An exploration that a signal has ended is not complete.
          "invocations": [["executionSuccessful": .bool(!results.contains { $0.report.isPartial })]],
          "results": .array(
            found.map { finding, written in
              let diagnostic = finding.fault.diagnostic
              let place = diagnostic.place ?? Diagnostic.Place(file: written?.test ?? "", line: 1)
              return [
                "ruleId": .string(diagnostic.code.rawValue), "level": "error",
                "message": ["text": .string(diagnostic.message)],
                "locations": [
                  [
                    "physicalLocation": [
                      "artifactLocation": ["uri": .string(place.file.percentEncoded(keeping: "/"))],
                      "region": ["startLine": .int(max(1, place.line))],
                    ]
                  ]
                ],
              ]
            }),
        ]
      ],
    ]
  }
}

extension Diagnostic.Place {
  /// The place without its column.
  var fileAndLine: String { line > 0 ? "\(file):\(line)" : file }
}
