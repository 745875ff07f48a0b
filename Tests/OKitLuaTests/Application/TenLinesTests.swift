import OKitTestSupport
import Testing

/// The example in the documentation is this file's neighbor: it is compiled, and does what the article says.
@Suite struct TenLinesTests {
  @Test func theExampleRuns() throws {
    let (text, total) = try tenLines()
    #expect(text == "Hello Ada")
    #expect(total == 15)
    #expect(try grossExample() == 125)
    #expect(try partsExample() == "Books")
  }

  @Test(arguments: [
    ("Sources/OKitLua/OKitLua.docc/UsingOkitFromSwift.md", "TenLines.swift"), ("docs/swift.md", "TenLines.swift"),
    ("docs/swift.md", "PartsExample.swift"), ("docs/recipes.md", "GrossExample.swift"),
  ])
  func articlesHaveTheExample(article: String, file: String) throws {
    let example = try ArticleExample("Tests/OKitLuaTests/Application/\(file)")
    #expect(try example.isIn(article), "\(article) does not have the example as it is:\n\(example.block)")
  }
}
