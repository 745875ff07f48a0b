/// Reading and writing properties.
extension ModelStore {
  /// The value of a property; null when the entity is gone. A collection answers its live handle.
  public func get(_ entity: EntityID, _ property: Property) -> Value {
    guard let row = row(entity) else { return .null }
    if property.computed != nil { return computedValue(entity, row, property) }
    recordRead(row, property.slot)
    if property.isCollection { return .collection(CollectionRef(owner: entity, slot: property.slot)) }
    return row.read(property)
  }

  /// The value of the property of that name; null when the type has none.
  public func get(_ entity: EntityID, _ name: String) -> Value {
    guard let property = type(of: entity)?.property(named: name) else { return .null }
    return get(entity, property)
  }

  /// Writes a property after converting the value where that loses nothing.
  ///
  /// Writing the value that is already there changes and invalidates nothing. Assigning an entity manages it and
  /// unmanages the one it replaces; assigning to a collection replaces its elements.
  ///
  /// - Throws: `model.gone`, `model.readOnly`, `model.type`, `model.computing`, and what attaching and removing entities
  ///   throw.
  public func set(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    if computing != nil { try checkMayWrite(entity, property) }
    if property.isSimple, let row = row(entity), setSimple(entity, row, property, value) { return }
    try setGeneral(entity, property, value)
  }

  @inline(never)
  private func setGeneral(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    guard let row = row(entity), let type = type(of: entity) else { throw gone() }
    guard property.computed == nil else {
      throw Diagnostic("model.readOnly", "\(type.name).\(property.name) is computed and cannot be written")
    }
    if property.isCollection { return try replaceElements(of: entity, property, with: value) }
    if property.isReference { return try setReference(entity, property, value) }
    let converted =
      property.holds(value) ? value : try convert(value, to: property.type, for: "\(type.name).\(property.name)")
    let old = row.read(property)
    guard !old.isSame(as: converted) else { return }
    if property.storage != .entity, property.didSet == nil {
      return write(entity, row, property, old: old, new: converted)
    }
    try atomically {
      if property.storage == .entity {
        try setEntity(entity, property, old: old, new: converted)
      } else {
        write(entity, row, property, old: old, new: converted)
      }
      try runDidSet(entity, property, old: old, new: converted)
    }
  }

  /// - Throws: `model.unknownProperty` with the nearest name, and what writing throws.
  public func set(_ entity: EntityID, _ name: String, _ value: Value) throws {
    guard let type = type(of: entity) else { throw gone() }
    guard let property = type.property(named: name) else { throw unknownProperty(name, of: type) }
    try set(entity, property, value)
  }

  func gone() -> Diagnostic { Diagnostic("model.gone", "the entity does not exist any more") }

  public func unknownProperty(_ name: String, of type: EntityType) -> Diagnostic {
    if EntityType.reservedNames.contains(name) {
      return Diagnostic("model.readOnly", "\(type.name).\(name) cannot be written")
    }
    return Diagnostic(
      "model.unknownProperty", "\(type.name) has no property \"\(name)\"",
      hint: NearestName.hint(for: name, in: type.properties.map(\.name)))
  }

  /// Writes a value that needs no conversion. - Returns: false when it does.
  @inline(__always)
  private func setSimple(_ entity: EntityID, _ row: EntityRecord, _ property: Property, _ value: Value) -> Bool {
    if case .int(let new) = value, property.storage == .int, let old = row.int(property) {
      if old == new { return true }
      let place = row.place(of: property)
      if transactionDepth > 0 || property.watchCount != 0 {
        write(entity, row, property, old: .int(old), new: value)
      } else {
        place.pointee = new
        markPending(entity, row)
        markChanged(row, property.slot)
      }
      return true
    }
    return setOther(entity, row, property, value)
  }

  @inline(never)
  private func setOther(_ entity: EntityID, _ row: EntityRecord, _ property: Property, _ value: Value) -> Bool {
    guard property.holds(value) else { return false }
    let old = row.read(property)
    if !old.isSame(as: value) { write(entity, row, property, old: old, new: value) }
    return true
  }

  /// The write itself: bytes, journal, invalidation.
  func write(_ entity: EntityID, _ row: EntityRecord, _ property: Property, old: Value, new: Value) {
    row.write(property, new)
    if !property.isSimple, property.name == EntityType.referenceKey,
      type(of: entity)?.isSubtype(of: referenceType) == true
    {
      relink(entity, from: old, to: new)
    }
    if property.watchCount != 0 { tellWatchers(of: entity, row, property, old: old, new: new) }
    note(.set(entity, property.slot, old: old, new: new), entity, row)
    markChanged(row, property.slot)
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
    guard let row = row(owner) else { throw gone() }
    write(owner, row, property, old: old, new: new)
    if case .entity(let child) = old {
      try detach(child, from: target)
      try checkUntouched(owner, property, holds: new, entering: new)
    }
    if case .entity(let child) = new { try attach(child, to: target) }
  }

  /// Hooks of what leaves run while something else enters: they may not put either elsewhere.
  private func checkUntouched(
    _ owner: EntityID, _ property: Property, holds value: Value, entering new: Value
  ) throws {
    let holds = row(owner)?.read(property) == value
    var isFree = true
    if case .entity(let child) = new { isFree = row(child).map { $0.header.pointee.parent == nil } ?? false }
    guard holds, isFree else {
      throw Diagnostic(
        "model.owned",
        "\(describe(owner)).\(property.name) was changed by what its old value runs while a new one was put there",
        hint: "change it afterwards, for instance in an observer")
    }
  }

  func runDidSet(_ entity: EntityID, _ property: Property, old: Value, new: Value) throws {
    guard let function = property.didSet, !isReplaying, !isCreating else { return }
    // As in Swift, an observer that writes its own property does not call itself.
    let key = Self.key(entity, property.slot)
    guard runningDidSets.insert(key).inserted else { return }
    defer { runningDidSets.remove(key) }
    try runHook(function, of: entity, [old, new], "didSet of \(type(of: entity)?.name ?? "").\(property.name)")
  }

  /// Runs a hook of a script; its failure says which one it was.
  func runHook(_ function: FunctionRef, of entity: EntityID, _ arguments: [Value], _ what: @autoclosure () -> String)
    throws
  {
    do { try hooks?.run(function, of: entity, arguments: arguments) } catch {
      throw (error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")).noting("in \(what())")
    }
  }

  /// Such as `Book:managed`, for messages.
  func hookName(_ name: String, of entity: EntityID) -> String { "\(type(of: entity)?.name ?? ""):\(name)" }
}
