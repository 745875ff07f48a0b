import OKitValues
import Testing

/// Diagnostics as JSON, for editors.
@Suite struct DiagnosticJSONTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var diagnostic: Diagnostic
    var json: String
    var description: String { name }
  }

  static let line = SourceText(name: "a.lua", text: "\tpritn(é)")

  static let cases = [
    Case(
      name: "only a message", diagnostic: Diagnostic("model.gone", "it is gone"),
      json: #"{"code":"model.gone","message":"it is gone","severity":"error"}"#),
    Case(
      name: "a place in a file that has no lines",
      diagnostic: Diagnostic("json.syntax", "no value", severity: .warning, place: .init(file: "a.json", offset: 7)),
      json: #"{"code":"json.syntax","file":"a.json","message":"no value","offset":7,"severity":"warning"}"#),
    Case(
      name: "a whole file", diagnostic: Diagnostic("file.read", "no", severity: .note, place: .init(file: "a.lua")),
      json: #"{"code":"file.read","file":"a.lua","message":"no","severity":"note"}"#),
    Case(
      name: "a part of a line",
      diagnostic: Diagnostic(
        "lua.error", "nil", place: .init(file: "a.lua", line: 3),
        excerpt: .init(source: line, range: SourceRange(1, 6)), hint: "print",
        notes: [
          .frame(.init(file: "a.lua", line: 3, function: .named("x"), count: 2)), .computedProperty("A.b"),
          .frame(.init(file: "c:d.lua", line: 12, function: .mainChunk)), .omittedFrames,
        ]),
      json: #"{"code":"lua.error","column":2,"endColumn":7,"excerpt":{"column":2,"endColumn":7,"text":"\tpritn(é)"},"#
        + #""file":"a.lua","hint":"print","line":3,"message":"nil","severity":"error","traceback":["#
        + #"{"count":2,"file":"a.lua","function":"function 'x'","line":3},{"note":"in computed property A.b"},"#
        + #"{"file":"c:d.lua","function":"main chunk","line":12},{"note":"..."}]}"#),
    Case(
      name: "columns count characters",
      diagnostic: Diagnostic(
        "lua.error", "x", place: .init(file: "a.lua", line: 1),
        excerpt: .init(source: line, range: SourceRange(9, 10))),
      json: #"{"code":"lua.error","column":9,"endColumn":10,"excerpt":{"column":9,"endColumn":10,"text":"\tpritn(é)"},"#
        + #""file":"a.lua","line":1,"message":"x","severity":"error"}"#),
    Case(
      name: "only the line is known",
      diagnostic: Diagnostic(
        "lua.error", "x", place: .init(file: "a.lua", line: 1), excerpt: .init(source: line, range: nil)),
      json:
        #"""
        {"code":"lua.error","excerpt":{"text":"\tpritn(é)"},"file":"a.lua","line":1,"message":"x","severity":"error"}
        """#
    ),
    Case(
      name: "a binding of a cell",
      diagnostic: Diagnostic(
        "binding.unknownName", "no", place: .init(file: "a.lua", line: 9),
        excerpt: .init(source: SourceText(name: "books: path", text: "nmae/upper"), range: SourceRange(0, 4))
      ).from(.init(owner: "books", part: "cell", property: "path", binding: "nmae/upper")),
      json: #"{"binding":"nmae/upper","code":"binding.unknownName","controller":"books","#
        + #""excerpt":{"column":1,"endColumn":5,"text":"nmae/upper"},"file":"a.lua","line":9,"message":"no","#
        + #""part":"cell","property":"path","severity":"error"}"#),
  ]

  @Test("each member", arguments: cases)
  func members(_ example: Case) throws {
    #expect(try example.diagnostic.jsonValue.json(pretty: false) == example.json)
  }
}
