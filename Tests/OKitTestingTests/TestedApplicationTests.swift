import OKitHTTP
import OKitTesting
import Testing

@Suite struct TestedApplicationTests {
  private static let shop = """
    local Book = okit.ModelEntity:extend('Book', { name = '', stock = 0 })
    local Shop = okit.Model:extend('Shop', { books = okit.types.list(Book) })
    okit.Model.initialize(function()
      local shop = okit.Model.register(Shop)
      okit.Model.state(function() okit.Model.store(shop) end)
    end)
    okit.ModelListTableController:extend('home', {
      type = 'Book', dataPath = 'books', titlePath = '%Books',
      cell = okit.ModelTableCell { path = 'name', detailPath = 'stock', segue = 'book' },
    })
    okit.ModelDetailTableController:extend('book', {
      titlePath = 'name',
      sections = { { cells = { okit.ModelTextCell { path = '%Name', textPath = 'name' } } } },
      right = { okit.ModelBarButtonItem { title = '%Ask', tap = function(self)
        okit.alert { title = 'Name?', fields = { { name = 'name' } }, actions = {
          { title = 'OK', action = function(texts) self.context.name = texts.name or texts[1] end },
        } }
      end } },
    })
    """

  private static let fixture: JSONValue = ["books": [["name": "Dune", "stock": 3], ["name": "Emma", "stock": 1]]]

  private func launch(
    _ text: String, answers: [String: TestAnswer] = [:], fixture: JSONValue? = nil, parts: [ApplicationPart] = []
  ) throws -> TestedApplication {
    var options = LuaApplication.Options()
    options.fixture = fixture
    options.parts = parts
    return try TestedApplication(answers: answers, options: options) { try LuaApplication(text: text, options: $0) }
  }

  @Test func `rows are found and read`() throws {
    let app = try launch(Self.shop, fixture: Self.fixture)
    #expect(app.screen.title == "Books")
    #expect(try app.rows() == ["Dune", "Emma"])
    #expect(try app.row("Emma").shown().detail == "1")
    #expect(try app.row(Locator(detail: "3")).shown().text == "Dune")
    #expect(try app.get("books[0]/stock") == 3)
    #expect(try app.changes { try app.set("books[0]/stock", to: 5) }.map(\.path) == ["/books/0/stock"])
    try app.undo()
    #expect(try app.get("books[0]/stock") == 3)
  }

  @Test func `deleting a row asks`() throws {
    let app = try launch(
      Self.shop.replacing("type = 'Book',", with: "type = 'Book', delete = true,"), fixture: Self.fixture)
    try app.row("Dune").delete()
    #expect(app.alert.title == "Confirm Deletion")
    #expect(try app.rows() == ["Dune", "Emma"])
    try app.alert.tap("Yes")
    #expect(try app.rows() == ["Emma"])
  }

  @Test(arguments: [
    (TestAnswer.text("", status: 99), "99 is not the status of a response; use 200 to 599"),
    (TestAnswer.text("", headers: ["a b": "c"]), "\"a b\" is not the name of a header"),
    (
      TestAnswer.bytes([], headers: ["a": "b\r\nc: d"]),
      "the header \"a\" has a line break or another control character"
    ),
  ])
  func `an answer that no server can send fails the step`(answer: TestAnswer, problem: String) throws {
    let app = try launch(
      "function ask() okit.after(0, function() okit.fetch('https://example.org/x') end) end",
      answers: ["GET https://example.org/x": answer], parts: [.http])
    let failure = try app.expectFailure("app.endpoint") {
      try app.application.call("ask")
      try app.advance(seconds: 1)
    }
    #expect(failure.message == "an answer of the test: \(problem)")
    _ = app.diagnostics
  }

  @Test func `a step that is impossible is an issue at its line, with its code`() throws {
    let app = try launch(Self.shop, fixture: Self.fixture)
    let line = #line + 2
    try withKnownIssue {
      _ = try app.row("Dunes")
    } matching: { issue in
      issue.sourceLocation?.line == line && "\(issue)".contains("locator.none")
    }
    let failure = try app.expectFailure("locator.none") { try app.tap("Sell") }
    #expect(failure.code == "locator.none")
    withKnownIssue { try app.expectFailure("locator.none") { try app.undo() } }
    withKnownIssue { try app.expectFailure("locator.none") {} }
  }

  /// Buttons whose functions fail, also after an asynchronous function of Swift.
  private func failing() throws -> TestedApplication {
    try TestedApplication { options in
      struct Storm: Error {}
      let app = try LuaApplication(options: options)
      try app.register("tide") { (place: String) async throws in
        if place == "nowhere" { throw Storm() }
        return "tide of \(place)"
      }
      try app.run(
        text: """
          local Shop = okit.Model:extend('Shop', { name = 'Kiel' })
          local shop = okit.Model.register(Shop)
          okit.ModelDetailTableController:extend('home', { titlePath = 'name', right = {
            okit.ModelBarButtonItem { title = '%Fail', tap = function() shop.name = 'lost' error 'no tug' end },
            okit.ModelBarButtonItem { title = '%Tide', tap = function() shop.name = tide(shop.name) end },
            okit.ModelBarButtonItem { title = '%Storm', tap = function() shop.name = tide 'nowhere' end },
            okit.ModelBarButtonItem { title = '%Both', tap = function()
              okit.after(0, function() error 'later' end)
              okit.after(1, function() error 'too late' end)
            end },
          } })
          """)
      return app
    }
  }

  @Test func `the failure of a function is that of the step`() throws {
    let app = try failing()
    for _ in 1...2 {
      let failure = try app.expectFailure("lua.error") { try app.tap("Fail") }
      #expect(failure.message == "no tug")
      #expect(failure.place?.line == 4)
    }
    #expect(try app.get("name") == "Kiel")
    let inside = try app.expectFailure("lua.error") { _ = try app.changes { try app.tap("Fail") } }
    #expect(inside.message == "no tug")
    // No step has thrown this one.
    try app.tap("Both")
    try app.advance(seconds: 1)
    #expect(app.diagnostics.map(\.message) == ["later", "too late"])
  }

  @Test func `a failure is an issue at the line of its step, once`() throws {
    let line = #line + 3
    try withKnownIssue {
      let app = try failing()
      try app.tap("Fail")
    } matching: { issue in
      issue.sourceLocation?.line == line && "\(issue)".contains("lua.error")
    }
  }

  @Test func `a step waits for asynchronous functions`() throws {
    let app = try failing()
    #expect(try app.changes { try app.tap("Tide") }.map(\.path) == ["/name"])
    #expect(try app.get("name") == "tide of Kiel")
    let failure = try app.expectFailure("lua.host") { try app.tap("Storm") }
    #expect(failure.message == "Storm()")
    // The driver does not wait, and the next step does.
    try app.application.driver.tap("Tide")
    #expect(try app.get("name") == "tide of tide of Kiel")
    // One that has ended before a step waits for it belongs to that step all the same.
    try app.application.driver.tap("Storm")
    try app.application.waitForRequests()
    #expect(try app.expectFailure("lua.host") { let _: String = try app.get("name") }.message == "Storm()")
  }

  @Test func `what a test leaves is an issue`() throws {
    withKnownIssue {
      let app = try launch(Self.shop + "okit.after(1, function() error 'late' end)")
      try app.advance(seconds: 2)
    }
    let app = try launch(Self.shop + "okit.after(1, function() error 'late' end)")
    try app.advance(seconds: 2)
    #expect(app.diagnostics.map(\.code) == ["lua.error"])
  }

  @Test func `the clock stands still until it is moved`() throws {
    let app = try launch("ran = 0 " + Self.shop + " okit.every(60, function() ran = ran + 1 end)")
    #expect(app.now == DateValue(secondsSince1970: 1_577_836_800))
    #expect(try app.application.global("ran") == 0)
    try app.advance(seconds: 180)
    #expect(try app.application.global("ran") == 3)
    try app.expectFailure("app.clock") { try app.advance(seconds: -1) }
  }

  @Test func `models outlive a relaunch`() throws {
    let app = try launch(Self.shop, fixture: Self.fixture)
    try app.background()
    try app.terminate()
    try app.expectFailure("action.impossible") { try app.back() }
    try app.relaunch()
    #expect(try app.rows() == ["Dune", "Emma"])
  }

  @Test func `an endpoint answers requests`() throws {
    let text =
      Self.shop + """
         okit.after(1, function()
          local ok, response = pcall(okit.fetch, 'https://example.org/rates/EUR')
          rate = ok and response.body or response.code
        end)
        """
    let app = try launch(
      text,
      answers: ["GET https://example.org/rates/:code": .function { .text($0.parameters["code"] ?? "none") }],
      parts: [.http])
    try app.advance(seconds: 2)
    #expect(try app.application.global("rate") == "EUR")
    #expect(app.requests.map(\.method) == ["GET"])
    let failing = try launch(text, answers: ["* https://example.org/*": .failure(.unreachable)], parts: [.http])
    try failing.advance(seconds: 2)
    #expect(try failing.application.global("rate") == "net.unreachable")
  }
}
