import OKitTestSupport
import Testing

@testable import OKitModel

@Suite("Merging documents")
struct DocumentMergeTests {
  private func merge(_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) -> DocumentMerge.Result {
    DocumentMerge.merge(base: base, mine: mine, theirs: theirs)
  }

  private func shop(_ books: JSONValue...) -> JSONValue { ["id": "shop", "books": .array(books)] }

  private func book(_ id: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
    .object(members.merging(["id": .string(id)]) { value, _ in value })
  }

  @Test("merges properties of one entity")
  func properties() {
    let result = merge(
      ["id": "s", "a": 1, "b": 1, "c": 1], ["id": "s", "a": 2, "b": 1, "c": 1], ["id": "s", "a": 1, "b": 3])
    #expect(result.merged == ["id": "s", "a": 2, "b": 3])
    #expect(result.conflicts.isEmpty)
  }

  @Test("reports both values of a property that both have changed")
  func conflict() {
    let result = merge(
      shop(book("a", ["price": 1])), shop(book("a", ["price": 2])), shop(book("a", ["price": 3])))
    #expect(result.conflicts == [.init(path: "/books/a/price", mine: 2, theirs: 3)])
    #expect(result.summary(showsValues: true) == "/books/a/price is 2 here and 3 on the server")
    #expect(result.summary(showsValues: false) == "/books/a/price has two versions")
  }

  @Test("shows long values where they differ")
  func summary() {
    let text = String(repeating: "x", count: 500)
    let (mine, theirs) = (text + "mine" + text, text + "theirs")
    let result = merge(["id": "s", "a": ""], ["id": "s", "a": .string(mine)], ["id": "s", "a": .string(theirs)])
    let lead = "…" + text.prefix(20)
    #expect(
      result.summary(showsValues: true)
        == "/a is \(lead)mine\(text.prefix(96))… here and \(lead)theirs\" on the server")
  }

  @Test("takes newer own values in a merge with an own version")
  func ownVersion() {
    // The base is a version of others that both lack, in part.
    let base = shop(book("a", ["price": 1, "stock": 1]), book("b"), book("c", ["price": 1]))
    let mine = shop(book("a", ["price": 3, "stock": 1]), book("c", ["price": 2]), book("d"))
    let own = shop(book("a", ["price": 2, "stock": 2]), book("b", ["price": 5]), book("e"))
    let result = DocumentMerge.merge(base: base, mine: mine, theirs: own, prefersMine: true)
    #expect(result.conflicts.isEmpty)
    #expect(
      result.merged
        == shop(book("a", ["price": 3, "stock": 2]), book("e"), book("c", ["price": 2]), book("d")))
  }

  @Test("has the insertions of both sides, in one order")
  func insertions() {
    let base = shop(book("a"), book("b"))
    let (mine, theirs) = (shop(book("a"), book("x"), book("b")), shop(book("a"), book("w"), book("b"), book("y")))
    let merged = shop(book("a"), book("w"), book("x"), book("b"), book("y"))
    #expect(merge(base, mine, theirs).merged == merged)
    #expect(merge(base, theirs, mine).merged == merged)
  }

  @Test("has removals, moves and changes of both sides")
  func moves() {
    let base = shop(book("a"), book("b"), book("c"), book("d"), book("e"))
    let mine = shop(book("e"), book("a"), book("b"), book("c", ["price": 5]), book("d"))
    let theirs = shop(book("a"), book("c"), book("d"), book("e", ["price": 7]))
    let result = merge(base, mine, theirs)
    #expect(
      result.merged == shop(book("e", ["price": 7]), book("a"), book("c", ["price": 5]), book("d")))
    #expect(result.conflicts.isEmpty)
  }

  @Test("keeps what one side has changed and the other one removed, as a conflict")
  func editedAndRemoved() {
    let base = shop(book("a", ["price": 1]))
    let result = merge(base, shop(book("a", ["price": 2])), shop())
    #expect(result.conflicts == [.init(path: "/books/a", mine: book("a", ["price": 2]), theirs: nil)])
    let other = merge(base, shop(), shop(book("a", ["price": 2])))
    #expect(other.conflicts == [.init(path: "/books/a", mine: nil, theirs: book("a", ["price": 2]))])
  }

  @Test("finds changes of an entity that the other side has moved to another list")
  func movedAndChanged() {
    let base: JSONValue = ["id": "s", "new": [["id": "a", "price": 1]], "old": []]
    let mine: JSONValue = ["id": "s", "new": [], "old": [["id": "a", "price": 1]]]
    let theirs: JSONValue = ["id": "s", "new": [["id": "a", "price": 2]], "old": []]
    let merged: JSONValue = ["id": "s", "new": [], "old": [["id": "a", "price": 2]]]
    #expect(merge(base, mine, theirs).merged == merged)
    #expect(merge(base, theirs, mine).merged == merged)
    #expect(merge(base, mine, theirs).conflicts.isEmpty)
  }

  @Test("reports an entity that both have moved to different lists")
  func movedTwice() {
    let base: JSONValue = ["id": "s", "a": [["id": "x"]], "b": [], "c": []]
    let result = merge(
      base, ["id": "s", "a": [], "b": [["id": "x"]], "c": []], ["id": "s", "a": [], "b": [], "c": [["id": "x"]]])
    #expect(result.conflicts.map(\.path) == ["x>"])
  }

  @Test("reports entities that each side has moved below the other one")
  func cycle() throws {
    func node(_ id: String, _ kids: [JSONValue]) -> JSONValue { ["id": .string(id), "kids": .array(kids)] }
    let base: JSONValue = ["id": "r", "kids": [node("x", []), node("y", [])]]
    let mine: JSONValue = ["id": "r", "kids": [node("y", [node("x", [])])]]
    let theirs: JSONValue = ["id": "r", "kids": [node("x", [node("y", [])])]]
    #expect(merge(base, mine, theirs).conflicts.map(\.path) == ["x>", "y>"])
  }

  @Test("reports an element that both have moved to different places of a list")
  func movedInOneList() {
    let base = shop(book("a"), book("b"), book("c"), book("d"), book("e"))
    let mine = shop(book("b"), book("c"), book("a"), book("d"), book("e"))
    let theirs = shop(book("b"), book("c"), book("d"), book("e"), book("a"))
    #expect(merge(base, mine, theirs).conflicts.map(\.path) == ["/books"])
  }

  @Test("takes a list of values as one value")
  func values() {
    let base: JSONValue = ["id": "s", "tags": ["a"]]
    let result = merge(base, ["id": "s", "tags": ["a", "b"]], ["id": "s", "tags": ["a", "c"]])
    #expect(result.conflicts.map(\.path) == ["/tags"])
    #expect(merge(base, ["id": "s", "tags": ["a", "b"]], base).merged == ["id": "s", "tags": ["a", "b"]])
  }

  // MARK: Properties

  /// Changes a shop by random steps.
  private struct Editor {
    var random: SplitMix64
    let name: String
    var count = 0

    mutating func edit(_ document: JSONValue, steps: Int, only owned: (Int) -> Bool = { _ in true }) -> JSONValue {
      guard case .object(var members) = document else { return document }
      for _ in 0..<steps {
        let list = Bool.random(using: &random) ? "books" : "films"
        guard case .array(var elements)? = members[list] else { continue }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          count += 1
          elements.insert(
            ["id": .string("\(name)\(count)"), "price": .int(count)],
            at: Int.random(in: 0...elements.count, using: &random))
        case 1 where !elements.isEmpty: elements.remove(at: Int.random(in: 0..<elements.count, using: &random))
        case 2 where elements.count > 1:
          let element = elements.remove(at: Int.random(in: 0..<elements.count, using: &random))
          elements.insert(element, at: Int.random(in: 0...elements.count, using: &random))
        case 3 where !elements.isEmpty:
          let index = Int.random(in: 0..<elements.count, using: &random)
          guard case .object(var element) = elements[index] else { continue }
          let keys = ["price", "title", "stock", "note"].enumerated().filter { owned($0.offset) }.map(\.element)
          element[keys.randomElement(using: &random) ?? "price"] = .int(Int.random(in: 0..<1000, using: &random))
          elements[index] = .object(element)
        default:
          let other = list == "books" ? "films" : "books"
          guard case .array(var others)? = members[other], !elements.isEmpty else { continue }
          others.insert(
            elements.remove(at: Int.random(in: 0..<elements.count, using: &random)),
            at: Int.random(in: 0...others.count, using: &random))
          members[other] = .array(others)
        }
        members[list] = .array(elements)
      }
      return .object(members)
    }
  }

  private func start(_ random: inout SplitMix64) -> JSONValue {
    var editor = Editor(random: random, name: "o")
    defer { random = editor.random }
    return editor.edit(["id": "shop", "books": [], "films": []], steps: 20)
  }

  private func ids(_ document: JSONValue) -> Set<String> {
    var found: Set<String> = []
    for list in ["books", "films"] {
      if case .array(let elements)? = document[list] { found.formUnion(elements.compactMap { DocumentMerge.id($0) }) }
    }
    return found
  }

  @Test("merging with what has not changed gives the other version")
  func identity() {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let base = start(&random)
      var editor = Editor(random: random, name: "a")
      let mine = editor.edit(base, steps: 12)
      #expect(merge(base, mine, base).merged == mine, "seed \(seed)")
      #expect(merge(base, base, mine).merged == mine, "seed \(seed)")
      #expect(merge(base, mine, mine).merged == mine, "seed \(seed)")
    }
  }

  @Test("without conflicts, both sides get the same version, with the insertions and removals of both")
  func symmetry() {
    var merges = 0
    for seed in 1...600 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let base = start(&random)
      var (left, right) = (
        Editor(random: SplitMix64(seed: seed &* 31), name: "a"), Editor(random: SplitMix64(seed: seed &* 37), name: "b")
      )
      let mine = left.edit(base, steps: Int(seed % 6) + 1) { $0 < 2 }
      let theirs = right.edit(base, steps: Int(seed % 5) + 1) { $0 >= 2 }
      let (here, there) = (merge(base, mine, theirs), merge(base, theirs, mine))
      #expect(here.conflicts.isEmpty == there.conflicts.isEmpty, "seed \(seed)")
      guard here.conflicts.isEmpty else { continue }
      merges += 1
      #expect(here.merged == there.merged, "seed \(seed)")
      let (old, own, other, all) = (ids(base), ids(mine), ids(theirs), ids(here.merged))
      #expect(all.isSuperset(of: own.subtracting(old)), "seed \(seed): an insertion is lost")
      #expect(all.isSuperset(of: other.subtracting(old)), "seed \(seed): an insertion is lost")
      #expect(all.isSubset(of: own.union(other)), "seed \(seed): something was invented")
      // A second merge with the result changes nothing more.
      #expect(merge(theirs, here.merged, theirs).merged == here.merged, "seed \(seed)")
    }
    #expect(merges > 200)
  }
}
