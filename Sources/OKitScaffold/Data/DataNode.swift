/// A value of a document, with the members of objects in their order.
package enum DataNode: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number with a fraction or exponent that a Double keeps, as it is written.
  case decimal(String)
  case text(String)
  case list([DataNode])
  case record([Field])

  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: DataNode

    package init(_ name: String, _ value: DataNode) { (self.name, self.value) = (name, value) }
  }

  /// The text of a scalar; nil for anything else.
  var scalarText: String? {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .decimal(let text), .text(let text): text
    case .null, .list, .record: nil
    }
  }

  /// The number of lists and objects inside of each other.
  var depth: Int {
    switch self {
    case .null, .bool, .int, .decimal, .text: 0
    case .list(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .record(let fields): 1 + (fields.lazy.map(\.value.depth).max() ?? 0)
    }
  }

  /// The number of objects in the value.
  var recordCount: Int {
    switch self {
    case .null, .bool, .int, .decimal, .text: 0
    case .list(let elements): elements.reduce(0) { $0 + $1.recordCount }
    case .record(let fields): fields.reduce(1) { $0 + $1.value.recordCount }
    }
  }

  /// The value as JSON, for what has no type of its own.
  var json: String {
    var text = ""
    appendJSON(to: &text)
    return text
  }

  private func appendJSON(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool, .int, .decimal: text += scalarText ?? ""
    case .text(let value): text += Self.quoted(value)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.appendJSON(to: &text)
      }
      text += "]"
    case .record(let fields):
      text += "{"
      for (index, field) in fields.enumerated() {
        if index > 0 { text += "," }
        text += Self.quoted(field.name) + ":"
        field.value.appendJSON(to: &text)
      }
      text += "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONEncodedKey(text).bytes, as: UTF8.self)
  }
}
