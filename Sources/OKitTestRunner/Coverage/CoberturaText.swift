package import OKitCoverage

/// A report in the format of Cobertura, which CI servers read. As in lcov, branches are those of Lua and of bindings.
package struct CoberturaText {
  /// What each file begins with.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<coverage version=\"okit "

  private let report: CoverageReport

  package init(_ report: CoverageReport) { self.report = report }

  private struct Line {
    var hits = 0
    var isCounted = false
    var (covered, of) = (0, 0)
  }

  private struct Rates {
    var lines = CoverageReport.Total()
    var branches = CoverageReport.Total()

    static func rate(_ total: CoverageReport.Total) -> String {
      guard total.of > 0 else { return "1" }
      let figures = total.covered * 10_000 / total.of
      return figures == 10_000 ? "1" : "0.\(String(10_000 + figures).dropFirst())"
    }

    var attributes: [(String, String)] { [("line-rate", Self.rate(lines)), ("branch-rate", Self.rate(branches))] }
  }

  package func text() -> String {
    var xml = XMLText()
    let files = report.itemsByFile.filter { !Self.lines(of: $0.items).isEmpty }
    let all = Self.rates(of: report.items[...])
    xml.open(
      "coverage",
      [("version", "okit \(EngineVersion.text)"), ("timestamp", "0"), ("complexity", "0")] + all.attributes + [
        ("lines-covered", "\(all.lines.covered)"), ("lines-valid", "\(all.lines.of)"),
        ("branches-covered", "\(all.branches.covered)"), ("branches-valid", "\(all.branches.of)"),
      ])
    xml.open("sources", [])
    xml.element("source", [], ".")
    xml.close("sources")
    xml.open("packages", [])
    xml.open("package", [("name", "application"), ("complexity", "0")] + all.attributes)
    xml.open("classes", [])
    for (file, items) in files {
      xml.open(
        "class",
        [("name", file), ("filename", file), ("complexity", "0")] + Self.rates(of: items).attributes)
      xml.empty("methods", [])
      xml.open("lines", [])
      for (number, line) in Self.lines(of: items).sorted(by: { $0.key < $1.key }) {
        var attributes = [
          ("number", "\(number)"), ("hits", "\(line.hits)"), ("branch", line.of > 0 ? "true" : "false"),
        ]
        if line.of > 0 {
          attributes.append(("condition-coverage", "\(line.covered * 100 / line.of)% (\(line.covered)/\(line.of))"))
        }
        xml.empty("line", attributes)
      }
      xml.close("lines")
      xml.close("class")
    }
    for name in ["classes", "package", "packages", "coverage"] { xml.close(name) }
    return xml.text
  }

  private static func lines(of items: ArraySlice<CoverageItem>) -> [Int: Line] {
    items.reduce(into: [:]) { lines, item in
      switch item.kind {
      case .line:
        lines[item.line, default: Line()].hits = item.count
        lines[item.line]?.isCounted = true
      case .branch, .binding:
        var line = lines[item.line, default: Line()]
        if !line.isCounted { line.hits = max(line.hits, item.count) }
        line.covered += item.reached.count
        line.of += item.outcomes.count
        lines[item.line] = line
      case .function, .controller, .cell, .action, .segue, .answer: break
      }
    }
  }

  private static func rates(of items: ArraySlice<CoverageItem>) -> Rates {
    items.reduce(into: Rates()) { rates, item in
      switch item.kind {
      case .line:
        rates.lines.covered += item.reached.count
        rates.lines.of += item.outcomes.count
      case .branch, .binding:
        rates.branches.covered += item.reached.count
        rates.branches.of += item.outcomes.count
      case .function, .controller, .cell, .action, .segue, .answer: break
      }
    }
  }
}
