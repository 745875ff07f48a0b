import OKitInspector
import OKitTestSupport
import Testing

/// What the Inspector says of elements.
@Suite struct ElementTests {
  @Test func explainsBindingsAsWhyDoes() throws {
    let app = try InspectedApplication()
    let row = try app.row(2)
    let found = try app.ask("element", ["element": .string(row)])
    let driver = AppDriver(app.live.application.runtime, app.live.application.runtime.window(numbered: 2))
    let reports = try driver.row(Locator("Book 3")).why()
    #expect(found["reports"]?.elements.map { $0["text"] } == reports.map { .string($0.text) })
    #expect(reports.map(\.property) == ["detailPath", "path"])
    #expect(found["reports"]?.elements.last?["reads"] == ["/books/2/title"])
  }

  @Test func namesControllerCellAndPlaces() throws {
    let app = try InspectedApplication()
    let found = try app.ask("element", ["element": .string(try app.row(0))])
    #expect(found["stack"] == ["home"])
    #expect(found["controller"]?["name"] == "home")
    #expect(found["controller"]?["class"] == "ModelListTableController")
    #expect(found["entity"] == ["path": "/books/0", "class": "Book", "id": found["entity"]?["id"] ?? .null])
    #expect(found["test"] == "app:row(\"Book 1\"):tap()")
    let cell = try #require(found["parts"]?.first)
    #expect(cell["class"] == "ModelTableCell")
    let lines = InspectedApplication.books.split(separator: "\n", omittingEmptySubsequences: false)
    for (name, text) in [("path", "title"), ("detailPath", "pages"), ("segue", "book")] {
      let property = try #require(cell["properties"]?.elements.first { $0["name"] == .string(name) })
      #expect(property["text"] == .string(text))
      let line = try #require(try property["place"]?.int("line"))
      #expect(lines[line - 1].contains("\(name) = \"\(text)\""))
    }
  }

  @Test func knowsButtonsAndTheScreen() throws {
    let app = try InspectedApplication()
    let button = try app.ask("element", ["element": "right:0"])
    #expect(button["parts"]?.first?["class"] == "ModelBarButtonItem")
    #expect(button["test"] == "app:tap(\"Count\")")
    let screen = try app.ask("element", ["element": "title"])
    #expect(screen["parts"] == [])
    #expect(screen["controller"]?["name"] == "home")
  }

  @Test func findsTheElementsThatReadAPlace() throws {
    let app = try InspectedApplication()
    #expect(try app.ask("readers", ["path": "/books/1/title"]) == [.string(try app.row(1))])
    #expect(try app.ask("readers", ["path": "/books/1"]) == [.string(try app.row(1))])
    #expect(try app.ask("readers", ["path": "/tags"]) == [])
  }

  @Test func saysWhatRanInATurn() throws {
    let app = try InspectedApplication()
    try app.ask("set", ["path": "/books/4/title", "value": "Emma"])
    let news = try #require(app.page.messages.last { $0["type"] == "inspection" })
    #expect(news["ran"] == [.string(try app.row(4))])
    let report = try app.ask("element", ["element": .string(try app.row(4))])["reports"]?.elements.last
    #expect(report?["cause"] == "/books/4/title")
    #expect(report?["runs"] == 2)
  }

  private static let wrong: [(String, JSONValue, String)] = [
    ("element", ["element": "nothing"], "live.message"), ("element", [:], "live.message"),
    ("elements", [:], "live.message"), ("element", ["element": "title", "more": 1], "live.message"),
    ("children", ["path": "/nothing"], "model.path"), ("children", ["path": "other>"], "model.path"),
    ("set", ["path": "/books", "value": 1], "model.path"), ("travel", ["to": "x"], "live.message"),
  ]

  @Test(arguments: wrong)
  func refusesWrongRequests(_ name: String, _ arguments: JSONValue, _ code: String) throws {
    let app = try InspectedApplication()
    #expect(try app.failure(name, arguments)?.rawValue == code)
    #expect(!app.page.isClosed)
  }
}
