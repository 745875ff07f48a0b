/// Reads entities from a JSON document straight into records, without a tree in between.
package struct DocumentDecoder {
  let store: ModelStore
  /// The model whose stored document is read: its parts have files. Nil for other data.
  var model: String?
  /// Called with the schema version that the root names, nil when it names none.
  let checkVersion: (Int?) throws -> Void
  var source: Source

  package init(
    store: ModelStore, model: String? = nil, checkVersion: @escaping (Int?) throws -> Void = { _ in },
    source: Source = .document
  ) {
    self.store = store
    self.model = model
    self.checkVersion = checkVersion
    self.source = source
  }

  /// The origin of the JSON.
  package enum Source {
    /// The document of a model. Members that the schema does not know are kept.
    case document
    /// A fixture. Unknown members and numbers as ids are mistakes.
    case fixture
    /// A row of an import. Unknown members are mistakes; values are converted as for any write.
    case row
  }

  /// A value that does not fit; each caller adds its part of the path.
  package struct Problem: DescribedError {
    var path: [String] = []
    let message: String
    var hint: String?
    var code: Diagnostic.Code = "model.decode"
    let offset: Int

    package var diagnostic: Diagnostic { diagnostic(file: nil) }

    package func diagnostic(file: String?) -> Diagnostic {
      let place = path.reversed().reduce("") { "\($0)/\(Patch.escape($1))" }
      return Diagnostic(
        code, "\(place.isEmpty ? "/" : place): \(message)",
        place: file.map { Diagnostic.Place(file: $0, offset: offset) },
        hint: hint)
    }

    func inside(_ name: String) -> Problem {
      var problem = self
      problem.path.append(name)
      return problem
    }
  }

  static func mismatch(_ what: String, _ reader: inout JSONReader) throws -> Problem {
    _ = try reader.peekKind()
    let offset = reader.offset
    return Problem(message: "expected \(what), found \(try reader.readValue().summary)", offset: offset)
  }

  // MARK: Entities

  /// Returns the next value as a new, unmanaged entity with everything below it.
  package func root(_ reader: inout JSONReader, as declared: EntityType, isRoot: Bool = false) throws -> EntityID {
    let root = try entity(&reader, as: declared, isRoot: isRoot)
    store.garbage.append(root)
    return root
  }

  /// Returns the next value as a new entity, which the caller puts in its place.
  func entity(_ reader: inout JSONReader, as declared: EntityType, isRoot: Bool = false) throws -> EntityID {
    guard reader.nextByte() == UInt8(ascii: "{") else { throw try Self.mismatch("an object", &reader) }
    let start = reader.position
    try reader.enterObject()
    let hasMember = try reader.nextMember()
    let entity: EntityID
    let other: EntityType?
    // Documents that okit has written name the class first.
    if hasMember, reader.skipKey(declared.document.typeKey) {
      try reader.endKey()
      let type = try self.type(&reader, below: declared)
      (entity, other) = try filled(type, &reader, try reader.nextMember(), namesType: true, isRoot: isRoot)
    } else {
      (entity, other) = try filled(declared, &reader, hasMember, isRoot: isRoot)
    }
    guard let other else { return entity }
    store.garbage.append(entity)
    var again = reader.copy(at: start)
    try again.enterObject()
    let isEmpty = try !again.nextMember()
    return try filled(other, &again, !isEmpty, isRoot: isRoot).entity
  }

  /// Returns a new entity for an empty array, which a migration in Lua gives for an empty table.
  func emptyEntity(_ reader: inout JSONReader, as declared: EntityType) throws -> EntityID {
    let offset = reader.offset
    let jsonValue = try reader.readValue()
    guard jsonValue == .array([]) else {
      throw Problem(message: "expected an object, found \(jsonValue.summary)", offset: offset)
    }
    return try filled(declared, &reader, false, isRoot: false).entity
  }

  private func filled(
    _ type: EntityType, _ reader: inout JSONReader, _ hasMember: Bool, namesType: Bool = false, isRoot: Bool
  ) throws -> (entity: EntityID, other: EntityType?) {
    try store.budget.step()
    let entity = store.makeUnheld(type, id: "")
    do {
      let other = try fill(entity, type, &reader, hasMember, namesType: namesType, isRoot: isRoot)
      if other == nil, type.isReference { store.linkReference(entity) }
      return (entity, other)
    } catch {
      store.garbage.append(entity)
      throw error
    }
  }

  private func type(_ reader: inout JSONReader, below declared: EntityType) throws -> EntityType {
    let (name, offset) = try Self.typeName(&reader)
    guard let type = store.type(named: name) else { throw unknownType(name, offset).inside(ModelStore.typeKey) }
    guard type.isSubtype(of: declared) else {
      throw Problem(
        path: [ModelStore.typeKey], message: "expected a class of \(declared.name), found \"\(name)\"", offset: offset)
    }
    return type
  }

  static func typeName(_ reader: inout JSONReader) throws -> (name: String, offset: Int) {
    guard try reader.peekKind() == .string else {
      throw try mismatch("the name of a class", &reader).inside(ModelStore.typeKey)
    }
    let offset = reader.offset
    return (try reader.readString(), offset)
  }

  func unknownType(_ name: String, _ offset: Int) -> Problem {
    Problem(
      message: "unknown entity class \"\(name)\"", hint: NearestName.hint(for: name, in: store.types.names),
      code: "model.unknownType", offset: offset)
  }

  // MARK: Members

  /// Reads the members of an object that was entered.
  ///
  /// - Parameters:
  ///   - hasMember: Whether the reader is at a key and not after the object.
  ///   - namesType: Whether the object has named its class already.
  /// - Returns: Another type that the object names after other members: it has to be read again then.
  func fill(
    _ entity: EntityID, _ type: EntityType, _ reader: inout JSONReader, _ hasMember: Bool, namesType: Bool = false,
    isRoot: Bool = false
  ) throws -> EntityType? {
    guard let record = store.record(entity) else { throw store.gone() }
    let schema = type.document
    var (next, hasNext) = (0, hasMember)
    var seen = SeenMembers()
    if namesType { _ = seen.insert(schema.typePosition) }
    var (other, hasVersion): (EntityType?, Bool) = (nil, false)
    // The class that a later member names may know it.
    var unknown: Problem?
    let lazySlot = type.lazySlot
    let sizeSlot = lazySlot >= 0 ? type.sizeProperty?.location.slot ?? -1 : -1
    var (hasLazyValue, hasSize) = (false, sizeSlot < 0)
    while hasNext {
      let offset = reader.position
      var found: Int? = next
      if next >= schema.members.count || !reader.skipKey(schema.members[next].key) {
        let key = try reader.scanKey()
        found = schema.find(key, from: next)
        if found == nil {
          try seen.checkIsNew(key, &reader)
          let name = key.string
          try reader.endKey()
          if isRoot, name == ModelRegistry.versionKey {
            hasVersion = true
            try checkVersion(try Self.version(&reader))
          } else {
            let value = try reader.readValue()
            if source == .document {
              store.unknownMembers.insert(entity, name, value)
            } else if unknown == nil {
              unknown = self.unknown(name, schema, offset)
            }
          }
        }
      }
      if let found {
        guard seen.insert(found) else { throw reader.repeated(schema.names[found], at: offset) }
        try reader.endKey()
        let member = schema.members[found]
        if source == .row { try checkIsStored(member, of: type, at: offset) }
        if member.kind == .type {
          let named = try self.type(&reader, below: type)
          if named !== type { other = named }
        } else {
          do { try read(member, of: entity, type, record, &reader) } catch let problem as Problem {
            throw problem.inside(schema.names[found])
          }
          if lazySlot >= 0 {
            if member.location.slot == lazySlot { hasLazyValue = true }
            if member.location.slot == sizeSlot { hasSize = true }
          }
        }
        next = found + 1
      }
      hasNext = try reader.nextMember()
    }
    seen.end(&reader)
    if let unknown, other == nil { throw unknown }
    for position in schema.dates where !seen.contains(position) { store.generatedValues += 1 }
    if isRoot, !hasVersion { try checkVersion(nil) }
    store.completeIDs(of: record, type)
    if lazySlot >= 0 || type.sizeProperty != nil {
      try store.completePart(entity, type, record, hasValue: hasLazyValue, hasSize: hasSize, model: model)
    }
    return other
  }

  /// Checks that a row has no value that no document would keep.
  private func checkIsStored(_ member: DocumentSchema.Member, of type: EntityType, at offset: Int) throws {
    guard member.location.slot >= 0, case let property = type.properties[Int(member.location.slot)],
      property.isTransient
    else { return }
    throw Problem(
      message: "\(type.name).\(property.name) is transient and cannot be imported", offset: offset)
  }

  private func unknown(_ name: String, _ schema: DocumentSchema, _ offset: Int) -> Problem {
    Problem(
      message: "unknown member \"\(name)\"", hint: NearestName.hint(for: name, in: schema.names), offset: offset)
  }

  static func version(_ reader: inout JSONReader) throws -> Int {
    _ = try reader.peekKind()
    let offset = reader.offset
    let jsonValue = try reader.readValue()
    guard case .int(let version) = jsonValue, version >= 1 else {
      throw Problem(
        path: [ModelRegistry.versionKey], message: "expected the version of the schema, found \(jsonValue.summary)",
        offset: offset)
    }
    return version
  }
}

/// The members of an object that were read: one bit for each that the schema knows, the reader's list of keys for
/// others.
private struct SeenMembers {
  private var bits: UInt64 = 0
  /// For schemas of more than 64 members.
  private var more: Set<Int> = []
  private var hasUnknown = false

  /// False when the member was there before.
  @inline(__always)
  mutating func insert(_ position: Int) -> Bool {
    guard position < 64 else { return more.insert(position).inserted }
    let bit: UInt64 = 1 << UInt64(position)
    guard bits & bit == 0 else { return false }
    bits |= bit
    return true
  }

  func contains(_ position: Int) -> Bool {
    position < 64 ? bits & 1 << UInt64(position) != 0 : more.contains(position)
  }

  mutating func checkIsNew(_ key: JSONKey, _ reader: inout JSONReader) throws {
    if !hasUnknown { reader.keys.beginObject() }
    hasUnknown = true
    try reader.checkIsNew(key)
  }

  func end(_ reader: inout JSONReader) {
    if hasUnknown { reader.keys.endObject() }
  }
}

extension ModelStore {
  /// Gives ids to an entity and its references that have none yet.
  func completeIDs(of record: EntityRecord, _ type: EntityType) {
    if record.header.pointee.generatedID == nil, record.header.pointee.id.isEmpty {
      giveNewID(record)
      generatedValues += 1
    }
    if type.pool.isComplete { return }
    for property in type.pool.references {
      guard case .entity(let holder) = record.value(of: property), let record = self.record(holder) else { continue }
      completeIDs(of: record, referenceType)
    }
  }
}
