/// A value of the data of a model, in terms of its classes.
enum ContentValue: Sendable {
  case none
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  /// The id of an entity.
  case reference(String)
  case list([ContentValue])
  case map([ContentField])
  case record(ContentRecord)

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number of tables inside of each other that a script writes it with.
  var depth: Int {
    switch self {
    case .none, .bool, .int, .double, .text, .reference: 0
    case .list(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .map(let fields): 1 + (fields.lazy.map(\.value.depth).max() ?? 0)
    case .record(let record): 1 + (record.values.lazy.map(\.value.depth).max() ?? 0)
    }
  }

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// A value with its name or key.
struct ContentField: Sendable {
  var name: String
  var value: ContentValue

  init(_ name: String, _ value: ContentValue) { (self.name, self.value) = (name, value) }
}

/// The data of an entity, or of the model.
struct ContentRecord: Sendable {
  var id: String?
  var values: [ContentField] = []

  subscript(name: String) -> ContentValue { values.first { $0.name == name }?.value ?? .none }

  /// The entities of a list.
  func records(_ name: String) -> [ContentRecord] {
    guard case .list(let values) = self[name] else { return [] }
    return values.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }
}
