import Foundation
import Testing

enum BookshopFiles {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL
  static let script = root.appendingPathComponent("scripts/bookshop")
  /// The storyboard of OKit's Bookshop, which is not a part of this project; nil without the variable
  /// `OKIT_STORYBOARD`.
  static let storyboard = ProcessInfo.processInfo.environment["OKIT_STORYBOARD"].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0)
  }
  static let missing: Comment = "OKIT_STORYBOARD does not name the storyboard of OKit's Bookshop"
}

/// The text of the bookshop's script, by its controllers, and the tables of `STORYBOARD.md` beside it.
struct BookshopScript {
  /// A statement at the left margin: the definition of a controller, or a local that such definitions use.
  private struct Statement {
    var text: String
    var local: String?
  }

  /// The rows of a table: the code in each cell, or else its text.
  struct Row {
    let codes: [[String]]
    let cells: [String]

    func code(_ column: Int) -> String { codes.indices.contains(column) ? codes[column].first ?? "" : "" }
  }

  private let statements: [Statement]
  let scenes: [Row]
  let attributes: [Row]
  let segues: [Row]
  let differences: [Row]

  init(_ folder: URL) throws {
    var statements: [Statement] = []
    for file in ["books", "directory", "application"] {
      let text = try String(contentsOf: folder.appendingPathComponent("screens/\(file).lua"), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.hasPrefix("--") {
        if line.first != " ", line.first != "}", line != "end" {
          statements.append(Statement(text: String(line), local: Self.local(line)))
        } else if let last = statements.indices.last {
          statements[last].text += "\n" + line
        }
      }
    }
    self.statements = statements
    let article = try String(contentsOf: folder.appendingPathComponent("STORYBOARD.md"), encoding: .utf8)
    scenes = Self.table(in: article, "scene | what")
    attributes = Self.table(in: article, "controller | element")
    segues = Self.table(in: article, "from | element")
    differences = Self.table(in: article, "controller | attribute")
  }

  private static func local(_ line: Substring) -> String? {
    guard let match = line.wholeMatch(of: /local (?:function )?(\w+)\b.*/) else { return nil }
    return match.1 == "okit" ? nil : String(match.1)
  }

  private static func table(in article: String, _ header: String) -> [Row] {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("| " + header) }) else { return [] }
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return Row(codes: cells.map { $0.matches(of: /`([^`]*)`/).map { String($0.1) } }, cells: cells)
    }
  }

  /// The definition of a controller, with the locals that it uses; nil without one.
  func definition(of controller: String) -> String? {
    guard let first = statements.first(where: { $0.text.contains("extend(\"\(controller)\"") }) else { return nil }
    var (text, used) = (first.text, Set<String>())
    while let next = statements.first(where: { statement in
      guard let local = statement.local, !used.contains(local), statement.text != first.text else { return false }
      return Self.uses(text, local)
    }) {
      used.insert(next.local ?? "")
      text += "\n" + next.text
    }
    return text
  }

  /// Whether a text has a name as a word, outside of strings, that is not the name of a field.
  private static func uses(_ text: String, _ name: String) -> Bool {
    let code = text.replacing(/"[^"]*"/, with: "")
    return code.matches(of: /(\.?)(\w+)( = )?/).contains { $0.1.isEmpty && $0.2 == name && $0.3 == nil }
  }
}
