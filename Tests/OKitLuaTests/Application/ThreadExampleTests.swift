import OKitTestSupport
import Testing

@Suite struct ThreadExampleTests {
  @Test func `the examples do what the article says`() async throws {
    let (total, code) = try await threadExample()
    #expect(total == 42)
    #expect(code == "script.interrupted")
    let (count, paths) = try storageExample()
    #expect(count == 3)
    #expect(paths.contains("okit/data/default.json"))
  }

  @Test(arguments: ["ThreadExample.swift", "StorageExample.swift"])
  func `the article has the examples`(file: String) throws {
    let example = try ArticleExample("Tests/OKitLuaTests/Application/\(file)")
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }
}
