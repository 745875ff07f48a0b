/// A line and a column in a text, both from 1; columns count characters.
struct XMLPosition: Hashable, Sendable {
  var line: Int
  var column: Int
}

/// An attribute of an element.
struct XMLAttribute: Sendable {
  var name: String
  var value: String
  /// The position of the name.
  var position: XMLPosition
  /// The position of the first character between the quotes.
  var valuePosition: XMLPosition
}

/// An element of a document with the positions of everything that messages refer to.
final class XMLElement {
  let name: String
  /// The position of the opening bracket.
  let position: XMLPosition
  let attributes: [XMLAttribute]
  fileprivate(set) var children: [XMLElement] = []
  /// The text directly in the element, without that of its children.
  fileprivate(set) var text = ""

  init(_ name: String, at position: XMLPosition, _ attributes: [XMLAttribute]) {
    (self.name, self.position) = (name, position)
    self.attributes = attributes.filter { !$0.value.isEmpty || !Self.names.contains($0.name) }
  }

  /// The attributes that name something: an empty one is as good as none.
  private static let names: Set = [
    "customClass", "storyboardIdentifier", "referencedIdentifier", "storyboardName", "reuseIdentifier", "identifier",
    "initialViewController",
  ]

  func add(_ child: XMLElement) { children.append(child) }

  func add(text: String) { self.text += text }

  // MARK: Reading

  subscript(attribute: String) -> String? { self.attribute(attribute)?.value }

  func attribute(_ name: String) -> XMLAttribute? { attributes.first { $0.name == name } }

  /// The first child with a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The first child with a value of the attribute `key`.
  func child(key: String) -> XMLElement? { children.first { $0["key"] == key } }

  /// The children of the first child with a name.
  func elements(in name: String) -> [XMLElement] { child(name)?.children ?? [] }

  /// The element and all elements in it, in the order of the document.
  var all: [XMLElement] { [self] + children.flatMap(\.all) }
}
