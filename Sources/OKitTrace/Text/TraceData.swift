/// The parts of records in words.
package enum TraceData {
  /// A change as a person reads it: `/items/0/stock 2 → 1`, `+ /books/2 {…}`, `- /books/2 {…}`, `/books/2 → /books/0`.
  package static func change(_ patch: JSONValue) -> String {
    let path = text(patch["path"])
    return switch text(patch["op"]) {
    case "add": "+ \(path) \(value(patch["value"]))"
    case "remove": "- \(path) \(value(patch["old"]))"
    case "move": "\(text(patch["from"])) → \(path)"
    default: "\(path) \(value(patch["old"])) → \(value(patch["value"]))"
    }
  }

  package static func message(_ diagnostic: JSONValue) -> String {
    let hint = text(diagnostic["hint"])
    return text(diagnostic["message"]) + (hint.isEmpty ? "" : " (\(hint))")
  }

  package static func diagnostic(_ diagnostic: JSONValue) -> String {
    var place = text(diagnostic["file"])
    if case .int(let line)? = diagnostic["line"] { place += ":\(line)" }
    return (place.isEmpty ? "" : place + ": ") + "\(text(diagnostic["severity"])): \(message(diagnostic))"
  }

  package static func logLine(_ line: JSONValue) -> String { "\(text(line["level"])): \(text(line["message"]))" }

  package static func request(_ request: JSONValue) -> String {
    var line = "\(text(request["method"])) \(text(request["url"]))"
    for body in [request["json"], request["body"], request["base64"]].compactMap(\.self) { line += " \(value(body))" }
    if let error = request["error"] { return "\(line) → \(message(error))" }
    guard let answer = request["answer"] else { return line }
    line += " → \(value(answer["status"]))"
    for body in [answer["json"], answer["body"], answer["base64"]].compactMap(\.self) { line += " \(value(body))" }
    return line
  }

  /// What a binding has read, and which write made it run.
  package static func report(_ report: JSONValue) -> [String] {
    let owner = [report["controller"], report["row"]].compactMap(\.self).map(text).joined(separator: " ")
    var lines = ["\(owner) \(text(report["property"])) = \(value(report["value"]))"]
    if let binding = report["binding"] { lines[0] += "  \(value(binding))" }
    if case .array(let reads)? = report["reads"], !reads.isEmpty {
      lines.append("  read \(reads.map(text).joined(separator: ", "))")
    }
    if let cause = report["cause"] { lines.append("  \(text(cause)) was written") }
    return lines
  }

  /// `alert opened: Delete?`.
  package static func dialog(_ record: JSONValue) -> String {
    "\(text(record["kind"])) \(text(record["event"])): \(record["dialog"].map { shown($0, "title", "message") } ?? "")"
  }

  // MARK: Screens

  /// The texts of a screen: its title, sections and rows, and the open dialog.
  package static func screen(_ screen: JSONValue) -> [String] {
    var lines = ["\(text(screen["name"])): \(shown(screen, "title", "subtitle"))"]
    for section in elements(screen["sections"]) {
      if let header = section["header"], header != .null { lines.append("  " + text(header)) }
      for row in elements(section["rows"]) {
        lines.append(
          "  - "
            + ([shown(row, "text", "detail")] + elements(row["cells"]).map { control($0) }).joined(separator: " | ")
            + control(row))
      }
    }
    for kind in ["alert", "sheet"] {
      guard let dialog = screen[kind], dialog != .null else { continue }
      lines.append("  \(kind): \(shown(dialog, "title", "message"))")
      lines.append("    " + elements(dialog["actions"]).map { "[\(text($0["title"]))]" }.joined(separator: " "))
    }
    return lines
  }

  private static func control(_ row: JSONValue) -> String {
    guard let control = row["control"], control != .null else { return "" }
    let shown = control["text"].flatMap { $0 == .null ? nil : text($0) } ?? value(control["value"])
    return " [\(shown)]"
  }

  private static func shown(_ part: JSONValue, _ names: String...) -> String {
    names.compactMap { name in part[name].flatMap { $0 == .null ? nil : text($0) } }.joined(separator: " — ")
  }

  // MARK: Values

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  /// A text as it is, on one line; any other value as JSON.
  private static func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value {
      PrintableText.line(text)
    } else if value == nil {
      ""
    } else {
      self.value(value)
    }
  }

  /// A value as JSON on one line, cut if it is long.
  package static func value(_ value: JSONValue?) -> String {
    guard let value, let json = try? value.json() else { return "nil" }  // What was read can be written.
    return PrintableText.line(PrintableText.shortened(json, to: 200))
  }
}
