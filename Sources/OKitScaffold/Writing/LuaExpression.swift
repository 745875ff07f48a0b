/// An expression in Lua that is laid out in lines of at most 120 characters.
indirect enum LuaExpression {
  case code(String)
  /// A table. `isFilled` puts as many entries in a line as fit, for data.
  case table([Entry], isFilled: Bool = false, isExpanded: Bool = false)
  /// A call with a table: `okit.ModelTextCell { … }`.
  case made(String, LuaExpression)
  /// A call with arguments in parentheses.
  case call(String, [LuaExpression])

  struct Entry {
    var key: String?
    var value: LuaExpression
    /// A comment after the entry, which then has a line of its own.
    var remark: String?

    init(_ key: String? = nil, _ value: LuaExpression, remark: String? = nil) {
      (self.key, self.value, self.remark) = (key, value, remark)
    }
  }

  static func text(_ text: String) -> LuaExpression { .code(LuaText.quoted(text)) }
}

/// Lays out expressions.
struct LuaPrinter {
  static let width = 120

  /// Returns an expression as lines.
  ///
  /// - Parameters:
  ///   - indent: The number of levels of the line.
  ///   - prefix: The number of characters in front of the expression and after it.
  static func text(_ expression: LuaExpression, indent: Int = 0, prefix: Int = 0) -> String {
    switch expression {
    case .code(let code): return wrapped(code, indent: indent, prefix: prefix)
    case .made(let head, let table): return "\(head) \(text(table, indent: indent, prefix: prefix + head.count + 1))"
    case .call(let head, let arguments):
      let all = arguments.map { text($0, indent: indent, prefix: 0) }
      let first = all.dropLast().joined(separator: ", ")
      let before = head.count + 1 + first.count + (first.isEmpty ? 0 : 2)
      let last = arguments.last.map { text($0, indent: indent, prefix: prefix + before + 1) } ?? ""
      return "\(head)(\(first)\(first.isEmpty ? "" : ", ")\(last))"
    case .table(let entries, let isFilled, let isExpanded):
      return table(entries, isFilled, isExpanded, indent: indent, prefix: prefix)
    }
  }

  private static func table(
    _ entries: [LuaExpression.Entry], _ isFilled: Bool, _ isExpanded: Bool, indent: Int, prefix: Int
  ) -> String {
    if entries.isEmpty { return "{}" }
    let hasRemarks = entries.contains { $0.remark != nil }
    let parts = entries.map { entry in
      let head = entry.key.map { "\($0) = " } ?? ""
      return head + text(entry.value, indent: indent + 1, prefix: head.count + 1)
    }
    let line = "{ " + parts.joined(separator: ", ") + " }"
    if !isExpanded, !hasRemarks, !line.utf8.contains(UInt8(ascii: "\n")), 2 * indent + prefix + line.count <= width {
      return line
    }
    let margin = String(repeating: "  ", count: indent)
    if isFilled { return "{\n" + filled(parts, margin: margin + "  ") + margin + "}" }
    let lines = zip(entries, parts).map { entry, part in
      "\(margin)  \(part)," + (entry.remark.map { " -- \($0)" } ?? "") + "\n"
    }
    return "{\n" + lines.joined() + margin + "}"
  }

  /// As many parts in a line as fit; one with several lines has its own.
  private static func filled(_ parts: [String], margin: String) -> String {
    var (text, line) = ("", "")
    for part in parts {
      let isLong = part.utf8.contains(UInt8(ascii: "\n"))
      if !line.isEmpty, isLong || margin.count + line.count + part.count + 2 > width {
        text += margin + line + "\n"
        line = ""
      }
      if isLong {
        text += "\(margin)\(part),\n"
      } else {
        line += (line.isEmpty ? "" : " ") + part + ","
      }
    }
    return text + (line.isEmpty ? "" : margin + line + "\n")
  }

  /// A long text continues in further lines: `\z` skips the line break and the spaces after it.
  private static func wrapped(_ code: String, indent: Int, prefix: Int) -> String {
    guard code.first == "\"", 2 * indent + prefix + code.count > width else { return code }
    let margin = String(repeating: "  ", count: indent + 1)
    var (lines, line) = ([String](), "")
    var room = width - 2 * indent - prefix - 2
    var rest = Array(code)[...]
    while !rest.isEmpty {
      let token = nextToken(&rest)
      if line.count + token.count > max(room, 20), !line.isEmpty {
        lines.append(line)
        (line, room) = ("", width - margin.count - 3)
      }
      // `\z` would skip a space at the beginning of a line.
      line += line.isEmpty && !lines.isEmpty && token == " " ? "\\x20" : token
    }
    lines.append(line)
    return lines.joined(separator: "\\z\n" + margin)
  }

  /// An escape sequence, or a character.
  private static func nextToken(_ rest: inout ArraySlice<Character>) -> String {
    let first = rest.removeFirst()
    guard first == "\\", let second = rest.first else { return String(first) }
    rest.removeFirst()
    guard second == "u", let end = rest.firstIndex(of: "}") else { return "\\\(second)" }
    defer { rest = rest[(end + 1)...] }
    return "\\u" + String(rest[...end])
  }
}
