/// A flow map as files for programs and people.
extension FlowMap {
  package var jsonValue: JSONValue {
    [
      "version": 1,
      "screens": .array(
        sortedScreens.map { id, screen in
          [
            "id": .string(id), "controller": .string(screen.place.controller),
            "dialog": screen.place.dialog.map(JSONValue.string) ?? .null, "editing": .bool(screen.place.isEditing),
            "visits": .int(screen.visits), "flow": .array(screen.lines.map(JSONValue.string)),
            "tests": .array(screen.tests.sorted().map(JSONValue.string)),
          ]
        }),
      "transitions": .array(
        sortedTransitions.map { way, transition, isDeclared in
          [
            "from": .string(way.from), "to": .string(way.to), "action": .string(way.action),
            "label": .string(transition.label), "automatic": .bool(way.isAutomatic), "declared": .bool(isDeclared),
            "count": .int(transition.count), "tests": .array(transition.tests.sorted().map(JSONValue.string)),
          ]
        }),
    ]
  }

  /// How a way is drawn.
  private enum WayStyle: String { case solid, dashed, dotted }

  /// What is drawn as one line: all ways from one screen to another.
  private struct DrawnWay {
    let from: String
    let to: String
    let style: WayStyle
    /// What a person reads of each.
    var titles: [String]

    /// Of many, the first ones.
    var lines: [String] { titles.count > 4 ? titles.prefix(3) + ["and \(titles.count - 3) more"] : titles }
  }

  private var drawnWays: [DrawnWay] {
    var drawn: [DrawnWay] = []
    var places: [[String]: Int] = [:]
    for (way, transition, _) in sortedTransitions {
      let style: WayStyle = transition.count == 0 ? .dotted : way.isAutomatic ? .dashed : .solid
      let title = transition.label.isEmpty ? way.action : transition.label
      let titles = title.isEmpty ? [] : [PrintableText.line(title)]
      let key = [way.from, way.to, style.rawValue]
      guard let place = places[key] else {
        places[key] = drawn.count
        drawn.append(DrawnWay(from: way.from, to: way.to, style: style, titles: titles))
        continue
      }
      drawn[place].titles += titles.filter { !drawn[place].titles.contains($0) }
    }
    return drawn
  }

  /// The lines with which a map begins.
  package static let dotBeginning = "digraph flow {\n  // A flow map of okit.\n"
  package static let mermaidBeginning = "flowchart LR\n  %% A flow map of okit.\n"

  /// In the language of Graphviz.
  package var dot: String {
    func escaped(_ text: String) -> String {
      PrintableText.line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    func quoted(_ lines: [String]) -> String { "\"\(lines.map(escaped).joined(separator: "\\n"))\"" }
    var lines = ["  rankdir=LR;", "  node [shape=box, fontname=\"Helvetica\"];"]
    lines.append("  edge [fontname=\"Helvetica\", fontsize=10];")
    for (id, screen) in sortedScreens {
      let style = screen.visits == 0 ? "dotted" : screen.place.dialog == nil ? "solid" : "rounded"
      lines.append("  \(quoted([id])) [style=\(style)];")
    }
    for way in drawnWays {
      let label = quoted(way.lines)
      lines.append("  \(quoted([way.from])) -> \(quoted([way.to])) [label=\(label), style=\(way.style)];")
    }
    return Self.dotBeginning + (lines + ["}"]).map { $0 + "\n" }.joined()
  }

  /// In the language of Mermaid.
  package var mermaid: String {
    let screens = sortedScreens
    let numbers = Dictionary(uniqueKeysWithValues: screens.enumerated().map { ($1.id, $0) })
    func text(_ text: String) -> String {
      let escapes = [("#", "#35;"), ("\"", "#quot;"), ("|", "#124;"), ("<", "#lt;"), (">", "#gt;")]
      return escapes.reduce(PrintableText.line(text)) { $0.replacing($1.0, with: $1.1) }
    }
    var lines: [String] = []
    for (number, (id, screen)) in screens.enumerated() {
      lines.append("  s\(number)[\"\(text(id))\"]\(screen.visits == 0 ? ":::unreached" : "")")
    }
    for way in drawnWays {
      guard let from = numbers[way.from], let to = numbers[way.to] else { continue }
      let arrow = way.style == .solid ? "-->" : "-.->"
      let label = way.lines.map(text).joined(separator: "<br>")
      lines.append("  s\(from) \(arrow)\(label.isEmpty ? "" : "|\"\(label)\"|") s\(to)")
    }
    if screens.contains(where: { $0.screen.visits == 0 }) {
      lines.append("  classDef unreached stroke-dasharray: 2 4")
    }
    return Self.mermaidBeginning + lines.map { $0 + "\n" }.joined()
  }
}
