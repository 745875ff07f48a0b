import OKitModel
import OKitTestSupport
import Testing

/// The members of documents: in any order and any spelling, each once.
@Suite struct DocumentMemberTests {
  private func refusal(_ text: String) throws -> String {
    let storage = try RecordingStorage(text)
    return problem { _ = try ModelFixture(storage: storage) }.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test(arguments: [
    (#"{"id": "a", "motto": "m", "motto": "n"}"#, 26, "motto"),
    (#"{"motto": "m", "books": [], "motto": "n"}"#, 28, "motto"),
    (#"{"id": "a", "\u0069d": "b"}"#, 12, "id"),
    (#"{"x": 1, "id": "a", "\u0078": 2}"#, 20, "x"),
    (#"{"x": 1, "books": [{"x": 1}, {"y": 1, "x": 2, "y": 3}]}"#, 46, "y"),
    (#"{"x": 1, "books": [{"x": 1}], "x": 2}"#, 30, "x"),
    (#"{"$type": "Library", "$type": "Library"}"#, 21, "$type"),
    (#"{"x": {"y": 1, "y": 2}}"#, 15, "y"),
    (#"{"$version": 1, "$version": 1}"#, 16, "$version"),
  ])
  func namesAreThereOnce(text: String, offset: Int, name: String) throws {
    #expect(
      try refusal(text) == "json.syntax: docs/okit/data/default.json: byte \(offset): duplicate key \"\(name)\"")
  }

  @Test func manyMembersAreThereOnce() throws {
    let host = TestHost()
    let names = (0..<150).map { "property\($0)" }
    try host.define("Wide", "Model", names.map { Property($0, .int) })
    let wide = try host.store.requireType("Wide", for: "test")
    let members = names.enumerated().map { "\"\($1)\": \($0)" }
    for again in [0, 70, 149] {
      let text = "{" + (members + [members[again]]).joined(separator: ", ") + "}"
      let storage = try RecordingStorage(text)
      #expect(
        problem { _ = try ModelRegistry(store: host.store, storage: storage).register(wide) }
          .contains("duplicate key \"property\(again)\""))
    }
    let storage = try RecordingStorage("{" + members.reversed().joined(separator: ",") + "}")
    let root = try ModelRegistry(store: host.store, storage: storage).register(wide)
    for (value, name) in names.enumerated() { #expect(host.store.get(root, name) == .int(value)) }
  }

  @Test(arguments: [
    #"{"$type": "Novel", "hero": "H", "title": "T"}"#, #"{"hero": "H", "title": "T", "$type": "Novel"}"#,
    #"{"title": "T", "\u0024type": "Novel", "hero": "H"}"#, #"{ "\u0024type":"Novel","hero":"H","title":"T" }"#,
  ])
  func theClassIsFoundAnywhere(book: String) throws {
    let fixture = try ModelFixture(storage: try RecordingStorage("{\"books\": [\(book)]}"))
    let novel = try #require(fixture.store.entities(try fixture.list("books")).first)
    #expect(fixture.store.type(of: novel)?.name == "Novel")
    #expect(fixture.store.get(novel, "hero") == .string("H"))
    #expect(fixture.store.get(novel, "title") == .string("T"))
    let before = fixture.store.subtree(fixture.library).count
    fixture.store.collectGarbage()
    #expect(fixture.store.entityCount == before, "what was read as the wrong class is gone")
  }

  @Test(arguments: [
    #"{"books": [{"title": "a", "author": "p"}, {"chapters": [{}, {"pages": 1, "scenes": [{}]}, 5]}]}"#,
    #"{"books": [{"parts": {"a": {}, "b": {"pages": "x"}}}]}"#,
    #"{"featured": {"appendix": {"pages": []}, "title": "f"}}"#,
    #"{"shelf": ["a", {"refKey": 5}]}"#, #"{"shelf": ["a", 5]}"#,
    #"{"books": [{"author": {"refKey": []}}]}"#, #"{"books": [{"title": "T","#,
    #"{"books": [{"title": 1, "$type": "Novel"}]}"#, #"{"books": [{"hero": "h", "$type": "Novel", "title": 1}]}"#,
  ])
  func whatIsRefusedLeavesNothingBehind(text: String) throws {
    let host = TestHost()
    _ = try ModelFixture(name: "first", host: host)
    host.store.collectGarbage()
    let before = host.store.entityCount
    #expect(problem { _ = try ModelFixture(host: host, storage: try RecordingStorage(text)) } != "no error")
    host.store.collectGarbage()
    #expect(host.store.entityCount == before)
    #expect(host.store.referrers(of: "p").isEmpty && host.store.referrers(of: "a").isEmpty)
  }

  @Test func textsAreThoseOfTheDocument() throws {
    let texts = [
      "", "fifteen bytes..", "sixteen bytes...", "sixteen bytes!!!", "é und ä und ö und ü", "\u{1F600}", "e\u{301}",
      "tab\tand \"quotes\" and \\ and a text that is longer", String(repeating: "x", count: 256),
      String(repeating: "y", count: 257), String(repeating: "ÿ", count: 5000),
    ]
    let all = (0..<300).map { texts[$0 % texts.count] + ($0 % 7 == 0 ? "\($0)" : "") }
    let books = JSONValue.array(all.map { ["title": .string($0)] })
    for pretty in [true, false] {
      let text = try JSONValue.object(["books": books]).json(pretty: pretty)
      let fixture = try ModelFixture(storage: try RecordingStorage(text))
      let titles = fixture.store.entities(try fixture.list("books")).map { fixture.store.get($0, "title") }
      #expect(titles == all.map(Value.string))
    }
  }
}
