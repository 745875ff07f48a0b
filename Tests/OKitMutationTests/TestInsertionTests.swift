import Testing

@testable import OKitMutation

/// The place in a test at which an assertion is added.
@Suite struct TestInsertionTests {
  private static let text = """
    local shop
    it("sells", function()
      local app = okit.launch("app.lua")
      app:row("Lamp"):quick()
      shop = other:tab "Books"
      for i = 1, 2 do
        app:tap(
          "Add")
      end
      return app:tap "Done"
    end)
    """

  @Test(arguments: [
    (3, ["app"], 3, "  local app = okit.launch(\"app.lua\")\n  X\n"),
    (4, ["app"], 4, "  app:row(\"Lamp\"):quick()\n  X\n"),
    (5, ["other", "shop", "app"], 5, "  shop = other:tab \"Books\"\n  X\n"),
    (7, ["app"], 8, "      \"Add\")\n    X\n"),
  ])
  func `after the innermost statement of a line`(line: Int, variables: [String], last: Int, part: String) throws {
    let insertion = try #require(TestInsertion("a_test.lua", Self.text, line: line))
    #expect(insertion.variables == variables)
    #expect(insertion.line == last)
    #expect(insertion.text(adding: "X").contains(part), "\(insertion.text(adding: "X"))")
  }

  @Test func `nothing comes after a result`() { #expect(TestInsertion("a_test.lua", Self.text, line: 10) == nil) }
}
