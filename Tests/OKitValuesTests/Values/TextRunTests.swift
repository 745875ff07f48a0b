import OKitScreen
import Testing

@Suite struct TextRunTests {
  private let value: Value = .list([
    .map(["text": .string("Dune"), "bold": .bool(true), "color": .string("#336699")]), .string(" by "),
    .map(["text": .string("Frank"), "italic": .bool(true), "link": .string("https://okit.example")]),
  ])

  @Test func readsStringsAndTables() throws {
    let runs = try #require(TextRun.runs(value))
    #expect(TextRun.text(runs) == "Dune by Frank")
    #expect(TextRun.marked(runs) == "Dune by Frank ↗")
    #expect(
      JSONValue.array(runs.map(\.jsonValue)) == [
        ["text": "Dune", "bold": true, "color": "#336699"], ["text": " by "],
        ["text": "Frank", "italic": true, "link": "https://okit.example"],
      ])
    #expect(TextRun.problem(in: value) == nil)
  }

  /// Any other list is a list, whose text has its elements.
  @Test(arguments: [
    Value.null, .string("Dune"), .list([]), .list([.string("Dune")]), .list([.map(["name": .string("Dune")])]),
    .map(["text": .string("Dune")]),
  ])
  func leavesOtherValues(value: Value) {
    #expect(TextRun.runs(value) == nil)
    #expect(TextRun.problem(in: value) == nil)
  }

  @Test(
    arguments: [
      (["text": .string("a"), "blod": .bool(true)], "run 2 has no field \"blod\"", "bold"),
      (["text": .string("a"), "bold": .string("yes")], "run 2: bold needs true or false, got yes", nil),
      (["text": .string("a"), "color": .string("blue")], "run 2: color needs a color such as #rrggbb, got blue", nil),
      (["text": .string("a"), "link": .int(1)], "run 2: link needs a string, got 1", nil),
      (["text": .list([])], "run 2: text needs a string, got a List", nil),
      (["bold": .bool(true)], "run 2 has no text", nil),
    ] as [([String: Value], String, String?)])
  func saysWhatIsWrong(run: [String: Value], message: String, nearest: String?) throws {
    let problem = try #require(TextRun.problem(in: .list([.map(["text": .string("")]), .map(run)])))
    #expect(problem.code == "text.run")
    #expect(problem.message == message)
    #expect(problem.hint == nearest.map { "did you mean \"\($0)\"?" })
  }
}
