/// Reads entities from a JSON document straight into rows, without a tree in between.
struct DocumentDecoder {
  let store: ModelStore
  /// Called with the schema version that the root names, nil when it names none.
  var checkVersion: (Int?) throws -> Void = { _ in }

  /// What does not fit, where: the path grows on the way out.
  struct Problem: Error {
    var path: [String] = []
    let message: String
    var hint: String?
    var code: Diagnostic.Code = "model.decode"
    let offset: Int

    func diagnostic(below path: String, file: String?) -> Diagnostic {
      let place = self.path.reversed().reduce(path) { "\($0)/\(Patch.escape($1))" }
      return Diagnostic(
        code, "\(place.isEmpty ? "/" : place): \(message)",
        place: file.map { Diagnostic.Place(file: $0, offset: offset) },
        hint: hint)
    }
  }

  /// Runs `body` as the reading of the member `name`.
  @inline(__always)
  private func member<T>(_ name: @autoclosure () -> String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch var problem as Problem {
      problem.path.append(name())
      throw problem
    }
  }

  private func mismatch(_ what: String, _ reader: inout JSONReader) throws -> Problem {
    _ = try reader.peekKind()
    let offset = reader.offset
    return Problem(message: "expected \(what), found \(try reader.readPlain().summary)", offset: offset)
  }

  // MARK: Entities

  /// The next value as a new, unmanaged entity.
  func entity(_ reader: inout JSONReader, as declared: EntityType, isRoot: Bool = false) throws -> EntityID {
    guard try reader.peekKind() == .object else { throw try mismatch("an object", &reader) }
    let start = reader.offset
    try reader.beginObject()
    var type = declared
    var key = try reader.nextKey()
    // Documents that we wrote name the class first.
    if let first = key, first.hash == Self.typeHash, first.string == ModelStore.typeKey {
      type = try member(ModelStore.typeKey) { try self.type(&reader, below: declared) }
      key = try reader.nextKey()
    }
    let entity = store.make(type, id: "")
    guard let late = try fill(entity, type, &reader, key, isRoot: isRoot) else { return entity }
    var again = reader.rewound(to: start)
    let decoded = store.make(late, id: "")
    try again.beginObject()
    _ = try fill(decoded, late, &again, try again.nextKey(), isRoot: isRoot)
    return decoded
  }

  private static let typeHash = JSONKey.hash(of: ModelStore.typeKey)

  private func type(_ reader: inout JSONReader, below declared: EntityType) throws -> EntityType {
    guard try reader.peekKind() == .string else { throw try mismatch("the name of a class", &reader) }
    let offset = reader.offset
    let name = try reader.readString()
    guard let type = store.type(named: name) else {
      throw Problem(
        message: "there is no entity class \"\(name)\"", hint: NearestName.hint(for: name, in: store.typesByName.keys),
        code: "model.unknownType", offset: offset)
    }
    guard type.isSubtype(of: declared) else {
      throw Problem(message: "expected a class of \(declared.name), found \"\(name)\"", offset: offset)
    }
    return type
  }

  /// Reads the members of an object that was entered, `first` being the first key.
  ///
  /// - Returns: another type that the object names behind its other members: it has to be read again then.
  private func fill(
    _ entity: EntityID, _ type: EntityType, _ reader: inout JSONReader, _ first: JSONKey?, isRoot: Bool = false
  ) throws -> EntityType? {
    guard let row = store.row(entity) else { throw store.gone() }
    let schema = type.document
    var cursor = 0
    var late: EntityType?
    var hasVersion = false
    var next = first
    while let key = next {
      switch schema.find(key, after: &cursor) {
      case .id: row.header.pointee.id = try member("id") { try id(&reader) }
      case .type:
        let named = try member(ModelStore.typeKey) { try self.type(&reader, below: type) }
        if named !== type { late = named }
      case .property(let property): try member(property.name) { try read(property, of: entity, row, &reader) }
      case nil:
        let name = key.string
        if isRoot, name == ModelRegistry.versionKey {
          hasVersion = true
          try checkVersion(try member(name) { try Self.version(&reader) })
        } else {
          store.unknownKeys[entity, default: [:]][name] = try reader.readPlain()
        }
      }
      next = try reader.nextKey()
    }
    if isRoot, !hasVersion { try checkVersion(nil) }
    store.completeIDs(of: entity)
    return late
  }

  private func id(_ reader: inout JSONReader) throws -> String {
    _ = try reader.peekKind()
    let offset = reader.offset
    switch try reader.readPlain() {
    case .null: return ""
    case .string(let text) where !text.isEmpty: return text
    case .int(let number): return String(number)
    case let other: throw Problem(message: "expected a text as id, found \(other.summary)", offset: offset)
    }
  }

  static func version(_ reader: inout JSONReader) throws -> Int {
    _ = try reader.peekKind()
    let offset = reader.offset
    let plain = try reader.readPlain()
    guard case .int(let version) = plain, version >= 1 else {
      throw Problem(message: "expected the version of the schema, found \(plain.summary)", offset: offset)
    }
    return version
  }

  // MARK: Properties

  private func read(_ property: Property, of entity: EntityID, _ row: Row, _ reader: inout JSONReader) throws {
    if property.isCollection { return try readElements(property, of: entity, row, &reader) }
    guard property.storage == .entity else { return try readScalar(property, row, &reader) }
    // What a document leaves open keeps its default.
    if property.isReference, try reader.skipNull() { return }
    if property.isReference, case .entity(let holder) = row.read(property) { return try refill(holder, &reader) }
    if try reader.skipNull() { return row.write(property, .null) }
    let child = try element(&reader, property.type)
    store.place(child, in: entity, slot: property.slot)
    row.write(property, .entity(child))
  }

  private func readScalar(_ property: Property, _ row: Row, _ reader: inout JSONReader) throws {
    _ = try reader.peekKind()
    let offset = reader.offset
    let plain = try reader.readPlain()
    switch (property.storage, plain) {
    case (.string, .string(let text)) where property.isText: row.write(property, .string(text))
    case (.int, .int(let int)): row.write(property, .int(int))
    case (.double, .double(let double)): row.write(property, .double(double))
    case (.bool, .bool(let bool)): row.write(property, .bool(bool))
    case (_, .null): if property.type.isNullable { row.write(property, .null) }
    default:
      guard let value = property.type.scalar(plain) else { throw unfit(plain, property.type, offset) }
      row.write(property, value)
    }
  }

  private func unfit(_ plain: Plain, _ type: PropertyType, _ offset: Int) -> Problem {
    Problem(message: "expected \(type.expectation), found \(plain.summary)", offset: offset)
  }

  private func scalar(_ reader: inout JSONReader, _ type: PropertyType) throws -> Value {
    _ = try reader.peekKind()
    let offset = reader.offset
    let plain = try reader.readPlain()
    guard let value = type.scalar(plain) else { throw unfit(plain, type, offset) }
    return value
  }

  /// The next value as an entity of its own: an object, or for a reference also the key alone.
  private func element(_ reader: inout JSONReader, _ type: PropertyType) throws -> EntityID {
    if type.isReference {
      let holder = store.make(store.referenceType, id: "")
      try refill(holder, &reader)
      return holder
    }
    guard case .entity(let name) = type.unwrapped else { throw try mismatch(type.expectation, &reader) }
    guard let declared = store.type(named: name) else {
      _ = try reader.peekKind()
      throw Problem(
        message: "there is no entity class \"\(name)\"", hint: NearestName.hint(for: name, in: store.typesByName.keys),
        code: "model.unknownType", offset: reader.offset)
    }
    return try entity(&reader, as: declared)
  }

  /// Reads a reference into its holder.
  private func refill(_ holder: EntityID, _ reader: inout JSONReader) throws {
    guard let row = store.row(holder), let key = store.referenceType.property(named: "refKey") else {
      throw store.gone()
    }
    if try reader.peekKind() == .string {
      let text = try reader.readString()
      row.write(key, text.isEmpty ? .null : .string(text))
      store.completeIDs(of: holder)
    } else {
      guard try reader.peekKind() == .object else { throw try mismatch("a reference", &reader) }
      try reader.beginObject()
      _ = try fill(holder, store.referenceType, &reader, try reader.nextKey())
    }
    store.relink(holder, from: .null, to: row.read(key))
  }

  // MARK: Collections

  private func readElements(_ property: Property, of entity: EntityID, _ row: Row, _ reader: inout JSONReader) throws {
    guard let elements = row.collection(property), let type = property.type.element else { return }
    switch (try reader.peekKind(), elements.shape) {
    case (.null, _): try reader.readNull()
    case (.object, .map):
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        let value = try member(name) { try self.value(&reader, type, property, entity) }
        let (index, found) = elements.position(of: name)
        if found { elements.replace(value, at: index) } else { elements.insert(value, at: index, key: name) }
      }
    case (.array, .map):
      // A script that migrates a document cannot say whether an empty table is a list.
      let offset = reader.offset
      let plain = try reader.readPlain()
      guard plain == .array([]) else {
        throw Problem(message: "expected an object, found \(plain.summary)", offset: offset)
      }
    case (.array, .list), (.array, .set):
      try reader.beginArray()
      var seen: Set<Value> = []
      while try reader.nextElement() {
        let value = try member(String(elements.count)) { try self.value(&reader, type, property, entity) }
        if elements.shape == .set, !elements.holdsEntities, !seen.insert(value).inserted { continue }
        elements.append(value)
      }
    default: throw try mismatch(elements.shape == .map ? "an object" : "an array", &reader)
    }
  }

  private func value(
    _ reader: inout JSONReader, _ type: PropertyType, _ property: Property, _ owner: EntityID
  ) throws -> Value {
    guard type.entityTypeName != nil else { return try scalar(&reader, type) }
    let child = try element(&reader, type)
    store.place(child, in: owner, slot: property.slot)
    return .entity(child)
  }
}

extension JSONReader {
  /// A reader of the same document that begins with the value at `offset`.
  fileprivate func rewound(to offset: Int) -> JSONReader {
    var reader = JSONReader(bytes, file: file)
    reader.position = offset
    return reader
  }
}

extension ModelStore {
  /// Gives ids to an entity and its references that were made without.
  fileprivate func completeIDs(of entity: EntityID) {
    guard let row = row(entity), let type = type(of: entity) else { return }
    if row.header.pointee.id.isEmpty { row.header.pointee.id = idsGenerator.next() }
    for property in type.owners where property.isReference {
      if case .entity(let holder) = row.read(property) { completeIDs(of: holder) }
    }
  }
}
