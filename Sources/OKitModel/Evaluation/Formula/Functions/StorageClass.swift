/// A value as SQLite would store it (https://sqlite.org/datatype3.html#storage_classes_and_datatypes).
enum StorageClass {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Bool is an integer, a date or a day its text. What has neither number nor text nor bytes is NULL: the evaluator
  /// replaces entities and lists by their texts before.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .int(let int): self = .integer(int)
    case .bool(let bool): self = .integer(bool ? 1 : 0)
    // SQLite has no NaN: it stores NULL.
    case .double(let double): self = double.isNaN ? .null : .real(double)
    case .string(let text): self = .text(text)
    case .data(let data): self = .blob(data.bytes)
    case .image(.data(let data)): self = .blob(data.bytes)
    case .date, .day, .color, .image, .entity, .collection, .list, .map, .function, .handle:
      self = value.scalarText.map(StorageClass.text) ?? .null
    }
  }

  /// The place of the class in the order of values.
  var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// The name as `typeof` gives it.
  var name: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}
