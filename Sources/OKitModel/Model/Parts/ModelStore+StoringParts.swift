/// Storing the files of parts with their model.
extension ModelStore {
  /// The work of the next store of a model for one part.
  private enum Task {
    case nothing
    /// Write the file, or move it: the part is in the model.
    case write(number: Int)
    /// Delete the file: the part is not in the model.
    case delete(PartFile)
  }

  private func task(for part: EntityID, in root: EntityID, named model: String) -> Task {
    let file = parts.files[part]
    guard isManaged(part), case let own = rootOfTree(part), own == root else {
      guard let file, file.model == model, !hasSuccessor(part, at: file.path) else { return .nothing }
      // The store of the other model takes the file over.
      let other = isManaged(part) ? type(of: rootOfTree(part)) : nil
      return other?.isStored == true ? .nothing : .delete(file)
    }
    let isPending = counters.isPending(part)
    let isElsewhere = file.map { $0.model != model || $0.path != path(ofPart: part, in: model) } ?? false
    return isPending || isElsewhere ? .write(number: counters[part]) : .nothing
  }

  /// Returns whether the file of a part that has left belongs to another one with the same id, which was read since.
  func hasSuccessor(_ part: EntityID, at path: String) -> Bool {
    parts.owners[path].map { $0 != part && isManaged($0) } ?? false
  }

  /// Returns whether the files of a model's parts may differ from what is stored.
  func hasPendingParts(_ root: EntityID) -> Bool {
    guard let model = models.name(of: root), type(of: root)?.isStored == true else { return false }
    if parts.abandoned[model]?.isEmpty == false { return true }
    return parts.changed.contains { if case .nothing = task(for: $0, in: root, named: model) { false } else { true } }
  }

  /// Returns whether memory has a value of a part that its file does not have.
  func hasUnstoredValue(_ part: EntityID, _ record: EntityRecord) -> Bool {
    guard let property = type(of: record).lazyProperty else { return false }
    if let file = parts.files[part], parts.unread.contains(part), path(ofPart: part, in: file.model) != file.path {
      // The file has another name after the reload.
      return !currentValue(part, record, property).isNull
    }
    if parts.unread.contains(part) { return false }
    return counters.isPending(part)
  }

  /// Returns whether a lazy property has a value, read or not.
  func hasValue(_ entity: EntityID, _ property: Property) -> Bool {
    parts.unread.contains(entity) || record(entity)?.isNil(property.slot) == false
  }

  /// Returns the files that the next store of a model deletes.
  func filesToDelete(of root: EntityID, named model: String) -> [String] {
    guard type(of: root)?.isStored == true else { return [] }
    let left = parts.sortedChanged.compactMap { part -> String? in
      switch task(for: part, in: root, named: model) {
      case .nothing: nil
      case .delete(let file): file.path
      case .write: parts.files[part].flatMap { $0.path == path(ofPart: part, in: model) ? nil : $0.path }
      }
    }
    return left + (parts.abandoned[model] ?? []).sorted()
  }

  // MARK: Changes

  /// Returns the files that a store of a model writes and deletes.
  ///
  /// - Parameters:
  ///   - writesAll: Whether all files are written, also those that have not changed.
  ///   - writesMissing: Whether files that something else has removed are written again, as far as memory has their
  ///     content.
  ///   - beganStoring: Returns the number of a part's state that the storage is writing already.
  /// - Throws: what reading files that have to be moved throws.
  func partChanges(
    of root: EntityID, named model: String, writesAll: Bool = false, writesMissing: Bool = false,
    beganStoring: (EntityID) -> Int?
  ) throws -> PartChanges {
    var changes = PartChanges(model: model)
    // The documents of partials have to be read, because other parts may be in them.
    let writesAll = writesAll || parts.changed.contains { parts.files[$0].map { isOtherForm($0, of: model) } ?? false }
    let written = Set(
      writesAll
        ? try writeAll(below: root, to: &changes) : writesMissing ? try writeMissing(below: root, to: &changes) : [])
    for part in parts.sortedChanged where !written.contains(part) {
      switch task(for: part, in: root, named: model) {
      case .nothing: break
      case .write(let number):
        if beganStoring(part) != number { try write(part, number, to: &changes, always: writesAll) }
      case .delete(let file): delete(part, file, in: &changes)
      }
    }
    for path in (parts.abandoned[model] ?? []).sorted() { changes.delete(path, of: nil) }
    return changes
  }

  /// Returns the files that store all parts of a model, also those that have not changed.
  ///
  /// - Throws: what reading the files throws; `blob.missing` for a blob without its file.
  func allParts(of root: EntityID, named model: String) throws -> PartChanges {
    var changes = PartChanges(model: model)
    let written = try writeAll(below: root, to: &changes)
    let paths = changes.paths
    // Reading tells whether a part without content has none.
    for part in written where parts.unread.contains(part) {
      if let path = path(ofPart: part, in: model), !paths.contains(path) { try readPart(part) }
    }
    return changes
  }

  /// Returns the files of all parts of a model, and reads the documents of its partials.
  func filesOfParts(of root: EntityID) throws -> [String] {
    try readPartials(below: root).compactMap { parts.files[$0]?.path }
  }

  /// - Returns: The parts that are written.
  @discardableResult
  private func writeAll(below root: EntityID, to changes: inout PartChanges) throws -> [EntityID] {
    guard hasParts else { return [] }
    let stored = try readPartials(below: root).filter { parts.files[$0] != nil }
    for part in stored { try write(part, counters[part], to: &changes, always: true) }
    return stored
  }

  /// Writes the files again that something else has removed, and reports those whose content is not in memory.
  ///
  /// - Returns: The parts that are written.
  private func writeMissing(below root: EntityID, to changes: inout PartChanges) throws -> [EntityID] {
    guard hasParts else { return [] }
    var written: [EntityID] = []
    for part in subtree(root) {
      guard let file = parts.files[part], try parts.storage(of: file.model)?.contains(file.path) == false else {
        continue
      }
      if !parts.unread.contains(part) {
        try write(part, counters[part], to: &changes)
        written.append(part)
      } else if let property = type(of: part)?.lazyProperty, property.role == .deferred {
        try checkDocument(in: file, of: part, property, report)
      } else {
        do { try readPart(part) } catch { reportUnreadable(part, error) }
      }
    }
    return written
  }

  /// Reads the documents of all partials of a model, and returns its parts.
  private func readPartials(below root: EntityID) throws -> [EntityID] {
    var (found, next) = ([EntityID](), [root])
    while let entity = next.popLast() {
      if let lazy = type(of: entity)?.lazyProperty {
        if lazy.role == .deferred { try readPart(entity) }
        found.append(entity)
      }
      next += children(of: entity)
    }
    return found
  }

  /// - Parameter always: Whether a file that was not read is copied to the place where it is.
  private func write(
    _ part: EntityID, _ number: Int, to changes: inout PartChanges, always: Bool = false
  ) throws {
    guard let record = record(part), let property = type(of: record).lazyProperty else { return }
    beginEpoch()
    let path = try requirePath(ofPart: part, in: changes.model)
    let file = parts.files[part]
    // A model that has changed its kind leaves the other form as it is.
    let isMoved = file.map { $0.path != path && !isOtherForm($0, of: changes.model) } ?? false
    if let file, isMoved { changes.delete(file.path, of: part) }
    if let other = parts.owners[path], other != part { replace(other, path, in: &changes) }
    if parts.unread.contains(part), let file {
      if always || file.path != path, let bytes = try content(of: file) {
        changes.write(StorageWrite(path: path, bytes: bytes))
      }
      return changes.note(part, number, at: path)
    }
    switch record.value(of: property) {
    case .data(let data): changes.write(StorageWrite(path: path, bytes: data.bytes))
    case .entity(let child):
      changes.write(StorageWrite(path: path) { [self] in try writeDocument(of: child, version: 1, $0) })
    default:
      if file?.path == path { changes.delete(path, of: part) }
      return changes.note(part, number, at: nil)
    }
    changes.note(part, number, at: path)
  }

  /// Returns whether a part of a model is where the model had its parts before a hot reload that has changed its kind.
  private func isOtherForm(_ file: PartFile, of model: String) -> Bool {
    file.model == model && (PartRow(path: file.path) == nil) == parts.databases.hasRows(model)
  }

  /// Reads a part that has left its model, so that undoing can bring it back, and deletes its file. A file that cannot
  /// be read stays.
  private func delete(_ part: EntityID, _ file: PartFile, in changes: inout PartChanges) {
    do {
      try readPart(part)
      changes.delete(file.path, of: part)
    } catch {
      let reason = error.diagnostic("storage.read")
      parts.setFile(of: part, nil)
      // Others have removed the file from the server already.
      if parts.storage(of: changes.model)?.isRemote == true, reason.code == "blob.missing" { return }
      report(reason.appending(.storedState("the file stays, although the model no longer refers to it")))
    }
  }

  /// Reads a part whose file is about to be replaced by that of another one with the same id.
  private func replace(_ part: EntityID, _ path: String, in changes: inout PartChanges) {
    do { try readPart(part) } catch { reportUnreadable(part, error) }
    changes.delete(path, of: part)
  }

  // MARK: Afterwards

  /// Notes that a store has written its files.
  ///
  /// - Parameter isWritten: Whether this or a later store writes a path, so that it must not be deleted.
  /// - Returns: The files to delete.
  func finishStoring(_ changes: PartChanges, isWritten: (String) -> Bool) -> [String] {
    var paths: [String] = []
    let stored = Set(changes.states.map(\.part))
    for deletion in changes.deletions {
      if !isWritten(deletion.path) { paths.append(deletion.path) }
      guard let part = deletion.part, !stored.contains(part), parts.files[part]?.path == deletion.path else { continue }
      parts.setFile(of: part, nil)
      // It is written again when it comes back.
      if record(part) != nil { counters.change(part) }
    }
    for (part, number, file) in changes.states where record(part) != nil {
      parts.setFile(of: part, file)
      markStored(part, as: number)
      if file != nil, !counters.isPending(part), !parts.unread.contains(part), let record = record(part),
        let property = type(of: record).dataProperty
      {
        keepInCache(part, record.value(of: property).byteCount)
      }
    }
    parts.abandoned[changes.model] = nil
    for part in parts.sortedChanged { settleStored(part) }
    return paths
  }

  // MARK: Reading again

  /// Makes models equal to their documents and files; when `body` throws, the files of parts are as before.
  func readingAgain(_ body: () throws -> Void) throws {
    let earlier = parts
    parts.isReadingAgain = true
    defer { parts.isReadingAgain = false }
    do { try body() } catch {
      parts.restoreFiles(earlier) { part in
        guard let record = record(part), let property = type(of: record).lazyProperty else { return true }
        return !record.isNil(property.slot)
      }
      throw error
    }
  }

  /// Makes blobs equal to their files, after the documents were applied. The bytes of one that cannot be read are read
  /// again when they are used.
  func readBlobsAgain(below root: EntityID) {
    guard hasParts else { return }
    for blob in subtree(root) {
      guard let record = record(blob), let property = type(of: record).lazyProperty, property.role == .blobData else {
        continue
      }
      readAgain(blob: blob, record, property)
    }
  }

  private func readAgain(blob: EntityID, _ record: EntityRecord, _ property: Property) {
    let old = record.value(of: property)
    // What is not in memory is read when it is used.
    guard !parts.unread.contains(blob) || !old.isNull else { return }
    if parts.files[blob] != nil { parts.noteUnread(blob) }
    do {
      if parts.files[blob] != nil {
        record.write(.null, at: property.location)
        try readPart(blob)
      }
    } catch {
      reportUnreadable(blob, error)
    }
    let new = record.value(of: property)
    guard !old.isSame(as: new) else { return }
    let isUnread = parts.unread.contains(blob)
    write(blob, record, property, old: old, new: new)
    if isUnread { parts.noteUnread(blob) }
  }

  /// Notes that the parts of a model are as their files are.
  func markPartsStored(below root: EntityID) {
    guard hasParts else { return }
    for part in subtree(root) where type(of: part)?.lazyProperty != nil {
      markStored(part, as: numberForStoring(part))
    }
    for part in parts.sortedChanged { settleStored(part) }
  }
}
