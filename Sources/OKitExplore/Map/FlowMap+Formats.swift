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

  /// What a person reads of a transition.
  private func title(_ way: Way, _ transition: Transition) -> String {
    transition.label.isEmpty ? way.action : transition.label
  }

  /// The lines with which a map begins, by which its file is known as one of okit: no other is replaced.
  package static let dotBeginning = "digraph flow {\n  // A flow map of okit.\n"
  package static let mermaidBeginning = "flowchart LR\n  %% A flow map of okit.\n"

  /// In the language of Graphviz.
  package var dot: String {
    func quoted(_ text: String) -> String {
      "\"\(PrintableText.line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    var lines = ["  rankdir=LR;", "  node [shape=box, fontname=\"sans-serif\"];"]
    lines.append("  edge [fontname=\"sans-serif\", fontsize=10];")
    for (id, screen) in sortedScreens {
      let style = screen.visits == 0 ? "dotted" : screen.place.dialog == nil ? "solid" : "rounded"
      lines.append("  \(quoted(id)) [style=\(style)];")
    }
    for (way, transition, _) in sortedTransitions {
      let style = transition.count == 0 ? "dotted" : way.isAutomatic ? "dashed" : "solid"
      let label = quoted(title(way, transition))
      lines.append("  \(quoted(way.from)) -> \(quoted(way.to)) [label=\(label), style=\(style)];")
    }
    return Self.dotBeginning + (lines + ["}"]).map { $0 + "\n" }.joined()
  }

  /// In the language of Mermaid.
  package var mermaid: String {
    let screens = sortedScreens
    let numbers = Dictionary(uniqueKeysWithValues: screens.enumerated().map { ($1.id, $0) })
    func text(_ text: String) -> String {
      let escapes = [("#", "#35;"), ("\"", "#quot;"), ("|", "#124;")]
      return escapes.reduce(PrintableText.line(text)) { $0.replacing($1.0, with: $1.1) }
    }
    var lines: [String] = []
    for (number, (id, screen)) in screens.enumerated() {
      lines.append("  s\(number)[\"\(text(id))\"]\(screen.visits == 0 ? ":::unreached" : "")")
    }
    for (way, transition, _) in sortedTransitions {
      guard let from = numbers[way.from], let to = numbers[way.to] else { continue }
      let arrow = transition.count == 0 || way.isAutomatic ? "-.->" : "-->"
      let label = title(way, transition)
      lines.append("  s\(from) \(arrow)\(label.isEmpty ? "" : "|\"\(text(label))\"|") s\(to)")
    }
    if screens.contains(where: { $0.screen.visits == 0 }) {
      lines.append("  classDef unreached stroke-dasharray: 2 4")
    }
    return Self.mermaidBeginning + lines.map { $0 + "\n" }.joined()
  }
}
