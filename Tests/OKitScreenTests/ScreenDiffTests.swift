import OKitScreen
import OKitTestSupport
import OKitTrace
import Testing

@Suite struct ScreenDiffTests {
  @Test func equalScreensHaveNoChanges() {
    #expect(ScreenSamples.list.changes(since: ScreenSamples.list).isEmpty)
  }

  @Test func fieldsByTheirJSONKey() {
    var new = ScreenSamples.example
    new.title = "Shop"
    new.search = nil
    new.window = Window(total: 3, from: 0)
    let diff = new.changes(since: ScreenSamples.example)
    #expect(diff.fields.map(\.name) == ["title", "search", "total", "from"])
    #expect(diff.fields.first?.old == "Book Shop")
    #expect(diff.fields.first?.new == "Shop")
    #expect(diff.fields.last?.old == .null)
  }

  @Test func oneRowOfMany() {
    let old = screen([("", (0..<1000).map { Screen.Row(id: .cell($0), text: "\($0)") })])
    var new = old
    new.sections[0].rows[500].text = "changed"
    let diff = new.changes(since: old)
    #expect(diff.updates.map(\.path) == [RowPath(section: 0, row: 500)])
    #expect(diff.updates.map(\.old.text) == ["500"])
    #expect(diff.updates.map(\.new.text) == ["changed"])
    #expect(diff.moves.isEmpty && diff.removals.isEmpty && diff.insertions.isEmpty)
  }

  @Test func `rows and sections that stay in their places, some with equal names`() {
    let old = screen([("a", [Screen.Row(id: .cell(0)), Screen.Row(id: .cell(0))]), ("a", [])])
    var new = old
    new.sections[0].rows[1].text = "changed"
    new.sections[1].footer = "changed"
    let diff = new.changes(since: old)
    #expect(diff.updatedSections.map(\.place) == [1])
    #expect(diff.updatedSections.map(\.new.footer) == ["changed"])
    #expect(diff.updates.map(\.path) == [RowPath(section: 0, row: 1)])
    #expect(diff.updates.map(\.new.text) == ["changed"])
    #expect(diff.moves.isEmpty && diff.removals.isEmpty && diff.insertions.isEmpty)
  }

  @Test func oneRowToTheFrontIsOneMove() {
    let old = screen([("", (0..<5).map { Screen.Row(id: .cell($0)) })])
    var new = old
    new.sections[0].rows.insert(new.sections[0].rows.remove(at: 3), at: 0)
    let diff = new.changes(since: old)
    #expect(diff.moves.map(\.from) == [RowPath(section: 0, row: 3)])
    #expect(diff.moves.map(\.to) == [RowPath(section: 0, row: 0)])
    #expect(diff.updates.isEmpty)
  }

  @Test func aRowThatChangesItsSectionMoves() {
    let rows = (0..<3).map { Screen.Row(id: .cell($0)) }
    let old = screen([("A", rows), ("B", [])])
    let new = screen([("A", Array(rows.prefix(2))), ("B", [rows[2]])])
    let diff = new.changes(since: old)
    #expect(diff.moves.map(\.from) == [RowPath(section: 0, row: 2)])
    #expect(diff.moves.map(\.to) == [RowPath(section: 1, row: 0)])
    #expect(diff.removals.isEmpty && diff.insertions.isEmpty)
  }

  @Test(arguments: 0..<400)
  func applyingTheChangesGivesTheNewRows(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = randomScreen(&random)
    let new = randomScreen(&random)
    let diff = new.changes(since: old)
    #expect(diff.applied(to: old.sections) == new.sections, "seed \(seed)")
    #expect(diff.applied(to: old) == new.jsonValue, "seed \(seed)")
    #expect(diff.isEmpty == (old == new), "seed \(seed)")
  }

  @Test(arguments: 0..<400)
  func `a patch makes the JSON of the new screen`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (old, new) = (randomScreen(&random), randomScreen(&random))
    for patch in [JSONPatch(from: old, to: new), JSONPatch(from: old.jsonValue, to: new.jsonValue)] {
      #expect(try patch.applied(to: old.jsonValue) == new.jsonValue, "seed \(seed)")
      #expect(try JSONPatch(patch.jsonValue) == patch, "seed \(seed)")
      #expect(patch.isEmpty == (old.jsonValue == new.jsonValue), "seed \(seed)")
    }
  }

  @Test func `a row that is inserted or moved does not rewrite the others`() {
    let old = screen([("", (0..<100).map { Screen.Row(id: .cell($0), text: "\($0)") })])
    var new = old
    new.sections[0].rows.insert(Screen.Row(id: .cell(200)), at: 50)
    new.sections[0].rows.insert(new.sections[0].rows.remove(at: 90), at: 3)
    let patch = JSONPatch(from: old, to: new)
    #expect(
      patch.operations == [
        .move(from: JSONPointer(["sections", "0", "rows", "89"]), to: JSONPointer(["sections", "0", "rows", "3"])),
        .add(JSONPointer(["sections", "0", "rows", "51"]), Screen.Row(id: .cell(200)).jsonValue),
      ])
  }

  @Test(arguments: [
    (#"[{"op":"add","path":"/a/x","value":1}]"#, "there is nothing at /a/x"),
    (#"[{"op":"remove","path":"/b"}]"#, "there is nothing at /b"),
    (#"[{"op":"replace","path":"/a/01","value":1}]"#, "there is nothing at /a/01"),
    (#"[{"op":"move","from":"/a","path":"/a/0"}]"#, "cannot move /a into itself"),
    (#"[{"op":"test","path":"/a/0","value":2}]"#, "the value at /a/0 is another one"),
    (#"[{"op":"paste","path":"/a"}]"#, "unknown operation \"paste\" in a patch"),
    (#"[{"op":"add","path":"a","value":1}]"#, "\"a\" is not a JSON pointer"),
    (#"[{"op":"add","path":"/a"}]"#, "an operation of a patch needs the member \"value\""),
    (#"{}"#, "a patch must be a list"),
  ])
  func `a wrong patch is an error`(_ json: String, _ message: String) throws {
    let failure = #expect(throws: Diagnostic.self) {
      try JSONPatch(JSONValue.parse(json: json)).applied(to: ["a": [1]])
    }
    #expect(failure?.code == "trace.patch" && failure?.message == message)
  }

  @Test func `copies of copies have a limit`() throws {
    let double = #"[{"op":"copy","from":"","path":"/-"}]"#
    let patch = JSONPatch(try (0..<40).flatMap { _ in try JSONPatch(JSONValue.parse(json: double)).operations })
    let failure = #expect(throws: Diagnostic.self) { try patch.applied(to: [[]]) }
    #expect(failure?.code == "trace.patch")
  }

  /// Sections with headers and rows from a small supply, so that they are found again, moved, and there twice.
  private func randomScreen(_ random: inout SeededGenerator) -> Screen {
    let headers = ["A", "B", "C", "D", ""].shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    var ids = Array(0..<12) + [3, 4]
    ids.shuffle(using: &random)
    var sections = headers.map { header in
      let rows = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in ids.popLast() }
      return (header, rows.map { Screen.Row(id: .cell($0), text: Bool.random(using: &random) ? "x" : "y") })
    }
    if let first = sections.first, Bool.random(using: &random) { sections.append((first.0, [])) }
    var result = screen(sections)
    for index in result.sections.indices where Bool.random(using: &random) { result.sections[index].footer = "footer" }
    return result
  }

  private func screen(_ sections: [(String, [Screen.Row])]) -> Screen {
    Screen(
      kind: .list, name: "list",
      sections: sections.map { Section(header: $0.0.isEmpty ? nil : $0.0, rows: $0.1) })
  }
}

/// SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
