/// Reading and writing properties.
extension ModelStore {
  /// Returns the value of a property; null when the entity is gone. A collection answers its live handle.
  package func get(_ entity: EntityID, _ property: Property) -> Value {
    let location = property.location
    if _fastPath(location.storage == .int && !graph.isTracking), let record = record(entity),
      _fastPath(!record.isNil(location))
    {
      return .int(record.pointer(location, Int.self).pointee)
    }
    return getOther(entity, property)
  }

  @inline(never)
  private func getOther(_ entity: EntityID, _ property: Property) -> Value {
    guard let record = record(entity) else { return .null }
    if property.isLazy { return lazyValue(entity, record, property) }
    return read(record, property.location) ?? computedValue(entity, record, property)
  }

  /// Returns what a record holds at a location and records the read, nil when it holds nothing there.
  ///
  /// All reads of stored properties use this function: bindings, Lua, patches, aggregates and lists.
  @inline(__always)
  func read(_ record: EntityRecord, _ location: PropertyLocation) -> Value? {
    guard location.storage.isValue else { return readOther(record, location) }
    recordRead(record, location.slot)
    if location.storage == .int, !record.isNil(location) {
      return .int(record.pointer(location, Int.self).pointee)
    }
    return record.value(at: location)
  }

  @inline(never)
  private func readOther(_ record: EntityRecord, _ location: PropertyLocation) -> Value? {
    switch location.storage {
    // An id never changes.
    case .id: return record.value(at: location)
    case .collection:
      recordRead(record, location.slot)
      return .collection(CollectionRef(owner: entities.id(of: record), slot: location.slot))
    default: return nil
    }
  }

  /// Returns the value of the property of that name; null when the type has none.
  package func get(_ entity: EntityID, _ name: String) -> Value {
    guard let property = type(of: entity)?.property(named: name) else { return .null }
    return get(entity, property)
  }

  /// Writes a property after converting the value where that loses nothing.
  ///
  /// Writing the value that is already there changes and invalidates nothing. Assigning an entity manages it and
  /// unmanages the one it replaces; assigning to a collection replaces its elements.
  ///
  /// - Throws: `model.gone`, `model.readOnly`, `model.type`, `model.computing`, `storage.closed`, and what attaching
  ///   and removing entities throw.
  package func set(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    if case .int(let new) = value, modes.union(property.writeModes).isEmpty, let record = record(entity),
      _fastPath(!record.isNil(property.location)), setSettled(record, property.location, new)
    {
      return
    }
    try setUnsettled(entity, property, value)
  }

  /// Writes an integer where that changes nothing but the record. - Returns: False, with nothing written, elsewhere.
  @inline(__always)
  private func setSettled(_ record: EntityRecord, _ location: PropertyLocation, _ new: Int) -> Bool {
    guard _fastPath(record.header.pointee.isSettled(in: counters.epoch)) else { return false }
    let place = record.pointer(location, Int.self)
    guard _fastPath(place.pointee != new) else { return rewritten == nil }
    place.pointee = new
    history.noteUnrecordedChange()
    return true
  }

  @inline(never)
  private func setUnsettled(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    if case .int(let new) = value, modes.union(property.writeModes).isSubset(of: [.transaction, .observers]),
      let record = record(entity), !record.isNil(property.location), !record.header.pointee.isClosed
    {
      return writeInt(entity, record, property, new)
    }
    try setChecking(entity, property, value)
  }

  @inline(never)
  private func setChecking(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    if modes.contains(.computation) { try checkMayWrite(entity, property) }
    if hasPartials { return try atomically { try setGeneral(entity, property, value) } }
    if property.isSimple, let record = record(entity), !record.header.pointee.isClosed,
      setSimple(entity, record, property, value)
    {
      return
    }
    try setGeneral(entity, property, value)
  }

  /// Writes a value where that needs no conversion, no hook and no check. - Returns: False, with nothing written, where
  /// it needs one.
  @inline(__always)
  func setPlain(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ value: Value) -> Bool {
    property.isSimple && modes.isDisjoint(with: [.computation, .partials]) && !record.header.pointee.isClosed
      && setSimple(entity, record, property, value)
  }

  /// Writes an integer in a transaction as the function above does.
  @inline(__always)
  func setPlain(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ new: Int) -> Bool {
    let needed = modes.union(property.writeModes).subtracting(.observers)
    guard needed == .transaction, !record.isNil(property.location), !record.header.pointee.isClosed else {
      return isInTransaction && setPlain(entity, record, property, .int(new))
    }
    writeInt(entity, record, property, new)
    return true
  }

  @inline(never)
  private func setGeneral(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    guard let record = record(entity), let type = type(of: entity) else { throw gone() }
    guard !record.header.pointee.isClosed else { throw unchangeable(entity) }
    if let builtIn = property.builtIn {
      let converted = try convert(value, to: property.type, for: "\(type.name).\(property.name)")
      return try atomically { try builtIn.write(self, entity, converted) }
    }
    guard property.computed == nil else {
      throw Diagnostic("model.readOnly", "\(type.name).\(property.name) is computed and cannot be written")
    }
    if property.isCollection {
      try optimistic?.checkMayChange(entity)
      return try replaceElements(of: entity, property, with: value)
    }
    if property.isReference { return try setReference(entity, property, value) }
    var converted =
      property.holds(value) ? value : try convert(value, to: property.type, for: "\(type.name).\(property.name)")
    if type.isReference, property.name == EntityType.referenceKey { converted = Self.key(converted) }
    switch property.role {
    case .plain: break
    case .format: try checkFormat(converted, of: entity)
    case .size:
      throw Diagnostic("model.readOnly", "\(type.name).\(property.name) is the number of bytes and cannot be written")
    case .inlineData, .blobData: return try setBytes(of: entity, property, record, converted)
    case .deferred:
      try readPart(entity)
      if converted.isNull { converted = .entity(try makeDeferred(of: entity, property)) }
    }
    let old = record.value(of: property)
    guard !old.isSame(as: converted) else {
      if rewritten != nil { noteUnchanged(entity, property) }
      return
    }
    if property.storage != .entity, property.didSet == nil {
      return write(entity, record, property, old: old, new: converted)
    }
    try atomically {
      if property.storage == .entity {
        try setEntity(entity, property, old: old, new: converted)
      } else {
        write(entity, record, property, old: old, new: converted)
      }
      try runDidSet(entity, property, old: old, new: converted)
    }
  }

  /// - Throws: `model.unknownProperty` with the nearest name, and what writing throws.
  package func set(_ entity: EntityID, _ name: String, _ value: Value) throws {
    guard let type = type(of: entity) else { throw gone() }
    guard let property = type.property(named: name) else { throw unknownProperty(name, of: type) }
    try set(entity, property, value)
  }

  package func gone() -> Diagnostic { Diagnostic("model.gone", "the entity no longer exists") }

  /// Returns whether an entity is the root of an encrypted model whose content is not in memory.
  func isClosed(_ entity: EntityID) -> Bool { record(entity)?.header.pointee.isClosed ?? false }

  /// Returns whether `unreadable` has no error for an entity.
  @inline(__always)
  package func isReadable(_ entity: EntityID) -> Bool { record(entity).map { !$0.header.pointee.isClosed } ?? false }

  /// Returns the error for an entity that cannot be read; nil for one that can.
  ///
  /// - Parameter what: What the entity is for the reader.
  package func unreadable(_ entity: EntityID, what: String = "entity") -> Diagnostic? {
    guard let record = record(entity) else {
      guard dropped[entity] != nil else { return Diagnostic("model.gone", "the \(what) no longer exists") }
      return Diagnostic(
        "storage.closed", "the \(what) was dropped from memory when the secure store was closed",
        hint: "after okit.SecureStore.open, take it from its model again")
    }
    guard record.header.pointee.isClosed else { return nil }
    return Diagnostic(
      "storage.closed",
      "the model \"\(models.name(of: entity) ?? "")\" cannot be read while the secure store is closed",
      hint: "open it with okit.SecureStore.open")
  }

  /// Returns the error for a change of a model whose content is not in memory.
  func unchangeable(_ root: EntityID) -> Diagnostic {
    Diagnostic(
      "storage.closed",
      "the model \"\(models.name(of: root) ?? "")\" cannot be changed while the secure store is closed",
      hint: "open it with okit.SecureStore.open")
  }

  /// - Parameter path: The place in applied data; nil for none.
  package func unknownProperty(_ name: String, of type: EntityType, at path: String? = nil) -> Diagnostic {
    let place = path.map { "\($0): " } ?? ""
    if EntityType.reservedNames.contains(name) || type.property(named: name) != nil {
      return Diagnostic("model.readOnly", "\(place)\(type.name).\(name) cannot be written")
    }
    return Diagnostic(
      "model.unknownProperty", "\(place)\(type.name) has no property \"\(name)\"",
      hint: NearestName.hint(for: name, in: type.properties.map(\.name))
    ).about(name)
  }

  /// Writes a value that needs no conversion, or an integer where a property has a Double.
  ///
  /// - Returns: False, with nothing written, for any other value.
  @inline(__always)
  private func setSimple(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ value: Value) -> Bool {
    let location = property.location
    switch (value, location.storage) {
    case (.int(let new), .int) where !record.isNil(location): writeInt(entity, record, property, new)
    case (.double(let new), .double) where new.isFinite && !record.isNil(location):
      writeDouble(entity, record, property, new)
    case (.int(let integer), .double) where !record.isNil(location):
      guard let new = Double(exactly: integer) else { return false }
      writeDouble(entity, record, property, new)
    default: return setOther(entity, record, property, value)
    }
    return true
  }

  @inline(never)
  private func setOther(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ value: Value) -> Bool {
    guard property.holds(value) else { return false }
    let old = record.value(of: property)
    if !old.isSame(as: value) {
      write(entity, record, property, old: old, new: value)
    } else if rewritten != nil {
      noteUnchanged(entity, property)
    }
    return true
  }

  @inline(never)
  private func noteUnchanged(_ entity: EntityID, _ property: Property) {
    unchangedWrites?.insert(UnchangedWrite(entity: entity, property: property.name))
  }

  /// Writes an integer to a simple property that has one, as the function below does.
  @inline(never)
  private func writeInt(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ new: Int) {
    let location = property.location
    let place = record.pointer(location, Int.self)
    let old = place.pointee
    guard old != new else {
      if rewritten != nil { noteUnchanged(entity, property) }
      return
    }
    place.pointee = new
    if property.observerCount != 0 { notifyObservers(of: entity, record, property, from: old, to: new) }
    noteWrite(entity, record, location.slot, old: PlainWord(old), new: PlainWord(new))
  }

  /// Writes a finite number to a simple property that has a Double, as the function below does.
  @inline(never)
  private func writeDouble(_ entity: EntityID, _ record: EntityRecord, _ property: Property, _ new: Double) {
    let location = property.location
    let place = record.pointer(location, Double.self)
    let old = place.pointee
    guard old.bitPattern != new.bitPattern else {
      if rewritten != nil { noteUnchanged(entity, property) }
      return
    }
    place.pointee = new
    if property.observerCount != 0 {
      notifyObservers(of: entity, record, property, old: .double(old), new: .double(new))
    }
    noteWrite(
      entity, record, location.slot, old: PlainWord(kind: .double, bits: old.bitPattern),
      new: PlainWord(kind: .double, bits: new.bitPattern))
  }

  @inline(__always)
  private func noteWrite(
    _ entity: EntityID, _ record: EntityRecord, _ slot: Int32, old: PlainWord, new: PlainWord
  ) {
    markPending(entity, record)
    if modes.collects { journal.append(entity, slot, old: old, new: new) }
    markChanged(record, slot)
  }

  /// Writes a converted value: bytes, observers, journal, invalidation.
  func write(_ entity: EntityID, _ record: EntityRecord, _ property: Property, old: Value, new: Value) {
    record.write(new, at: property.location)
    if !property.isSimple {
      if property.name == EntityType.referenceKey, type(of: entity)?.isSubtype(of: referenceType) == true {
        relink(entity, from: old, to: new)
      }
      if property.role != .plain { noteWritten(entity, property) }
      if property.isSecret { for value in [old, new] { if let text = value.scalarText { secrets.add(value: text) } } }
    }
    if property.observerCount != 0 { notifyObservers(of: entity, record, property, old: old, new: new) }
    markPending(entity, record)
    if journal.isCollecting { journal.append(entity, property.slot, old: old, new: new) }
    markChanged(record, property.slot)
  }

  func setEntity(_ owner: EntityID, _ property: Property, old: Value, new: Value) throws {
    let target = CollectionRef(owner: owner, slot: property.slot)
    if case .entity(let child) = new {
      if case .entity(let leaving) = old {
        try checkCanAttach(child, to: owner, replacing: leaving)
      } else {
        try checkCanAttach(child, to: owner)
      }
    }
    if case .entity(let child) = old { try prepareRemoval(of: child) }
    try checkUntouched(owner, property, holds: old, entering: new)
    guard let record = record(owner) else { throw gone() }
    write(owner, record, property, old: old, new: new)
    if case .entity(let child) = old {
      try detach(child, from: target)
      try checkUntouched(owner, property, holds: new, entering: new)
    }
    if case .entity(let child) = new { try attach(child, to: target) }
  }

  /// Checks that the hooks of what leaves have moved neither the old nor the new value elsewhere.
  private func checkUntouched(
    _ owner: EntityID, _ property: Property, holds value: Value, entering new: Value
  ) throws {
    let holds = record(owner)?.value(of: property) == value
    var isFree = true
    if case .entity(let child) = new { isFree = record(child).map { $0.header.pointee.parent == nil } ?? false }
    guard holds, isFree else {
      throw Diagnostic(
        "model.owned",
        "\(describe(owner)).\(property.name) was changed by a hook of its old value while the new one was assigned",
        hint: "change it later, for instance in an observer")
    }
  }
}
