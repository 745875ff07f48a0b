import OKitInspector
import OKitTestSupport
import Testing

/// The models as a tree, and its edits.
@Suite struct ModelTreeTests {
  private func names(_ answer: JSONValue) -> [JSONValue] {
    answer["children"]?.elements.map { $0["name"] ?? .null } ?? []
  }

  @Test func readsChildrenInPages() throws {
    let app = try InspectedApplication()
    let models = try app.ask("children")
    #expect(names(models) == ["default"])
    #expect(models["children"]?.first?["type"] == "Shop")
    let shop = try app.ask("children", ["path": ""])
    #expect(names(shop) == ["books", "notes", "tags"])
    #expect(shop["children"]?.first?["count"] == 250)
    for (from, count) in [(0, 100), (100, 100), (200, 50), (250, 0)] {
      let page = try app.ask("children", ["path": "/books", "from": .int(from)])
      #expect(page["total"] == 250)
      #expect(page["children"]?.elements.count == count)
      if count > 0 { #expect(page["children"]?.first?["path"] == .string("/books/\(from)")) }
    }
    #expect(names(try app.ask("children", ["path": "/tags"])) == ["0"])
  }

  @Test func describesProperties() throws {
    let app = try InspectedApplication()
    try app.ask("set", ["path": "/books/0/code", "value": "1234"])
    let book = try app.ask("children", ["path": "/books/0"])["children"]?.elements ?? []
    func property(_ name: JSONValue) -> JSONValue? { book.first { $0["name"] == name } }
    #expect(property("title")?["text"] == "Book 1")
    #expect(property("title")?["editable"] == true)
    #expect(property("long")?["kind"] == "computed")
    #expect(property("long")?["editable"] == nil)
    #expect(property("code")?["text"] == .string(Secrets.mask))
  }

  @Test func editsInOneTurn() throws {
    let app = try InspectedApplication()
    let other = TestPage(app.live)
    try other.send(.hello(.init()))
    let history = app.live.application.runtime.store.history
    let count = history.undoCount
    #expect(try app.ask("set", ["path": "/books/0/pages", "value": "412"])["text"] == "412")
    #expect(history.undoCount == count + 1)
    // Each window shows it.
    for page in [app.page, other] {
      #expect(page.copy?.screen["sections"]?.first?["rows"]?.first?["detail"] == "412")
    }
    try other.act(1, "undo")
    #expect(app.page.copy?.screen["sections"]?.first?["rows"]?.first?["detail"] == "1")
  }

  private static let wrong: [(String, JSONValue, String)] = [
    ("/books/0/pages", "many", "model.type"), ("/books/0/pages", nil, "model.type"),
    ("/books/0/long", true, "model.readOnly"), ("/books/900/pages", 1, "model.path"),
  ]

  @Test(arguments: wrong)
  func reportsTheErrorsOfAnyWrite(_ path: String, _ value: JSONValue, _ code: String) throws {
    let app = try InspectedApplication()
    let documents = app.live.application.runtime.store.documents
    #expect(try app.failure("set", ["path": .string(path), "value": value])?.rawValue == code)
    #expect(app.live.application.runtime.store.documents == documents)
  }
}
