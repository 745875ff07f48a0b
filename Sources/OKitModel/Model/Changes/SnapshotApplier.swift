/// Makes an entity equal to data, changing only what differs.
///
/// Entities keep their identity by id, also when the data has them at another place below the same entity. References
/// to entities that are gone afterwards follow their rules at the end, when it is known which are gone.
struct SnapshotApplier {
  private let store: ModelStore
  private let root: EntityID
  /// The entities below the root by id, looked up when the first one is not at its place.
  private var known: [String: EntityID]?
  /// The ids that the data has named so far, with the places of their entities.
  private var used: [String: DataPlace] = [:]
  private let mode: ModelStore.ApplyMode
  /// The references of strict data, which must lead to an entity when everything has been applied. The target is nil
  /// where any class will do.
  private var references: [(key: String, target: String?, place: DataPlace)] = []
  /// The model whose stored document is applied: its parts have files. Nil for other data.
  private let document: String?
  /// The data where other stores get it too.
  private let shared: AppliedData?

  /// A place in the data, for messages.
  private enum DataPlace {
    case path(String)
    /// That of an entity that was decoded, which says where it is.
    case entity(EntityID)
  }

  static func run(
    _ jsonValue: JSONValue, to entity: EntityID, at path: String, _ mode: ModelStore.ApplyMode,
    document: String? = nil, shared: AppliedData? = nil, in store: ModelStore
  ) throws {
    var applier = SnapshotApplier(store: store, root: entity, mode: mode, document: document, shared: shared)
    let outer = store.references.deferredRemovals
    store.references.deferredRemovals = outer ?? []
    defer { store.references.deferredRemovals = outer }
    try applier.apply(jsonValue, to: entity, path)
    try applier.checkReferences()
    guard outer == nil, let left = store.references.deferredRemovals else { return }
    store.references.deferredRemovals = nil
    let gone = left.filter { !store.isManaged($0) }.flatMap(store.subtree)
    try store.applyRules(
      to: gone.filter { entity in store.id(of: entity).map { store.ids.find($0, in: store.entities) == nil } ?? false })
  }

  // MARK: Paths

  private func member(_ name: String, of path: String) -> String {
    switch mode {
    case .snapshot, .row: "\(path)/\(Patch.escape(name))"
    case .strict: path.isEmpty ? name : "\(path).\(name)"
    }
  }

  private func element(_ index: Int, of path: String) -> String {
    switch mode {
    case .snapshot, .row: "\(path)/\(index)"
    case .strict: "\(path)[\(index)]"
    }
  }

  private func path(of place: DataPlace) -> String {
    switch place {
    case .path(let path): path
    case .entity(let entity): path(of: entity)
    }
  }

  private func path(of entity: EntityID) -> String {
    guard entity != root, let parent = store.parent(of: entity), let property = store.parentProperty(of: entity) else {
      return ""
    }
    let path = member(property.name, of: path(of: parent))
    let collection = CollectionRef(owner: parent, slot: property.slot)
    guard property.isCollection, let index = store.index(of: .entity(entity), in: collection) else { return path }
    return store.key(collection, index).map { member($0, of: path) } ?? element(index, of: path)
  }

  // MARK: Entities

  /// Applies the members of an entity.
  ///
  /// - Parameter isSnapshot: Whether the data may be what an entity has given; nil where its id tells.
  private mutating func apply(
    _ jsonValue: JSONValue, to entity: EntityID, _ path: String, isSnapshot: Bool? = nil
  ) throws {
    guard case .object(let members) = jsonValue.asEntity, let type = store.type(of: entity) else {
      throw expected("an object", jsonValue, path)
    }
    try store.budget.step(members.count)
    if mode == .strict, path.isEmpty { try checkID(members["id"], of: entity) }
    let isWhole = members["id"] != nil && mode != .row
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where Self.isUnknown(key, type) {
      if mode == .strict, key == type.key?.member { continue }
      guard isSnapshot ?? isWhole, mode == .snapshot else {
        let isNested = mode == .strict || !path.isEmpty
        throw store.unknownProperty(key, of: type, at: isNested ? member(key, of: path) : nil)
      }
      store.setUnknown(entity, key, value)
    }
    if isWhole {
      for key in store.unknownMembers[entity].keys.sorted() where members[key] == nil {
        store.setUnknown(entity, key, .null)
      }
    }
    var isInFile = false
    for property in type.properties where !property.isComputed {
      // It follows from the bytes, which are elsewhere when a document is read.
      if property.role == .size {
        if document != nil { try applySize(members[property.name], to: entity, property) }
        continue
      }
      if let member = members[property.name] {
        let path = self.member(property.name, of: path)
        if type.isReference, property.name == EntityType.referenceKey { note(key: member, nil, path) }
        try naming(path) { try $0.apply(member, to: entity, property, path) }
      } else if property.isLazy, document != nil {
        isInFile = true
      } else if isWhole, !property.isTransient, !property.isLazy || store.hasValue(entity, property) {
        try reset(entity, property)
      }
    }
    // The format, which is part of the path, is known now.
    if isInFile, let document, let property = type.lazyProperty {
      try applyFile(of: entity, property, in: document, self.member(property.name, of: path))
    }
  }

  /// Names the file of a part of a document. If the entity of a partial is in memory, applies its document, so that
  /// entities keep their identity also when they have moved between the documents.
  private mutating func applyFile(
    of part: EntityID, _ property: Property, in model: String, _ path: String
  ) throws {
    let file = store.path(ofPart: part, in: model)
    if store.parts.files[part]?.path != file { store.noteFile(of: part, in: model) }
    guard property.role == .deferred, let record = store.record(part), !record.isNil(property.slot),
      !store.parts.keepsPartials
    else { return }
    try store.placing(file) {
      try apply(try store.storedData(ofDeferred: property, of: part), to: part, property, path)
    }
  }

  /// Writes the number of bytes that a document names.
  private func applySize(_ jsonValue: JSONValue?, to entity: EntityID, _ property: Property) throws {
    guard let record = store.record(entity) else { throw store.gone() }
    let (old, new) = (record.value(of: property), property.type.scalar(jsonValue ?? .int(0)) ?? .int(0))
    if !old.isSame(as: new) { store.write(entity, record, property, old: old, new: new) }
  }

  /// A model keeps the id that it has.
  private func checkID(_ id: JSONValue?, of entity: EntityID) throws {
    guard let id, let own = store.id(of: entity), id != .string(own) else { return }
    throw Diagnostic("model.readOnly", "id: the model has an id already", hint: "leave the id out")
  }

  private static func isUnknown(_ key: String, _ type: EntityType) -> Bool {
    if key == "id" || key == ModelStore.typeKey { return false }
    return type.property(named: key).map { $0.isComputed } ?? true
  }

  /// Resets a property that a whole snapshot does not name to its value in a new entity.
  private func reset(_ entity: EntityID, _ property: Property) throws {
    if property.isCollection || property.ownsEntities || property.type.isNullable {
      try store.set(entity, property, .null)
    } else if !property.defaultsToNow {
      try store.set(entity, property, property.defaultValue)
    }
  }

  /// Returns the entity that the data stands for: one of `near`, else one from another place, else a new one.
  private mutating func entity(_ jsonValue: JSONValue, _ declared: String, near: [String: EntityID], _ path: String)
    throws
    -> EntityID
  {
    guard case .object(let members) = jsonValue.asEntity else { throw expected("an object", jsonValue, path) }
    let name: String
    switch members[ModelStore.typeKey] {
    case nil: name = declared
    case .string(let own)?: name = own
    case .some(let other): throw expected("the name of a class", other, member(ModelStore.typeKey, of: path))
    }
    let type = try store.requireType(name, for: path)
    guard type.isSubtype(of: declared) else { throw expected("a class of \(declared)", .string(name), path) }
    var id: String?
    let key = mode == .strict ? type.key : nil
    switch members["id"] ?? key.flatMap({ members[$0.member] }) {
    case nil, .null?: break
    case .string(let text)? where !text.isEmpty: id = key?.id(of: text) ?? text
    case .int(let number)? where mode != .strict || key != nil: id = key?.id(of: String(number)) ?? String(number)
    case .some(let other):
      var problem = expected("a string as id", other, member("id", of: path))
      if case .int(let number) = other { problem.hint = "write id = \"\(number)\"" }
      throw problem
    }
    if let id, used.updateValue(.path(path), forKey: id) != nil {
      throw Diagnostic("model.duplicateId", "\(path): the id \"\(id)\" is used twice")
    }
    if let id, let found = near[id] ?? knownEntity(id), store.type(of: found) === type {
      if near[id] != found { try takeOut(found) }
      try apply(jsonValue, to: found, path)
      return found
    }
    let made = store.make(type, id: id)
    if isCopy(members, of: type) { store.parts.syncing.insert(made) }
    defer { store.parts.syncing.remove(made) }
    let wasCreating = store.didSets.isCreating
    store.didSets.isCreating = true
    defer { store.didSets.isCreating = wasCreating }
    var whole = members
    whole["id"] = whole["id"] ?? .null
    try apply(.object(whole), to: made, path, isSnapshot: members["id"] != nil)
    return made
  }

  /// Whether data is the snapshot of a partial: what `sync` copies is among its own properties, and stays as it was.
  private func isCopy(_ members: [String: JSONValue], of type: EntityType) -> Bool {
    guard mode != .strict, type.hooks.sync != nil, let lazy = type.lazyProperty, members["id"] != nil else {
      return false
    }
    return members.keys.contains { $0 != "id" && $0 != ModelStore.typeKey && $0 != lazy.name }
  }

  private mutating func knownEntity(_ id: String) -> EntityID? {
    if known == nil {
      // An entity that has left its place may come back at another one.
      let below = store.subtree(root).dropFirst() + (store.references.deferredRemovals ?? []).flatMap(store.subtree)
      known = Dictionary(below.map { (store.id(of: $0) ?? "", $0) }) { first, _ in first }
    }
    return known?[id].flatMap { store.exists($0) ? $0 : nil }
  }

  /// Takes an entity from its place, so that it can go to another one.
  private func takeOut(_ entity: EntityID) throws {
    guard let parent = store.record(entity)?.header.pointee.parent, let property = store.parentProperty(of: entity)
    else {
      return
    }
    let target = CollectionRef(owner: parent, slot: property.slot)
    if property.isCollection,
      let index = store.storage(target)?.elements.firstIndex(of: .entity(entity), store.entities)
    {
      try store.removeElement(target, index)
    } else if property.isReference {
      // A reference property always has its holder.
      try store.setEntity(parent, property, old: .entity(entity), new: .entity(store.make(store.referenceType)))
    } else {
      try store.set(parent, property, .null)
    }
  }

  // MARK: Properties

  private mutating func apply(_ jsonValue: JSONValue, to entity: EntityID, _ property: Property, _ path: String) throws
  {
    guard let record = store.record(entity) else { throw store.gone() }
    if !property.ownsEntities, store.jsonValue(record, property).isSame(as: jsonValue) { return }
    if property.isCollection { return try applyElements(jsonValue, to: entity, property, path) }
    guard property.ownsEntities, let declared = property.ownedTypeName else {
      guard jsonValue != .null || property.type.isNullable else { return try reset(entity, property) }
      guard let value = try scalar(jsonValue, property.type) else {
        throw expected(property.type.expectation, jsonValue, path)
      }
      return try store.set(entity, property, value)
    }
    if property.isLazy { try store.readPart(entity) }
    let old = record.value(of: property)
    let jsonValue = property.isReference ? self.id(jsonValue, property.type) : jsonValue.asEntity
    guard case .object = jsonValue else {
      if property.isReference {
        try noteReference(jsonValue, property.type, path)
        return try store.setReference(entity, property, Value(jsonValue))
      }
      guard jsonValue == .null else { throw expected("an object", jsonValue, path) }
      return try store.set(entity, property, .null)
    }
    if property.isReference { try noteReference(jsonValue, property.type, path) }
    if property.isReference, jsonValue["id"] == nil {
      return try store.setReference(entity, property, Value(jsonValue))
    }
    var near: [String: EntityID] = [:]
    if case .entity(let child) = old, let id = store.id(of: child) { near[id] = child }
    let new = Value.entity(try self.entity(jsonValue, declared, near: near, path))
    guard new != record.value(of: property) else { return }
    if property.isReference {
      try store.setEntity(entity, property, old: old, new: new)
    } else {
      try store.set(entity, property, new)
    }
  }

  private mutating func applyElements(_ jsonValue: JSONValue, to entity: EntityID, _ property: Property, _ path: String)
    throws
  {
    let reference = CollectionRef(owner: entity, slot: property.slot)
    guard let elements = store.storage(reference)?.elements, let type = property.type.element else {
      throw store.gone()
    }
    if entity == root, let new = newElements(property, type) {
      return try store.replaceElements(of: entity, property, with: .list(new.entities.map(Value.entity)))
    }
    let near = Dictionary(elements.entities.map { (store.id(of: $0) ?? "", $0) }) { first, _ in first }
    switch jsonValue {
    case .null: try store.replaceElements(of: entity, property, with: .list([]))
    // An empty Lua table may be a list or a map.
    case .array(let items) where elements.shape != .map || items.isEmpty:
      var values: [Value] = []
      for (index, item) in items.enumerated() {
        values.append(try element(item, type, near, element(index, of: path)))
      }
      try store.replaceElements(of: entity, property, with: .list(values))
    case .object(let items) where elements.shape == .map:
      var values: [String: Value] = [:]
      for (key, item) in items.sorted(by: { $0.key < $1.key }) {
        values[key] = try element(item, type, near, member(key, of: path))
      }
      try release(values, reference)
      try store.replaceElements(of: entity, property, with: .map(values))
    default: throw expected(property.type.article, jsonValue, path)
    }
  }

  /// Returns the elements of a list of the root that are all new; nil when they have to be applied one by one.
  private mutating func newElements(_ property: Property, _ type: PropertyType) -> NewElements? {
    guard case .list = property.type.unwrapped, let document = shared?.document(of: property.name),
      // What has left its place may come back here.
      store.references.deferredRemovals?.isEmpty != false, let new = NewElements(document, type, in: store),
      !new.ids.keys.contains(where: { used[$0] != nil })
    else { return nil }
    for (id, entity) in new.ids { used[id] = .entity(entity) }
    for partial in new.partials { store.noteContent(of: partial) }
    for reference in new.references {
      guard let key = store.referenceKey(of: .entity(reference)), let property = store.parentProperty(of: reference),
        case .reference(let target, _) = (property.type.element ?? property.type).unwrapped
      else { continue }
      references.append((key, target, .entity(reference)))
    }
    return new
  }

  /// Removes entities that change their key in a map first: an entity has one place.
  private func release(_ wanted: [String: Value], _ reference: CollectionRef) throws {
    guard let elements = store.storage(reference)?.elements, elements.holdsEntities else { return }
    for (key, entity) in zip(elements.keys, elements.entities) where wanted[key] != .entity(entity) {
      let (index, found) = elements.position(of: key)
      if found { try store.removeElement(reference, index) }
    }
  }

  private mutating func element(
    _ jsonValue: JSONValue, _ type: PropertyType, _ near: [String: EntityID], _ path: String
  ) throws
    -> Value
  {
    try store.budget.step()
    if jsonValue == .null, type.entityTypeName != nil || !type.isNullable {
      throw Diagnostic(
        "model.decode", "\(path): expected \(type.article), found nil, a hole in the list",
        hint: "lists have no nil; leave the element out")
    }
    if let declared = type.entityTypeName {
      let jsonValue = type.isReference ? self.id(jsonValue, type) : jsonValue
      if type.isReference { try noteReference(jsonValue, type, path) }
      if type.isReference, case .string = jsonValue { return Value(jsonValue) }
      return .entity(try entity(jsonValue, declared, near: near, path))
    }
    guard let value = try scalar(jsonValue, type) else { throw expected(type.expectation, jsonValue, path) }
    return value
  }

  private func scalar(_ jsonValue: JSONValue, _ type: PropertyType) throws -> Value? {
    try mode == .row ? store.rowScalar(jsonValue, type) : store.scalar(jsonValue, type)
  }

  // MARK: References

  /// Returns the id in place of the key of a service in strict data.
  private func id(_ jsonValue: JSONValue, _ type: PropertyType) -> JSONValue {
    guard mode == .strict, let key = store.targetKey(of: type), let text = EntityKey.text(of: Value(jsonValue)) else {
      return jsonValue
    }
    return .string(store.id(of: text, key))
  }

  /// Checks the form of a reference: the id of its target, or `{ refKey = id }`; remembers it in strict data.
  private mutating func noteReference(_ jsonValue: JSONValue, _ type: PropertyType, _ path: String) throws {
    guard case .reference(let target, _) = type.unwrapped else { return }
    var key = jsonValue
    if case .object(let members) = jsonValue {
      let known = [EntityType.referenceKey, "id", ModelStore.typeKey]
      if mode == .strict, let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
        throw store.unknownProperty(unknown, of: store.referenceType, at: member(unknown, of: path))
      }
      key = members[EntityType.referenceKey] ?? .null
    }
    switch key {
    case .null, .string(""): break
    case .string: note(key: key, target, path)
    default: throw expected("the id of \(PropertyType.entity(target).article)", key, path)
    }
  }

  private mutating func note(key: JSONValue, _ target: String?, _ path: String) {
    guard mode == .strict, case .string(let key) = key, !key.isEmpty else { return }
    references.append((key, target, .path(path)))
  }

  private func checkReferences() throws {
    for (key, target, place) in references {
      guard let entity = store.find(key), let type = store.type(of: entity) else {
        let ids = store.subtree(root).compactMap { entity in
          guard let type = store.type(of: entity) else { return String?.none }
          let fits = target.map(type.isSubtype(of:)) ?? !type.isReference
          return fits ? store.id(of: entity) : nil
        }
        throw Diagnostic(
          "model.danglingReference", "\(path(of: place)): no \(target ?? "entity") has the id \"\(key)\"",
          hint: NearestName.hint(for: key, in: ids))
      }
      guard let target, !type.isSubtype(of: target) else { continue }
      throw Diagnostic(
        "model.danglingReference",
        "\(path(of: place)): \"\(key)\" is the id of \(PropertyType.entity(type.name).article), not of "
          + PropertyType.entity(target).article)
    }
  }

  // MARK: Failures

  /// Adds the path to what the model says to strict data, such as a value that does not fit or an id that is taken.
  private mutating func naming(_ path: String, _ body: (inout Self) throws -> Void) throws {
    guard mode == .strict else { return try body(&self) }
    do { try body(&self) } catch var failure as Diagnostic where Self.codesWithoutPath.contains(failure.code) {
      // The id is taken by an entity outside of the data; the entity with it may be deep in what was written.
      let taken = used.filter { failure.message.contains("\"\($0.key)\"") }.min { $0.key < $1.key }
      let path = failure.code == "model.duplicateId" ? taken.map { self.path(of: $0.value) } ?? path : path
      let hasPath = [":", ".", "["].contains { failure.message.hasPrefix(path + $0) }
      if !hasPath { failure.message = "\(path): \(failure.message)" }
      throw failure
    }
  }

  private static let codesWithoutPath: Set<Diagnostic.Code> = ["model.type", "model.duplicateId"]

  private func expected(_ what: String, _ found: JSONValue, _ path: String) -> Diagnostic {
    Diagnostic("model.decode", "\(path.isEmpty ? "/" : path): expected \(what), found \(found.summary)")
  }
}

extension JSONValue {
  /// The data of an entity: an empty table of a script is an entity without members.
  fileprivate var asEntity: JSONValue { self == .array([]) ? .object([:]) : self }
}
