/// Lines of actions under the names of their steps.
enum StepLines {
  static func grouped(_ actions: [(steps: [String], text: String)]) -> [String] {
    var (lines, last) = ([String](), [String]())
    for (steps, text) in actions {
      let common = zip(last, steps).prefix { $0 == $1 }.count
      for (depth, name) in steps.enumerated().dropFirst(common) {
        lines.append(indentation(depth) + "step \(PrintableText.quoted(name))")
      }
      lines.append(indentation(steps.count) + text)
      last = steps
    }
    return lines
  }

  private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
