/// A document as one object whose members are the properties of the model.
enum RootRecord {
  /// Names that say nothing about what they name.
  private static let genericNames: Set = [
    "data", "items", "item", "results", "result", "list", "entries", "entry", "records", "record", "rows", "row",
    "values",
    "value", "objects", "object", "export", "dump", "response", "content", "contents", "document", "documents", "input",
    "file", "test", "sample", "untitled", "db", "database", "json", "csv", "element", "elements", "main", "app",
  ]

  static func isGeneric(_ word: String) -> Bool { genericNames.contains(word) }

  /// Returns the object and its shape.
  ///
  /// - Throws: `new.data` for a document without an object or list with content.
  static func read(_ data: DataNode, file: String) throws -> (node: DataNode, shape: Shape) {
    switch data {
    case .record(let fields) where !fields.isEmpty:
      let shape = Shape(data)
      guard shape.looksLikeMap else { return (data, shape) }
      let name = listName(file)
      return (.record([.init(name, data)]), Shape(name, shape))
    case .list(let elements) where elements.contains { $0 != .null }:
      let node = DataNode.record([.init(listName(file), .list(elements.filter { $0 != .null }.map(record)))])
      return (node, Shape(node))
    case .record, .list: throw failure("the document is empty", file)
    case .null, .bool, .int, .decimal, .text: throw failure("the document is a single value", file)
    }
  }

  /// An element that is not an object becomes one with a value.
  private static func record(_ element: DataNode) -> DataNode {
    if case .record(let fields) = element, !fields.isEmpty { return element }
    return .record([.init("value", element)])
  }

  /// The name of the list that a file is: `books` for `Book-export.json`.
  private static func listName(_ file: String) -> String {
    let base = (file.split(separator: "/").last ?? "").prefix { $0 != "." }
    // A single letter says nothing.
    let words = Words(String(base)).all.filter {
      !isGeneric($0.lowercased()) && $0.count > 1 && $0.contains(where: \.isLetter)
    }
    return words.isEmpty ? "entries" : Words(words).withLast(EnglishNouns.plural).camelCase
  }

  private static func failure(_ message: String, _ file: String) -> Diagnostic {
    Diagnostic(
      "new.data", message, place: Diagnostic.Place(file: file),
      hint: "okit-run new needs an object, or a list of objects")
  }
}
