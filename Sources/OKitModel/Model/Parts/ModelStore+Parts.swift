/// Parts: entities with a file of their own.
extension ModelStore {
  // MARK: Reading

  /// Returns the value of a lazy property; null, and a report, when its file cannot be read.
  func lazyValue(_ entity: EntityID, _ record: EntityRecord, _ property: Property) -> Value {
    recordRead(record, property.slot)
    do { try readPart(entity) } catch { reportUnreadable(entity, error) }
    return record.value(of: property)
  }

  /// Reports once why the file of a part cannot be read.
  func reportUnreadable(_ part: EntityID, _ error: any Error) {
    guard parts.reported.insert(part).inserted else { return }
    report(error.diagnostic("storage.read"))
  }

  /// Returns what a property holds now, without recording the read. The file of a lazy property is read first.
  func currentValue(_ entity: EntityID, _ record: EntityRecord, _ property: Property) -> Value {
    property.isLazy ? graph.withoutTracking { lazyValue(entity, record, property) } : record.value(of: property)
  }

  /// Reads the file of a part if that has not been done. Reading changes nothing that is stored.
  ///
  /// - Throws: `blob.missing`, `blob.damaged`, `blob.id`, `partial.id`, what reading the storage throws, and for a
  ///   document what reading a model throws.
  package func readPart(_ part: EntityID) throws {
    guard let record = record(part), let property = type(of: record).lazyProperty else { return }
    switch property.role {
    case .blobData: if parts.unread.contains(part) { try readBlob(part, record, property) }
    case .deferred: if record.isNil(property.slot) { try readDeferred(part, record, property) }
    case .plain, .inlineData, .size, .format: break
    }
    parts.reported.remove(part)
  }

  /// Returns the path of the file or row that a part has when it is stored in a model; nil when its id or format is too
  /// long for a file name.
  func path(ofPart part: EntityID, in model: String) -> String? {
    guard let type = type(of: part), let id = id(of: part), let file = file(ofPart: part, type, id, in: model) else {
      return nil
    }
    // What no file can have is refused everywhere, so that each model can be converted.
    guard parts.databases.hasRows(model) else { return file }
    let table = type.lazyProperty?.role == .deferred ? PartRow.partials : PartRow.blobs
    return PartRow(model: model, table: table, id: id).path
  }

  private func file(ofPart part: EntityID, _ type: EntityType, _ id: String, in model: String) -> String? {
    if type.lazyProperty?.role == .deferred { return PartPath.document(model: model, id: id) }
    guard type.isSubtype(of: BuiltInTypes.imageName) else { return PartPath.data(id: id) }
    return PartPath.image(id: id, format: format(of: part))
  }

  /// Returns the path of the file of a part.
  ///
  /// - Throws: `blob.id`, `partial.id`.
  @discardableResult
  func requirePath(ofPart part: EntityID, in model: String) throws -> String {
    if let path = path(ofPart: part, in: model) { return path }
    let isPartial = type(of: part)?.lazyProperty?.role == .deferred
    throw Diagnostic(
      isPartial ? "partial.id" : "blob.id",
      "the id\(isPartial ? "" : " or the format") of \(describe(part)) is too long for a file name",
      hint: "use an id of at most \(PartPath.maximumIDLength) bytes")
  }

  /// Returns whether the id and the format of a part are short enough for any path, which then need not be made.
  func hasShortName(_ record: EntityRecord) -> Bool {
    guard record.header.pointee.generatedID != nil || PartPath.isShort(id: record.header.pointee.id) else {
      return false
    }
    guard let property = type(of: record).properties.first(where: { $0.role == .format }),
      case .string(let format) = record.value(of: property)
    else { return true }
    return PartPath.isShort(format: format)
  }

  /// - Throws: `blob.id` for a format that is too long for the name of a file.
  func checkFormat(_ format: Value, of blob: EntityID) throws {
    guard case .string(let text) = format, type(of: blob)?.lazyProperty != nil, !PartPath.isValid(format: text) else {
      return
    }
    throw Diagnostic(
      "blob.id", "the format of \(describe(blob)) is too long for a file name",
      hint: "use a format such as \"image/png\", with at most \(PartPath.maximumExtensionLength) bytes after \"/\"")
  }

  // MARK: Entering, leaving, changing

  /// Notes that an entity of a class with files was made, so that others pay nothing for them.
  @inline(never)
  func notePartsExist(_ type: EntityType) {
    hasParts = true
    if type.lazyProperty?.role == .deferred { modes.insert(.partials) }
  }

  /// Notes that the document of a model refers to a part.
  func noteFile(of part: EntityID, in model: String) {
    // Without a path, none was stored.
    guard let path = path(ofPart: part, in: model) else { return }
    parts.setFile(of: part, PartFile(path: path, model: model))
    parts.noteUnread(part, isPartial: type(of: part)?.lazyProperty?.role == .deferred)
  }

  /// Gives the files of a document that was read their names again: its journal may have changed formats.
  func renameFiles(below root: EntityID) {
    guard hasParts else { return }
    for part in subtree(root) where type(of: part)?.lazySlot ?? -1 >= 0 {
      guard let file = parts.files[part], let path = path(ofPart: part, in: file.model), path != file.path else {
        continue
      }
      parts.setFile(of: part, PartFile(path: path, model: file.model))
    }
  }

  /// Forgets the files of the parts that have left models whose content is dropped, and leaves the files as they are.
  func forgetParts(ofModels names: Set<String>) {
    for (part, file) in parts.files where names.contains(file.model) && !isManaged(part) {
      parts.setFile(of: part, nil)
      parts.noteRead(part)
      settle(part)
    }
    for name in names { parts.abandoned[name] = nil }
  }

  /// Notes that a part has changed. The next store of its model looks at it.
  func noteChanged(_ part: EntityID) {
    guard isManaged(part) || parts.files[part] != nil else { return }
    if parts.noteChanged(part) { pin(part) }
  }

  /// Gives a part the next number.
  func countChange(of part: EntityID) {
    if journal.isCollecting { journal.append(number: counters[part], of: part) }
    counters.change(part)
    noteChanged(part)
  }

  /// Notes that a part has its earlier value again. Its file has the later one if the models were stored meanwhile.
  func noteRolledBack(_ part: EntityID) {
    guard let record = record(part), let property = type(of: record).lazyProperty else { return }
    if isManaged(part), parts.files[part] == nil, !counters.isPending(part), !record.isNil(property.slot) {
      counters.change(part)
    }
    if counters.isPending(part) { noteChanged(part) }
  }

  func partEntered(_ part: EntityID, _ property: Property, _ record: EntityRecord) {
    // What was made while the partial was in no model has no number.
    if property.role == .deferred, !journal.isRollingBack, parts.files[part] == nil, !record.isNil(property.slot) {
      countChange(of: part)
    }
    noteChanged(part)
  }

  func partLeft(_ part: EntityID) {
    if parts.files[part] != nil { return noteChanged(part) }
    settle(part)
  }

  private func settle(_ part: EntityID) {
    if parts.settle(part) { unpin(part) }
  }

  /// Looks again whether the next store has to look at a part.
  func settleStored(_ part: EntityID) {
    guard isManaged(part) else {
      if let path = parts.files[part]?.path, hasSuccessor(part, at: path) { parts.setFile(of: part, nil) }
      return parts.files[part] == nil ? settle(part) : ()
    }
    guard !counters.isPending(part), let file = parts.files[part] else {
      // A blob without bytes and a partial whose entity was only read have no file.
      return counters.isPending(part) ? () : settle(part)
    }
    // A part of another model than before is stored with that one.
    if name(ofModel: rootOfTree(part)) == file.model, path(ofPart: part, in: file.model) == file.path { settle(part) }
  }

  /// Writes the value of a lazy property or of one that names a file. The caller has written the record.
  func noteWritten(_ entity: EntityID, _ property: Property) {
    switch property.role {
    case .blobData:
      parts.noteRead(entity)
      parts.reported.remove(entity)
      parts.images[entity] = nil
      parts.cache.remove(entity)
      if !journal.isRollingBack { countChange(of: entity) }
    case .deferred:
      parts.noteRead(entity)
      parts.reported.remove(entity)
      if !journal.isRollingBack { countChange(of: entity) }
      noteContent(of: entity)
    case .format: if isManaged(entity) { noteChanged(entity) }
    case .inlineData: parts.images[entity] = nil
    case .size, .plain: break
    }
  }

  /// Completes a part that a decoder has filled.
  ///
  /// - Parameters:
  ///   - hasValue: Whether the data had a member for the lazy property.
  ///   - hasSize: Whether the data had the number of bytes of a blob, or the part is not a blob.
  ///   - model: The model whose stored document was read; nil for other data.
  /// - Throws: `blob.id`, `partial.id`.
  func completePart(
    _ part: EntityID, _ type: EntityType, _ record: EntityRecord, hasValue: Bool, hasSize: Bool = true, model: String?
  ) throws {
    if let size = type.sizeProperty, let data = type.dataProperty, hasValue || model == nil || !data.isLazy {
      record.write(.int(record.value(of: data).byteCount), at: size.location)
    }
    guard type.lazyProperty != nil else { return }
    if hasValue {
      counters.change(part)
      let path = try requirePath(ofPart: part, in: model ?? "")
      // The document, or the state before a reload, has the value. A file of the same name is replaced.
      if let model { parts.setFile(of: part, PartFile(path: path, model: model)) }
    } else if let model {
      noteFile(of: part, in: model)
      // A document of OKit may leave it out.
      if !hasSize, let size = type.sizeProperty, let file = parts.files[part] {
        record.write(.int(try contentSize(of: file) ?? 0), at: size.location)
      }
    }
  }

  /// Checks the parts whose value is in a stored document, which was decoded, instead of a file. Null there is no
  /// value: the file has it.
  ///
  /// - Throws: `partial.inline` and `blob.inline` for a part that has a file, too: one of the two would be lost.
  func checkInlineParts(below root: EntityID) throws {
    guard hasParts else { return }
    for part in subtree(root) where !parts.unread.contains(part) {
      guard let file = parts.files[part], let record = record(part), let property = type(of: record).lazyProperty,
        try content(of: file) != nil
      else { continue }
      guard !record.isNil(property.slot) else {
        counters.restore(part, to: 0)
        parts.noteUnread(part, isPartial: property.role == .deferred)
        continue
      }
      let bytes = property.role == .deferred ? "the entity" : "the bytes"
      throw Diagnostic(
        property.role == .deferred ? "partial.inline" : "blob.inline",
        """
        the document has \(bytes) of \(describe(part)) as "\(property.name)", and so has its own file \
        \(location(of: file.path))
        """,
        hint: "remove \"\(property.name)\" from the document to keep the file, or move the file away to replace it")
    }
  }
}

extension Value {
  /// The number of bytes of data; 0 for anything else.
  var byteCount: Int { if case .data(let data) = self { data.bytes.count } else { 0 } }
}
