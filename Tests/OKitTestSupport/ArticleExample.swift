import Foundation

/// An example in an article, which is compiled in a file of the tests: the lines between `// <example>` and
/// `// </example>`, after the imports of the file; or those between marks of another name, alone.
package struct ArticleExample {
  private static let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

  /// The example as the article has to have it.
  package let block: String

  /// - Parameters:
  ///   - file: The path of the file in the project.
  ///   - name: The name in the marks.
  package init(_ file: String, _ name: String = "example") throws {
    let lines = try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.hasSuffix("// <\(name)>") } ?? 0
    let end = lines.firstIndex { $0.hasSuffix("// </\(name)>") } ?? start + 1
    let example = lines[(start + 1)..<end].map { String($0.dropFirst(2)) }.joined(separator: "\n")
    let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
    block = "```swift\n\(name == "example" ? imports + "\n\n" : "")\(example)\n```"
  }

  /// Whether an article of the project has the example as it is.
  package func isIn(_ article: String) throws -> Bool { try Self.text(article).contains(block) }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
