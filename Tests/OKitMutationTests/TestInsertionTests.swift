import Testing

@testable import OKitMutation

/// The lines of a test after which an assertion is added.
@Suite struct TestInsertionTests {
  private static let text = """
    local shop
    it("sells", function()
      local app = okit.launch("app.lua")
      app:row("Lamp"):quick() -- the last one
      shop = other:tab "Books"
      for i = 1, 2 do
        app:tap(
          "Add")
      end
      one:tap "A"; two:tap "B"
      return app:tap "Done"
    end)
    it("is short", function() app:tap "A" end)
    """

  @Test(arguments: [
    (3, ["app", "okit.launch(\"app.lua\")"], 3, "  local app = okit.launch(\"app.lua\")\n  X\n"),
    (4, ["app"], 4, "  app:row(\"Lamp\"):quick() -- the last one\n  X\n"),
    (5, ["other", "shop", "app"], 5, "  shop = other:tab \"Books\"\n  X\n"),
    (7, ["app"], 8, "      \"Add\")\n    X\n"),
    (10, ["one", "two", "app"], 10, "  one:tap \"A\"; two:tap \"B\"\n  X\n"),
  ])
  func `after the innermost statement of a line`(line: Int, applications: [String], last: Int, part: String) throws {
    let insertion = try #require(TestInsertion.around(line, isBefore: false, in: "a_test.lua", Self.text))
    #expect(insertion.applications == applications)
    #expect(insertion.line == last)
    #expect(insertion.text(adding: "X").contains(part), "\(insertion.text(adding: "X"))")
  }

  @Test func `before the statement of a line`() throws {
    let insertion = try #require(TestInsertion.around(8, isBefore: true, in: "a_test.lua", Self.text))
    #expect(insertion.line == 6)
    #expect(insertion.text(adding: "X").contains("do\n    X\n    app:tap("), "\(insertion.text(adding: "X"))")
  }

  @Test(arguments: [11, 13])
  func `nothing comes after a result, and into a line with more than statements`(line: Int) {
    #expect(TestInsertion.around(line, isBefore: false, in: "a_test.lua", Self.text) == nil)
  }

  /// A test may keep no variable of the application.
  @Test(arguments: [
    (
      #"expect(okit.launch("a.lua"):tap("Add").screen.title).to_be("x")"#,
      [#"okit.launch("a.lua"):tap("Add")"#, #"okit.launch("a.lua")"#]
    ),
    (#"expect(start({ 1, 2 }):row("A").detail).to_be("x")"#, [#"start({ 1, 2 }):row("A")"#, "start({ 1, 2 })"]),
    (
      "okit.launch(\"a.lua\", {\n  locale = \"de\",\n}):tap(\"Add\")",
      [#"okit.launch("a.lua", { locale = "de", }):tap("Add")"#, #"okit.launch("a.lua", { locale = "de", })"#]
    ),
    (#"self.shop:tap("Add")"#, ["self.shop"]),
  ])
  func `the application is what the calls of the statement begin with`(statement: String, found: [String]) throws {
    let insertion = try #require(TestInsertion.around(1, isBefore: false, in: "a_test.lua", statement))
    #expect(insertion.applications == found)
  }

  @Test func `after an application was launched`() {
    let places = TestInsertion.atStart(ofTestAt: 2, in: "a_test.lua", Self.text)
    #expect(places.map(\.line) == [2, 3, 4, 5])
    #expect(places.map { $0.applications.first } == ["app", "app", "app", "shop"])
    #expect(TestInsertion.atStart(ofTestAt: 13, in: "a_test.lua", Self.text).isEmpty)
    let kept = "it(\"a\", function()\n  expect(self.shop:rows()).to_equal {}\nend)"
    #expect(
      TestInsertion.atStart(ofTestAt: 1, in: "a_test.lua", kept).map(\.applications) == [["self.shop"], ["self.shop"]])
  }
}
