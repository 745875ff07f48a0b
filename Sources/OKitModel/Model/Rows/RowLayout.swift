/// Which table and columns a stored model has for which class and property: the column `schema` of the table
/// `okit_model`.
struct RowLayout: Equatable {
  struct Class: Equatable {
    var table: String
    /// The columns by property.
    var columns: [String: String] = [:]
    /// The codings of columns by property, where the value is ambiguous.
    var codings: [String: Coding] = [:]
    /// The tables of lists, sets and maps of values by property.
    var collections: [String: Collection] = [:]
    /// The properties whose entities have rows of their own.
    var owned: [String: Owned] = [:]
  }

  struct Collection: Equatable {
    var table: String
    var isMap: Bool
    var coding: Coding?
  }

  struct Owned: Equatable {
    /// The class that the property declares.
    var type: String
    var shape: Shape
  }

  enum Shape: String { case one, list, map }

  /// Values that a document has in another form than a row.
  enum Coding: String {
    case bool, date, day, reference

    init?(_ type: PropertyType) {
      switch type.unwrapped {
      case .bool: self = .bool
      case .date: self = .date
      case .day: self = .day
      case .reference: self = .reference
      default: return nil
      }
    }
  }

  var classes: [String: Class] = [:]

  init(_ schema: RowSchema) {
    for entity in schema.entities {
      var described = Class(table: entity.table.name)
      for (property, index) in entity.columns {
        described.columns[property.name] = entity.table.columns[index].name
        described.codings[property.name] = Coding(property.type)
      }
      for collection in entity.collections {
        described.collections[collection.property.name] = Collection(
          table: collection.table.name, isMap: collection.isMap,
          coding: collection.property.type.element.flatMap(Coding.init))
      }
      for property in entity.owned {
        let isMap = if case .map = property.type.unwrapped { true } else { false }
        described.owned[property.name] = Owned(
          type: property.ownedTypeName ?? "", shape: isMap ? .map : property.isCollection ? .list : .one)
      }
      classes[entity.type.name] = described
    }
  }

  /// Reads the text of `json`; nil for anything else.
  init?(json: String) {
    let value: JSONValue
    // The caller tells where the text is.
    do { value = try Self.value(json) } catch { return nil }
    guard case .object(let classes)? = value["classes"] else { return nil }
    for (name, described) in classes {
      guard case .string(let table)? = described["table"], case .object(let columns)? = described["columns"],
        case .object(let collections)? = described["collections"]
      else { return nil }
      var result = Class(table: table)
      for (property, column) in columns {
        guard case .string(let column) = column else { return nil }
        result.columns[property] = column
      }
      for (property, collection) in collections {
        guard case .string(let table)? = collection["table"], case .bool(let isMap)? = collection["map"] else {
          return nil
        }
        result.collections[property] = Collection(
          table: table, isMap: isMap, coding: Self.coding(collection["coding"]))
      }
      // Databases of the first version have neither.
      if case .object(let codings)? = described["codings"] { result.codings = codings.compactMapValues(Self.coding) }
      if case .object(let owned)? = described["owned"] {
        result.owned = owned.compactMapValues { owned in
          guard case .string(let type)? = owned["class"], case .string(let shape)? = owned["shape"] else { return nil }
          return Shape(rawValue: shape).map { Owned(type: type, shape: $0) }
        }
      }
      self.classes[name] = result
    }
  }

  private static func coding(_ value: JSONValue?) -> Coding? {
    if case .string(let name)? = value { Coding(rawValue: name) } else { nil }
  }

  /// - Throws: `json.syntax`.
  static func value(_ json: String) throws -> JSONValue {
    try JSONReader.read(Array(json.utf8)) { try $0.readValue() }
  }

  var json: String {
    get throws {
      let described = classes.mapValues { described -> JSONValue in
        [
          "table": .string(described.table), "columns": .object(described.columns.mapValues(JSONValue.string)),
          "collections": .object(described.collections.mapValues(Self.json)),
          "codings": .object(described.codings.mapValues { .string($0.rawValue) }),
          "owned": .object(
            described.owned.mapValues { ["class": .string($0.type), "shape": .string($0.shape.rawValue)] }),
        ]
      }
      return try JSONValue.object(["classes": .object(described)]).json(pretty: false)
    }
  }

  private static func json(_ collection: Collection) -> JSONValue {
    var members: [String: JSONValue] = ["table": .string(collection.table), "map": .bool(collection.isMap)]
    members["coding"] = collection.coding.map { .string($0.rawValue) }
    return .object(members)
  }

  mutating func rename(_ old: String, _ new: String) {
    classes[new] = classes.removeValue(forKey: old)
    classes = classes.mapValues { described in
      var described = described
      described.owned = described.owned.mapValues { $0.type == old ? Owned(type: new, shape: $0.shape) : $0 }
      return described
    }
  }

  /// The names of all tables in lower case: SQL does not distinguish between upper and lower case.
  var tables: Set<String> {
    Set(classes.values.flatMap { [$0.table] + $0.collections.values.map(\.table) }.map { $0.lowercased() })
  }

  // MARK: Documents

  /// Returns the value of a column as a document has it.
  ///
  /// - Parameter reference: The id of the reference, if it is one.
  static func jsonValue(_ value: RowValue, _ coding: Coding?, reference: @autoclosure () -> String) -> JSONValue {
    switch (coding, value) {
    case (.bool, .int(let number)) where (0...1).contains(number): return .bool(number == 1)
    case (.date, .text(let text)):
      return ExactDateText.parse(text).flatMap { Value.date($0).jsonValue } ?? .string(text)
    case (.reference, .text(let key)) where !key.isEmpty:
      return ["id": .string(reference()), "refKey": .string(key)]
    case (.reference, _): return ["id": .string(reference())]
    default: return RowCoding.jsonValue(value)
    }
  }

  /// Returns what is wrong with a value, whatever type its property has; nil for one that a document can have.
  static func problem(_ value: RowValue, _ coding: Coding?) -> String? {
    switch (coding, value) {
    case (_, .null): nil
    case (_, .real(let number)) where !number.isFinite: "expected a finite number, found \(value.summary)"
    case (.bool, .int(let number)) where !(0...1).contains(number): "expected a Bool, found \(value.summary)"
    case (.bool, .text), (.bool, .real), (.bool, .blob): "expected a Bool, found \(value.summary)"
    case (.date, .text(let text)) where ExactDateText.parse(text) == nil: "expected a Date, found \(value.summary)"
    case (.date, .int), (.date, .real), (.date, .blob): "expected a Date, found \(value.summary)"
    case (.day, .text(let text)) where DayValue(text) == nil: "expected a Day, found \(value.summary)"
    case (.day, .int), (.day, .real), (.day, .blob): "expected a Day, found \(value.summary)"
    case (.reference, .int), (.reference, .real), (.reference, .blob): "expected a key, found \(value.summary)"
    default: nil
    }
  }

  /// Returns the data of an entity with the name of its class, where that is not the one that its property declares.
  func naming(_ type: String, _ value: JSONValue, in property: String, of owner: String) -> JSONValue {
    guard let declared = classes[owner]?.owned[property]?.type, declared != type, case .object(var members) = value
    else { return value }
    members[ModelStore.typeKey] = .string(type)
    return .object(members)
  }
}

/// The row of the table `okit_model`, which describes the model of a database.
struct ModelRow {
  static let table = RowTable(
    "okit_model",
    [
      RowColumn("name", .text, isRequired: true), RowColumn("version", .integer, isRequired: true),
      RowColumn("root_id", .text, isRequired: true), RowColumn("schema", .text, isRequired: true),
    ], key: [0])

  var name: String
  var version: Int
  var rootID: String
  var layout: RowLayout
  /// Whether the database has other names for some of the classes.
  private(set) var isRenamed = false

  /// Returns what a database says about its model; nil for one without tables.
  ///
  /// - Throws: `storage.foreign` for a database of another program, `storage.damaged` for one that does not describe
  ///   its model, `storage.row`, and what reading throws.
  static func read(_ storage: any RowStorage) throws -> ModelRow? {
    guard let tables = try storage.tables(), !tables.isEmpty else { return nil }
    guard tables.contains(table.name) else {
      throw Diagnostic(
        "storage.foreign", "the database has tables, but no model of okit",
        place: Diagnostic.Place(file: storage.location),
        hint: """
          \(HintPhrase.describe)\(storage.location); if okit has made them, restore the table okit_model or a backup
          """)
    }
    var found: [ModelRow] = []
    try storage.read(table.name, table.columns.map(\.name)) { row in
      guard row.kind(1) == .int, let layout = RowLayout(json: row.text(3)) else {
        throw Diagnostic(
          "storage.row", "table \"okit_model\": expected a version and a schema",
          place: Diagnostic.Place(file: storage.location), hint: "undo the change of the table, or restore a backup")
      }
      found.append(ModelRow(name: row.text(0), version: row.int(1), rootID: row.text(2), layout: layout))
    }
    guard found.count == 1 else {
      throw Diagnostic(
        "storage.damaged", "the table \"okit_model\" has \(found.count) rows, expected 1",
        place: Diagnostic.Place(file: storage.location), hint: "the file was not changed; restore a backup")
    }
    return found[0]
  }

  /// Gives the classes of the database the names that they have in the application: a class that has the table of one
  /// which the application does not have is that class.
  mutating func renameClasses(as schema: RowSchema, in types: TypeRegistry) {
    for entity in schema.entities where layout.classes[entity.type.name] == nil {
      let old = layout.classes.first { name, described in
        types[name] == nil && described.table.lowercased() == entity.table.name.lowercased()
      }
      guard let old else { continue }
      layout.rename(old.key, entity.type.name)
      isRenamed = true
    }
  }

  var values: [RowValue] {
    get throws { [.text(name), .int(version), .text(rootID), .text(try layout.json)] }
  }
}
