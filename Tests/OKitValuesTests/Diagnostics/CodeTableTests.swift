import Foundation
import Testing

/// docs/errors.md has every stable code, and no other one.
@Suite struct CodeTableTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized

  /// Texts with a dot that are not codes, in the groups of codes.
  private static let others: Set<String> = ["app.lua", "app.screen", "coverage.json", "model.lua"]

  private static func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private static func documented() throws -> Set<String> {
    let article = try String(contentsOf: root.appendingPathComponent("docs/errors.md"), encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let cells = rows.compactMap { $0.split(separator: "|").first }
    return Set(try cells.flatMap { try matches("`([a-z]+\\.[a-zA-Z]+)`", in: String($0)) })
  }

  /// The codes in the sources: literals of the documented groups except effects of properties, and those of diagnostics
  /// of any group.
  private static func used(groups: Set<String>) throws -> Set<String> {
    let folder = root.appendingPathComponent("Sources")
    var found: Set<String> = []
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where ["swift", "lua"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      found.formUnion(
        try matches("(?<!effect: )\"([a-z]+\\.[a-zA-Z]+)\"", in: text).filter {
          groups.contains(String($0.prefix { $0 != "." }))
        })
      found.formUnion(try matches("Diagnostic\\(\\s*\"([a-z]+\\.[a-zA-Z]+)\"", in: text))
    }
    return found
  }

  @Test func `every code has a line`() throws {
    let documented = try Self.documented()
    #expect(documented.count > 200)
    let used = try Self.used(groups: Set(documented.map { String($0.prefix { $0 != "." }) })).subtracting(Self.others)
    #expect(used.subtracting(documented).sorted() == [], "add these codes to docs/errors.md")
    #expect(documented.subtracting(used).sorted() == [], "these codes are not used any more")
  }
}
