import OKitEngine

/// Converts data to the properties of the classes that were found in it.
enum ContentInference {
  /// - Parameter key: The key of the object in a map.
  static func record(_ node: DataNode, _ type: InferredClass, key: String?) throws -> ContentRecord {
    var record = ContentRecord()
    if let property = type.valuesProperty, let field = type.fields.first {
      record.values = [ContentField(property, try value(node, field.role))]
      return record
    }
    guard case .record(let members) = node else { return record }
    let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    switch type.id {
    case .none: break
    case .field(let name): record.id = values[name]?.scalarText.map(type.entityID)
    case .key: record.id = key.map(type.entityID)
    }
    if let property = type.keyProperty, let key { record.values.append(ContentField(property, .text(key))) }
    for field in type.fields where type.id != .field(field.source) {
      guard let member = values[field.source], member != .null else { continue }
      record.values.append(ContentField(field.property, try value(member, field.role)))
    }
    return record
  }

  private static func value(_ node: DataNode, _ role: InferredRole) throws -> ContentValue {
    switch (role, node) {
    case (_, .null): return .none
    case (.scalar(let kind), _): return scalar(node, kind)
    case (.json, _): return .text(try node.scalarText ?? node.json)
    case (.record(let type), _): return .record(try record(node, type, key: nil))
    case (.records(let type), .list(let elements)), (.rows(let type), .list(let elements)):
      return .list(try elements.filter { $0 != .null }.map { .record(try record($0, type, key: nil)) })
    case (.keyed(let type), .record(let fields)):
      return .list(
        try fields.filter { $0.value != .null }.map { .record(try record($0.value, type, key: $0.name)) })
    case (.scalars(let kind), .list(let elements)):
      return .list(
        try elements.filter { $0 != .null }.map { $0.scalarText == nil ? .text(try $0.json) : scalar($0, kind) })
    case (.map(let kind), .record(let fields)):
      return .map(fields.filter { $0.value != .null }.map { ContentField($0.name, scalar($0.value, kind)) })
    case (.reference(let type), _): return reference(node, type)
    case (.references(let type), .list(let elements)):
      return .list(elements.filter { $0 != .null }.map { reference($0, type) })
    case (.records, _), (.rows, _), (.keyed, _), (.scalars, _), (.map, _), (.references, _): return .none
    }
  }

  private static func reference(_ node: DataNode, _ type: InferredClass) -> ContentValue {
    node.scalarText.map { .reference(type.entityID($0)) } ?? .none
  }

  private static func scalar(_ node: DataNode, _ kind: ScalarKind) -> ContentValue {
    switch (kind, node) {
    case (.bool, .bool(let flag)): .bool(flag)
    case (.int, .int(let number)), (.double, .int(let number)): .int(number)
    case (.double, .double(let number)): .double(number)
    case (.date(_, let unit), .int(let number)): date(number, unit)
    default: node.scalarText.map(ContentValue.text) ?? .none
    }
  }

  private static func date(_ number: Int, _ unit: DateUnit) -> ContentValue {
    let seconds = unit == .milliseconds ? Double(number) / 1000 : Double(number)
    let date = DateValue(secondsSince1970: seconds)
    return ISO8601.text(of: date).map(ContentValue.text) ?? .none
  }
}
