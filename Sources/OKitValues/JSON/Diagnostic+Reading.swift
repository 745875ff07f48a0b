/// Diagnostics from JSON. The line of an excerpt is read as it is shown; an underlying error is in no JSON.
extension Diagnostic: JSONConvertible {
  public init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a diagnostic")
    self.init(
      Code(rawValue: try members.required("code", members.string)), try members.required("message", members.string),
      severity: try members.name("severity", of: Severity.self) ?? .error, hint: try members.string("hint"))
    limit = try members.name("limit", of: Limit.self)
    if let file = try members.string("file") {
      place = Place(
        file: file, line: max(0, try members.int("line") ?? 0), column: try members.int("column"),
        offset: try members.int("offset"))
    }
    if let excerpt = members["excerpt"] {
      self.excerpt = try Excerpt(json: excerpt)
      self.excerpt?.endColumn = try members.int("endColumn")
    }
    if let controller = try members.string("controller") {
      origin = Origin(
        owner: controller, part: try members.string("part"),
        property: try members.required("property", members.string), binding: try members.string("binding"))
    }
    for note in try members.array("traceback") { notes.append(try Note(json: note)) }
  }
}

extension Diagnostic.Excerpt {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "an excerpt")
    let text = try members.required("text", members.string)
    self.init(source: SourceText(name: "", text: text), range: nil)
    guard let column = try members.int("column"), let end = try members.int("endColumn"), column >= 1, end >= column
    else {
      // Where only the line is known, the caret is at its first word.
      let start = text.prefix { $0 == " " || $0 == "\t" }.count + 1
      line = ShownLine(text: text, column: start, endColumn: start)
      return
    }
    func offset(_ column: Int) -> Int { text.prefix(max(0, column - 1)).utf8.count }
    range = SourceRange(offset(column), offset(end))
    // A line that was cut is not to be cut again.
    line = ShownLine(text: text, column: column, endColumn: end)
  }
}

extension Diagnostic.Note {
  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a note")
    guard let file = try members.string("file") else {
      self = .other(try members.required("note", members.string))
      return
    }
    self = .frame(
      Diagnostic.Frame(
        file: file, line: try members.required("line", members.int),
        function: Self.function(try members.required("function", members.string)),
        count: try members.int("count") ?? 1))
  }

  private static func function(_ text: String) -> Diagnostic.Frame.Function {
    let name = String(text.drop { $0 != "'" }.dropFirst().dropLast())
    return switch true {
    case text.hasPrefix("function '"): .named(name)
    case text.hasPrefix("method '"): .method(name)
    case text.hasPrefix("metamethod '"): .metamethod(name)
    case text.hasPrefix("function <"): .anonymous(line: Int(text.dropLast().split(separator: ":").last ?? "") ?? 0)
    default: .mainChunk
    }
  }
}
