import Foundation
import Testing

/// The example in the documentation is this file's neighbor: it is compiled, and does what the article says.
@Suite struct TenLinesTests {
  private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

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
    let source = try text("Tests/OKitLuaTests/Application/\(file)")
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasSuffix("// <example>") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// </example>") })
    let example = lines[(start + 1)..<end].map { String($0.dropFirst(2)) }.joined(separator: "\n")
    let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
    let block = "```swift\n\(imports)\n\n\(example)\n```"
    #expect(try text(article).contains(block), "\(article) does not have the example as it is:\n\(block)")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }
}
