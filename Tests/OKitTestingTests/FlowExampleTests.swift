import Foundation
import Testing

@Suite struct FlowExampleTests {
  @Test func `the article has the example`() throws {
    let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
    let lines = try text("Tests/OKitTestingTests/FlowExample.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("// <example>") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// </example>") })
    let example = lines[(start + 1)..<end].map { $0.dropFirst(2) }.joined(separator: "\n")
    #expect(try text("docs/swift.md").contains("```swift\nimport OKitTesting\nimport Testing\n\n\(example)\n```"))
  }
}
