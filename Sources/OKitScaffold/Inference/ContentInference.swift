/// Converts data to the properties of the classes that were found in it.
enum ContentInference {
  /// - Parameter key: The key of the object in a map.
  /// - Throws: `new.data` for a value that no property holds: nothing of the data is left out.
  static func record(_ node: DataNode, _ type: InferredClass, key: String?) throws -> ContentRecord {
    var record = ContentRecord()
    if let property = type.valuesProperty, let field = type.fields.first {
      record.values = [ContentField(property, try value(node, field))]
      return record
    }
    if let property = type.keyProperty, let key { record.values.append(ContentField(property, .text(key))) }
    if type.id == .key { record.id = key.map(type.entityID) }
    guard case .record(let fields) = node else {
      if node != .null { throw unfit("an object of the class \(type.name)") }
      return record
    }
    let members = Members(fields)
    var count = 0
    record.values.reserveCapacity(record.values.count + fields.count)
    for field in type.fields {
      guard let member = members[field.source, at: count] else { continue }
      count += 1
      if type.id == .field(field.source) {
        record.id = member.scalarText.map(type.entityID)
      } else if member != .null {
        record.values.append(ContentField(field.property, try value(member, field)))
      }
    }
    guard count == fields.count else { throw unfit("a member of the class \(type.name)") }
    return record
  }

  /// The members of an object by their names.
  private struct Members {
    private let fields: [DataNode.Field]
    /// Nil for few members, which are compared instead.
    private let values: [String: DataNode]?

    init(_ fields: [DataNode.Field]) {
      self.fields = fields
      values = fields.count <= 16 ? nil : Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// - Parameter position: Where the member may be: objects of one class mostly have the same order.
    subscript(name: String, at position: Int) -> DataNode? {
      if position < fields.count, fields[position].name == name { return fields[position].value }
      return values.map { $0[name] } ?? fields.first { $0.name == name }?.value
    }
  }

  private static func value(_ node: DataNode, _ field: InferredField) throws -> ContentValue {
    switch (field.role, node) {
    case (_, .null): return .none
    case (.scalar(let kind), _): return try scalar(node, kind, field)
    case (.json, _): return .text(node.scalarText ?? node.json)
    case (.record(let type), _): return .record(try record(node, type, key: nil))
    case (.records(let type), .list(let elements)), (.rows(let type), .list(let elements)):
      return .list(try elements.filter { $0 != .null }.map { .record(try record($0, type, key: nil)) })
    case (.keyed(let type), .record(let fields)):
      return .list(try fields.map { .record(try record($0.value, type, key: $0.name)) })
    case (.scalars(let kind), .list(let elements)):
      return .list(
        try elements.filter { $0 != .null }.map {
          $0.scalarText == nil ? .text($0.json) : try scalar($0, kind, field)
        })
    case (.map(let kind), .record(let fields)):
      return .map(
        try fields.filter { $0.value != .null }.map { ContentField($0.name, try scalar($0.value, kind, field)) })
    case (.reference(let type), _): return try reference(node, type, field)
    case (.references(let type), .list(let elements)):
      return .list(try elements.filter { $0 != .null }.map { try reference($0, type, field) })
    case (.records, _), (.rows, _), (.keyed, _), (.scalars, _), (.map, _), (.references, _):
      throw unfit("a value of \"\(field.source)\"")
    }
  }

  private static func reference(_ node: DataNode, _ type: InferredClass, _ field: InferredField) throws -> ContentValue
  {
    guard let text = node.scalarText else { throw unfit("a value of \"\(field.source)\"") }
    return .reference(type.entityID(text))
  }

  private static func scalar(_ node: DataNode, _ kind: ScalarKind, _ field: InferredField) throws -> ContentValue {
    switch (kind, node) {
    case (.bool, .bool(let flag)): return .bool(flag)
    case (.int, .int(let number)), (.double, .int(let number)): return .int(number)
    case (.double, .decimal(let text)): if let number = Double(text) { return .double(number) }
    case (.date(_, let unit), .int(let number)): if let date = date(number, unit) { return .text(date) }
    case (.date(hasTime: false, _), .text(let text)): return day(text)
    case (.bool, _), (.int, _), (.double, _): break
    default: if let text = node.scalarText { return .text(text) }
    }
    throw unfit("a value of \"\(field.source)\"")
  }

  /// A day without the midnight that it may have as its time.
  private static func day(_ text: String) -> ContentValue {
    .text(ISO8601.read(text).map { DayValue($0.day).text } ?? text)
  }

  private static func date(_ number: Int, _ unit: DateUnit) -> String? {
    let seconds = unit == .milliseconds ? Double(number) / 1000 : Double(number)
    return ISO8601.text(of: DateValue(secondsSince1970: seconds))
  }

  private static func unfit(_ what: String) -> Diagnostic {
    Diagnostic("new.data", "\(what) does not fit the classes of the data", hint: "nothing was created")
  }
}
