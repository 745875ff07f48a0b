import OKitLua
import OKitTestSupport
import Testing

/// The examples of one application in the documentation are this file's neighbor.
@Suite struct HostExampleTests {
  @Test func `the example runs`() throws {
    let folder = try TestFolder([:])
    let (code, stock, screen) = try hostExample(in: folder.path)
    #expect(code == .luaHost && stock == 1)
    #expect(try Screen(json: screen).sections.first?.rows.first?.text == "Dune")
    let example = try ArticleExample("Tests/OKitLuaTests/Application/HostExample.swift")
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }

  @Test func `observing runs`() async throws {
    let shop = try Shop().app
    _ = try shop.evaluate("okit.Model.get().books[1].stock = 3")
    #expect(try await observingExample(shop) == [5, 5, 1])
    try isInArticle("observing")
  }

  @Test func `reading runs`() throws {
    let (rows, results, isUndone) = try readingExample(Shop().app)
    #expect(rows == ["Dune", "Emma"] && results == ["3", "a", "nil", "[1,2]"] && isUndone)
    try isInArticle("reading")
  }

  private func isInArticle(_ name: String) throws {
    let example = try ArticleExample("Tests/OKitLuaTests/Application/HostExample.swift", name)
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }
}
