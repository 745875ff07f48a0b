import OKitEngine
import OKitTestSupport
import Testing

/// `why`: what the bindings of a row, a cell or the screen read, when they ran, and which write made them run.
@Suite struct WhyCommandTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder(["shop/app.lua": ShopScript.text]) }

  private func run(_ commands: String, _ arguments: [String] = []) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["shop/app.lua", "--log", "warn", "--now", "2020-01-01", "--exec", commands] + arguments, in: folder)
  }

  static let sessions: [(String, String)] = [
    (
      "call fill(); why Dune > text",
      """
      path
        binding name
        value   Dune
        read    /books/0/name
        ran     once in turn 3, 2020-01-01T00:00:00Z

      """
    ),
    (
      "call fill(); screen; advance 5m; set-path books[0]/name = Emil; set-path books[1]/name = Zazie; why Emil > path",
      """
      path
        binding name
        value   Emil
        read    /books/0/name
        ran     2 times, last in turn 5, 2020-01-01T00:05:00Z
        cause   /books/0/name was written

      """
    ),
    (
      "call fill(); row Dune; why Name > control; set-path copies = 4; why Copies > control",
      """
      textPath
        binding name
        value   Dune
        read    /books/0/name
        ran     once in turn 4, 2020-01-01T00:00:00Z
      valuePath
        binding copies
        value   4
        read    /books/0/copies
        ran     2 times, last in turn 5, 2020-01-01T00:00:00Z
        cause   /books/0/copies was written

      """
    ),
    (
      "why > title; set-path title = \"a\\nb\"; why > titlePath",
      """
      titlePath
        binding title
        value   Book Shop
        read    /title
        ran     once in turn 2, 2020-01-01T00:00:00Z
      titlePath
        binding title
        value   a\\nb
        read    /title
        ran     2 times, last in turn 3, 2020-01-01T00:00:00Z
        cause   /title was written

      """
    ),
  ]

  @Test(arguments: sessions)
  func tells(commands: String, output: String) throws {
    let result = try run(commands)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasSuffix(output), "\(result.output)")
  }

  @Test func tellsOfAllBindings() throws {
    let result = try run("call fill(); why; why 2; row Emma; why Size")
    #expect(result.status == 0)
    #expect(
      result.lines.filter { !$0.hasPrefix(" ") }
        == ["dataPath", "titleCount", "titlePath", "path", "segmentsPath", "selectIndexPath"])
  }

  @Test func printsJSON() throws {
    let result = try run(
      "call fill(); screen; set-path books[0]/name = Emil; why Emil > path; why Emil", ["--format", "json"])
    #expect(result.status == 0)
    let documents = try result.lines.map { try JSONValue.parse(json: Array($0.utf8), file: "output") }
    #expect(documents.count == 3)
    #expect(
      documents[1] == [
        "property": "path", "binding": "name", "value": "Emil", "reads": ["/books/0/name"], "runs": 2,
        "ran": ["turn": 4, "at": "2020-01-01T00:00:00Z"], "cause": "/books/0/name",
      ])
    if case .array(let all) = documents[2] { #expect(all.contains(documents[1])) } else { Issue.record("no list") }
  }

  static let failures: [(String, String)] = [
    (
      "why Duen > text",
      """
      --exec:2: no row or cell matches "Duen" on "books"; available: "Dune", "name", "Emma" (did you mean "Dune"?)

      """
    ),
    ("why Dune > detial", "--exec:2: the row has no property \"detial\" (did you mean \"detail\"?)\n"),
    ("why Dune > ribbon", "--exec:2: no value is given for \"ribbonColor\" of this row\n"),
    ("why > titel", "--exec:2: the screen has no property \"titel\" (did you mean \"title\"?)\n"),
    ("why Dune >", "--exec:2: missing argument for \"why\" (usage: why [X] [> property])\n"),
  ]

  @Test(arguments: failures)
  func namesTheNearest(command: String, errors: String) throws {
    let result = try run("call fill(); " + command)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix(errors), "\(result.errors)")
  }
}
