/// The cover that hides a protected application.
package struct Cover: Sendable, Hashable {
  package var text: String?
  /// The name of the image.
  package var image: String?

  package init(text: String? = nil, image: String? = nil) { (self.text, self.image) = (text, image) }
}

extension Cover: ScreenPart {
  package static let fields: [ScreenField<Cover>] = [
    .init("text", "string?", "its text") { JSONValue($0.text) },
    .init("image", "string?", "the name of its image") { JSONValue($0.image) },
  ]
}

extension Theme {
  package var jsonValue: JSONValue {
    .object(Dictionary(members.map { ($0.name, $0.value.jsonScalar) }) { first, _ in first })
  }
}

extension Value {
  /// A member of a theme: a text or a Bool.
  fileprivate var jsonScalar: JSONValue {
    if case .bool(let flag) = self { .bool(flag) } else { .string(scalarText ?? "") }
  }
}
