/// The tables of a model: one for each class of its entities, and one for each list, set or map of values.
final class RowSchema {
  /// The table of a class.
  final class Entity {
    let type: EntityType
    /// The names of the table and of those of its collections, in the order of the properties.
    private let names: (table: String, collections: [String])
    private var parts: Parts {
      if let madeParts { return madeParts }
      let parts = Parts(of: type, names.table, names.collections)
      madeParts = parts
      return parts
    }
    @exclusivity(unchecked) private var madeParts: Parts?

    var table: RowTable { parts.table }
    /// The stored properties with a column, by the order of columns.
    var columns: [(property: Property, index: Int)] { parts.columns }
    var collections: [Collection] { parts.collections }
    /// The column of the owner's id, which the property and the position follow; nil for a model.
    var parent: Int? { parts.parent }
    /// The column with the members that the class does not declare.
    var extra: Int { parts.extra }

    /// The properties whose entities have rows of their own.
    var owned: [Property] { parts.owned }

    fileprivate init(_ type: EntityType, _ table: String, collections: [String]) {
      (self.type, names) = (type, (table, collections))
    }

    func column(of slot: Int32) -> Int? { columns.first { $0.property.slot == slot }?.index }

    func collection(of slot: Int32) -> Collection? { collections.first { $0.property.slot == slot } }
  }

  /// The table of a list, set or map whose elements have no rows of their own: values, and keys of references.
  struct Collection {
    let property: Property
    let table: RowTable
    let isMap: Bool

    static let owner = 0
    /// The column of the position or the key.
    static let place = 1
    static let value = 2
  }

  let root: EntityType
  let entities: [Entity]
  private let byType: [Int32: Entity]
  /// The number of types when the schema was made.
  private let typeCount: Int

  /// - Parameter others: Classes that a stored model has, although no property can hold their entities now.
  /// - Throws: `storage.name` for classes or properties that cannot be told apart in SQL.
  init(_ root: EntityType, in types: TypeRegistry, others: [EntityType] = []) throws {
    self.root = root
    var names = TableNames()
    entities = try Self.types(below: [root] + others, in: types).map { try Self.entity($0, &names) }
    typeCount = types.made.count
    byType = Dictionary(entities.map { ($0.type.index, $0) }) { first, _ in first }
  }

  func entity(of type: EntityType) -> Entity? { byType[type.index] }

  func entity(named name: String) -> Entity? { entities.first { $0.type.name == name } }

  /// Whether no class was defined since.
  func isCurrent(in types: TypeRegistry) -> Bool { typeCount == types.made.count }

  static func isOwnedRow(_ property: Property) -> Bool {
    !property.isTransient && !property.isComputed && property.ownsEntities && !isReference(property)
      && !property.isLazy
  }

  /// Whether a property holds references, of which only the keys are stored.
  static func isReference(_ property: Property) -> Bool { (property.type.element ?? property.type).isReference }

  /// Returns classes and those of everything that their entities can own, with their subclasses.
  private static func types(below first: [EntityType], in types: TypeRegistry) -> [EntityType] {
    var seen: Set<Int32> = []
    var found = first.filter { seen.insert($0.index).inserted }
    var next = 0
    while next < found.count {
      for property in found[next].owners where isOwnedRow(property) {
        guard let declared = property.ownedTypeName.flatMap({ types[$0] }) else { continue }
        for type in types.subtypes(of: declared) where seen.insert(type.index).inserted { found.append(type) }
      }
      next += 1
    }
    return found
  }

  // MARK: Tables

  static let idColumn = "id"
  static let parentColumns = ["parent_id", "parent_property", "position"]
  static let extraColumn = "extra"

  /// Most models of an application in memory are never read or written as rows, so only the names are checked, and the
  /// tables are made when something asks for them.
  private static func entity(_ type: EntityType, _ names: inout TableNames) throws -> Entity {
    let name = try names.table(type.rows.table ?? type.name, for: type.name, isExplicit: type.rows.table != nil)
    var collections: [String] = []
    for property in type.properties where isColumn(property) {
      let column = property.columnName ?? property.name
      if property.isCollection {
        collections.append(try names.table("\(name)_\(column)", for: "\(type.name).\(property.name)"))
      } else {
        try SQLName.check(column, for: "\(type.name).\(property.name)")
      }
    }
    return Entity(type, name, collections: collections)
  }

  /// Whether a property has a column or a table of values. An entity has a row in a table of its own, and a lazy value
  /// one by the id of the entity.
  private static func isColumn(_ property: Property) -> Bool {
    !property.isComputed && !property.isTransient && !isOwnedRow(property) && !property.isLazy
  }

  /// The table of a class with its columns.
  private final class Parts {
    let table: RowTable
    let columns: [(property: Property, index: Int)]
    let collections: [Collection]
    let parent: Int?
    let extra: Int
    let owned: [Property]

    init(of type: EntityType, _ name: String, _ collectionNames: [String]) {
      var columns = [RowColumn(idColumn, .text, isRequired: true)]
      parent = !type.isModel ? columns.count : nil
      if parent != nil {
        columns += [RowColumn(parentColumns[0], .text), RowColumn(parentColumns[1], .text)]
        columns.append(RowColumn(parentColumns[2], .any))
      }
      var taken = ColumnNames(columns.map(\.name) + [extraColumn])
      var (stored, collections): ([(property: Property, index: Int)], [Collection]) = ([], [])
      var table = RowTable(name, [], key: [0], indexes: parent.map { [[$0, $0 + 1, $0 + 2]] } ?? [])
      for property in type.properties where isColumn(property) {
        if property.isCollection {
          collections.append(collection(property, of: name, collectionNames[collections.count]))
          continue
        }
        stored.append((property, columns.count))
        if isReference(property) { table.indexes.append([columns.count]) }
        columns.append(RowColumn(taken.column(property), kind(of: property.type)))
      }
      columns.append(RowColumn(extraColumn, .text))
      table.columns = columns
      (self.table, self.columns, self.collections, extra) = (table, stored, collections, columns.count - 1)
      owned = type.owners.filter(RowSchema.isOwnedRow)
    }
  }

  private static func collection(_ property: Property, of owner: String, _ name: String) -> Collection {
    let isMap = if case .map = property.type.unwrapped { true } else { false }
    let value = property.type.element ?? property.type
    let table = RowTable(
      name,
      [
        RowColumn("owner_id", .text, isRequired: true),
        isMap ? RowColumn("key", .text, isRequired: true) : RowColumn("position", .integer, isRequired: true),
        RowColumn("value", kind(of: value)),
      ],
      key: isMap ? [0, 1] : [], indexes: (isMap ? [] : [[0, 1]]) + (value.isReference ? [[2]] : []),
      owner: RowTable.RowOwner(table: owner, column: idColumn))
    return Collection(property: property, table: table, isMap: isMap)
  }

  static func kind(of type: PropertyType) -> RowColumn.Kind {
    switch type.unwrapped {
    case .bool, .int: .integer
    case .double: .real
    case .data: .blob
    default: .text
    }
  }
}

/// The names of the tables of a model. SQL does not distinguish between letters of different case.
private struct TableNames {
  /// The user of each table. Those of okit itself are taken.
  private var users = Dictionary(
    uniqueKeysWithValues: ([ModelRow.table] + PartRow.tables).map { ($0.name, "okit itself") })

  mutating func table(_ name: String, for user: String, isExplicit: Bool = false) throws -> String {
    var name = name
    try SQLName.check(name, for: user)
    let isReserved = ["sqlite_", "okit_"].contains { name.lowercased().hasPrefix($0) }
    if isReserved, !isExplicit { name = "class_" + name }
    if let other = users.updateValue(user, forKey: name.lowercased()) {
      throw Diagnostic(
        "storage.name", "\(user) and \(other) need the same table \"\(name)\" in SQL",
        hint: "give one of the classes another table, as in Class.table = \"\(name)2\"")
    }
    return name
  }
}

/// The names of the columns of a table.
private struct ColumnNames {
  private var taken: Set<String>

  init(_ names: [String]) { taken = Set(names) }

  /// Returns the name of a property's column: its own name, with "_" after it where that is taken.
  mutating func column(_ property: Property) -> String {
    var name = property.columnName ?? property.name
    while !taken.insert(name.lowercased()).inserted { name += "_" }
    return name
  }
}

enum SQLName {
  static func check(_ name: String, for user: @autoclosure () -> String) throws {
    guard name.isEmpty || name.utf8.contains(0) else { return }
    throw Diagnostic("storage.name", "\(user()): \(name.debugDescription) cannot be a name in SQL")
  }
}
