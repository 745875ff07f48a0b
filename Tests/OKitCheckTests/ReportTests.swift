import OKitEngine
import OKitLua
import Testing

@testable import OKitCheck

/// The texts of findings in all formats.
@Suite struct ReportTests {
  private static let findings = [
    Finding(
      code: "binding.property", severity: .error, message: "films: path: Film has no property or function \"titel\"",
      hint: "did you mean \"title\"?", file: "my app.lua", line: 3, column: 9, endColumn: 14,
      excerpt: ShownLine("\tpath = \"titel\",", part: 8..<13)),
    Finding(
      code: "function.unused", severity: .warning, message: "nothing calls Film.age", hint: nil, file: "my app.lua",
      line: 9,
      column: 15, endColumn: 18, excerpt: ShownLine("function Film:age() end", part: 14..<17)),
    Finding(
      code: "binding.nullable", severity: .note, message: "100 %, or\nmore", hint: nil, file: "a,b:c.lua", line: 1,
      column: 1,
      endColumn: 1, excerpt: .none),
  ]

  private func report(_ format: FindingFormat) throws -> String {
    try FindingReport(Self.findings).text(format, version: "1.0")
  }

  @Test func text() throws {
    #expect(
      try report(.text) == """
        my app.lua:3:9: error: films: path: Film has no property or function "titel" [binding.property]
            \tpath = "titel",
            \t       ^~~~~
            did you mean "title"?
        my app.lua:9:15: warning: nothing calls Film.age [function.unused]
            function Film:age() end
                          ^~~
        a,b:c.lua:1:1: note: 100 %, or\\nmore [binding.nullable]

        """)
  }

  @Test func github() throws {
    #expect(
      try report(.github) == """
        ::error file=my app.lua,line=3,col=9,endColumn=14,title=binding.property::films: path: Film has no property or \
        function "titel" (did you mean "title"?)
        ::warning file=my app.lua,line=9,col=15,endColumn=18,title=function.unused::nothing calls Film.age
        ::notice file=a%2Cb%3Ac.lua,line=1,col=1,endColumn=1,title=binding.nullable::100 %25, or%0Amore

        """)
  }

  @Test func githubHasNoControlCharacters() throws {
    let finding = Finding(
      code: "lua.field", severity: .error, message: "no \"a\u{1B}[31m\u{202E}\r\u{9B}\tb\"\nc",
      hint: "did you mean \"\u{7}\"?",
      file: "a\u{1B}c.lua", line: 1, column: 1, endColumn: 2, excerpt: .none)
    #expect(
      try FindingReport([finding]).text(.github, version: "1.0") == """
        ::error file=a\\u{1B}c.lua,line=1,col=1,endColumn=2,title=lua.field::no \
        "a\\u{1B}[31m\\u{202E}\\u{D}\\u{9B}\tb"%0Ac (did you mean "\\u{7}"?)

        """)
  }

  @Test func json() throws {
    guard case .array(let findings) = try JSONValue.parse(json: report(.json)) else {
      Issue.record("not an array")
      return
    }
    #expect(findings.count == 3)
    #expect(
      findings.first
        == [
          "code": "binding.property", "severity": "error",
          "message": "films: path: Film has no property or function \"titel\"", "hint": "did you mean \"title\"?",
          "file": "my app.lua", "line": 3, "column": 9, "endColumn": 14,
        ])
  }

  @Test func noFindings() throws {
    let empty = FindingReport([])
    #expect(try empty.text(.text, version: "1") == "")
    #expect(try empty.text(.github, version: "1") == "")
    #expect(try JSONValue.parse(json: empty.text(.json, version: "1")) == [])
  }
}
