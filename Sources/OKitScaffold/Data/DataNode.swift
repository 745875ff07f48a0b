import OKitEngine

/// A value of a document, with the members of objects in their order.
package indirect enum DataNode: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
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
    case .double(let number): NumberText.text(of: number)
    case .text(let text): text
    case .null, .list, .record: nil
    }
  }

  /// The number of lists and objects inside of each other.
  var depth: Int {
    switch self {
    case .null, .bool, .int, .double, .text: 0
    case .list(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .record(let fields): 1 + (fields.lazy.map(\.value.depth).max() ?? 0)
    }
  }

  /// The value as JSON, for what has no type of its own.
  var json: String {
    get throws { try jsonValue.json(pretty: false) }
  }

  private var jsonValue: JSONValue {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .text(let text): .string(text)
    case .list(let elements): .array(elements.map(\.jsonValue))
    case .record(let fields):
      .object(Dictionary(fields.map { ($0.name, $0.value.jsonValue) }) { first, _ in first })
    }
  }
}
