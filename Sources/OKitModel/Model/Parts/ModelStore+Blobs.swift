/// Blobs: bytes, images among them, in a file of their own or inside of a document.
extension ModelStore {
  /// Reads the bytes of a blob from its file.
  ///
  /// - Throws: `blob.missing`, `blob.damaged`, and what reading the storage throws.
  func readBlob(_ blob: EntityID, _ record: EntityRecord, _ property: Property) throws {
    guard let file = parts.files[blob] else { return }
    let bytes = try content(of: file)
    // A document of OKit may leave the size out.
    let size = type(of: record).sizeProperty.flatMap { record.value(of: $0).int } ?? 0
    if size > 0 {
      guard let count = bytes?.count else {
        throw failure("blob.missing", of: file) {
          "the \($0) with the \(size) bytes of \(describe(blob)) is missing"
        }
      }
      guard count == size else {
        throw failure("blob.damaged", of: file) {
          "the \($0) of \(describe(blob)) has \(count) bytes; the model expects \(size)"
        }
      }
    }
    parts.noteRead(blob)
    guard let bytes else { return }
    record.write(.data(DataValue(bytes: bytes)), at: property.location)
    if size == 0, !bytes.isEmpty, let property = type(of: record).sizeProperty {
      record.write(.int(bytes.count), at: property.location)
      markChanged(record, property.slot)
    }
    keepInCache(blob, bytes.count)
  }

  /// Returns the error for a file or row without the bytes of a blob.
  ///
  /// - Parameter message: Gets what the bytes are in.
  private func failure(
    _ code: Diagnostic.Code, of file: PartFile, _ message: (_ form: String) -> String
  ) -> Diagnostic {
    let row = PartRow(path: file.path)
    return Diagnostic(
      code, message(row.map { "row in \"\($0.table.name)\"" } ?? "file"),
      place: Diagnostic.Place(file: location(of: file.path)),
      hint: row.map { "undo the change of the table \"\($0.table.name)\", restore a backup, or set the bytes again" }
        ?? "put the file back, restore a backup, or set the bytes again")
  }

  /// Adds a blob that is in its file and in memory to the cache, which may drop others.
  func keepInCache(_ blob: EntityID, _ count: Int) {
    for dropped in parts.cache.insert(blob, count) where dropped != blob { dropBytes(of: dropped) }
  }

  /// Drops the bytes of a blob that its file has.
  func dropBytes(of blob: EntityID) {
    guard let record = record(blob), let property = type(of: record).lazyProperty, property.role == .blobData,
      parts.files[blob] != nil, !counters.isPending(blob)
    else { return }
    record.write(.null, at: property.location)
    parts.noteUnread(blob)
    parts.cache.remove(blob)
  }

  /// Writes the bytes of a blob and their number.
  ///
  /// - Throws: `blob.id` for a blob whose file cannot have a name.
  func setBytes(of blob: EntityID, _ property: Property, _ record: EntityRecord, _ new: Value) throws {
    if property.role == .blobData {
      if !new.isNull, !hasShortName(record) { try requirePath(ofPart: blob, in: "") }
      // The bytes before, for undoing. What cannot be read can be replaced.
      do { try readPart(blob) } catch { parts.reported.insert(blob) }
    }
    let old = record.value(of: property)
    let wasUnreadable = parts.unread.contains(blob)
    guard wasUnreadable || !old.isSame(as: new) else { return }
    try atomically {
      write(blob, record, property, old: old, new: new)
      if let size = type(of: record).sizeProperty {
        let (before, after) = (record.value(of: size), Value.int(new.byteCount))
        if !before.isSame(as: after) { write(blob, record, size, old: before, new: after) }
      }
      try runDidSet(blob, property, old: old, new: new)
    }
  }

  /// Returns the media type that a blob was given.
  func format(of blob: EntityID) -> String? {
    guard let record = record(blob), let property = type(of: record).properties.first(where: { $0.role == .format }),
      case .string(let format) = record.value(of: property), !format.isEmpty
    else { return nil }
    return format
  }

  // MARK: Images

  /// Returns whether an entity is a blob, so that it can be shown as an image.
  package func isBlob(_ entity: EntityID) -> Bool { type(of: entity)?.dataProperty != nil }

  /// Returns the bytes of a blob as an image, and records the read; nil for other entities and without bytes.
  package func image(of blob: EntityID) -> ImageValue? {
    guard let property = type(of: blob)?.dataProperty, case .data(let data) = get(blob, property) else { return nil }
    return .data(data)
  }

  /// Returns what a screen shows of a blob, and records the read; nil for other entities and without bytes.
  ///
  /// The header of the bytes tells format and size; where it cannot, the format is the one that the blob was given.
  package func imageInfo(of blob: EntityID) -> ImageInfo? {
    guard let type = type(of: blob), let property = type.dataProperty, let record = record(blob) else { return nil }
    recordRead(record, property.slot)
    let (header, checksum): (ImageHeader?, String)
    if let known = parts.images[blob] {
      (header, checksum) = known
    } else {
      guard case .data(let data) = get(blob, property) else { return nil }
      (header, checksum) = (ImageHeader(data.bytes), XXHash64.text(XXHash64.checksum(data.bytes)))
      parts.images[blob] = (header, checksum)
    }
    func value(_ name: String) -> Value { get(blob, name) }
    return ImageInfo(
      id: id(of: blob) ?? "", format: header?.format.rawValue ?? value("format").scalarText,
      width: header?.width, height: header?.height, label: value("label").scalarText,
      scale: value("scale").double ?? 1, isTemplate: value("template").truth, size: value("size").int ?? 0,
      checksum: checksum)
  }
}
