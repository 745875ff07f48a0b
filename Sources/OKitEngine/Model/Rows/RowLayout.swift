/// Which table and columns a stored model has for which class and property: the column `schema` of the table `okit_model`.
struct RowLayout: Equatable {
  struct Class: Equatable {
    var table: String
    /// The columns by property.
    var columns: [String: String] = [:]
    /// The tables of lists, sets and maps of values by property.
    var collections: [String: Collection] = [:]
  }

  struct Collection: Equatable {
    var table: String
    var isMap: Bool
  }

  var classes: [String: Class] = [:]

  init(_ schema: RowSchema) {
    for entity in schema.entities {
      var described = Class(table: entity.table.name)
      for (property, index) in entity.columns { described.columns[property.name] = entity.table.columns[index].name }
      for collection in entity.collections {
        described.collections[collection.property.name] = Collection(
          table: collection.table.name, isMap: collection.isMap)
      }
      classes[entity.type.name] = described
    }
  }

  /// Reads the text of `json`; nil for anything else.
  init?(json: String) {
    guard case .object(let classes)? = Self.value(json)?["classes"] else { return nil }
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
        result.collections[property] = Collection(table: table, isMap: isMap)
      }
      self.classes[name] = result
    }
  }

  static func value(_ json: String) -> JSONValue? {
    do { return try JSONReader.read(Array(json.utf8)) { try $0.readValue() } } catch { return nil }
  }

  var json: String {
    get throws {
      let described = classes.mapValues { described -> JSONValue in
        [
          "table": .string(described.table), "columns": .object(described.columns.mapValues(JSONValue.string)),
          "collections": .object(
            described.collections.mapValues { ["table": .string($0.table), "map": .bool($0.isMap)] }),
        ]
      }
      return try JSONValue.object(["classes": .object(described)]).json(pretty: false)
    }
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

  /// Returns what a database says about its model; nil for one without tables.
  ///
  /// - Throws: `storage.foreign` for a database of another program, `storage.row`, and what reading throws.
  static func read(_ storage: any RowStorage) throws -> ModelRow? {
    guard let tables = try storage.tables(), !tables.isEmpty else { return nil }
    guard tables.contains(table.name) else {
      throw Diagnostic(
        "storage.foreign", "the database has tables, but no model of okit",
        place: Diagnostic.Place(file: storage.location),
        hint: "describe its tables as classes: okit-run models describe \(storage.location)")
    }
    var found: ModelRow?
    try storage.read(table.name, table.columns.map(\.name)) { row in
      guard row.kind(1) == .int, let layout = RowLayout(json: row.text(3)) else {
        throw Diagnostic(
          "storage.row", "table \"okit_model\": expected a version and a schema",
          place: Diagnostic.Place(file: storage.location))
      }
      found = ModelRow(name: row.text(0), version: row.int(1), rootID: row.text(2), layout: layout)
    }
    return found
  }

  var values: [RowValue] {
    get throws { [.text(name), .int(version), .text(rootID), .text(try layout.json)] }
  }
}
