/// The entities that have a file of their own, which are called parts: blobs, and partials, whose file is the document
/// of the entity behind them.
///
/// The number of a part's last change is in `ChangeCounters`, under the entity of the blob or the partial.
struct EntityParts {
  /// The files that stored documents refer to.
  private(set) var files: [EntityID: PartFile] = [:]
  /// The newest part at each path.
  private(set) var owners: [String: EntityID] = [:]
  /// The parts whose file has not been read.
  private(set) var unread: Set<EntityID> = []
  /// The ids and reference keys in the unread documents of partials.
  var documents = UnreadDocuments()
  /// The parts that the next store of their model has to look at. They are pinned: one that has left its model keeps
  /// its file until the model is stored without it.
  private(set) var changed: Set<EntityID> = []
  /// The parts that could not be read and were reported.
  var reported: Set<EntityID> = []
  /// Files and rows that no entity stands for, by model: those of parts that had left before a hot reload, and rows of
  /// parts that have moved to another model.
  var abandoned: [String: Set<String>] = [:]
  /// What is known of the bytes of blobs that screens show: their header, and their checksum as text.
  var images: [EntityID: (header: ImageHeader?, checksum: String)] = [:]
  var cache = BlobCache()
  var touched = PartialQueue()
  /// The partials whose `sync` is running: what it changes does not call it again.
  var syncing: Set<EntityID> = []
  /// Whether models are being read again, which calls no `sync`: it would change what was just read.
  var isReadingAgain = false
  /// Whether the entities of partials in memory stay as they are while the document that refers to them is read again.
  var keepsPartials = false
  /// The storage of the files of models without one of their own.
  var storage: (any DocumentStorage)?
  /// The storages of the files by model.
  var storages: [String: any DocumentStorage] = [:]
  /// The databases with the rows of parts.
  var databases = PartDatabases()

  /// Returns the storage of the files of a model.
  func storage(of model: String) -> (any DocumentStorage)? { storages[model] ?? storage }

  /// Returns the model that the file at a path belongs to.
  func model(at path: String) -> String? {
    owners[path].flatMap { files[$0]?.model } ?? ModelRegistry.model(at: path)
  }

  /// Reads the files of all models from a storage from now on.
  mutating func use(_ storage: any DocumentStorage) { (self.storage, storages) = (storage, [:]) }

  /// Returns the parts that the next store has to look at, in a stable order.
  var sortedChanged: [EntityID] { changed.sorted { $0.index < $1.index } }

  mutating func setFile(of part: EntityID, _ file: PartFile?) {
    if let old = files[part], owners[old.path] == part { owners[old.path] = nil }
    files[part] = file
    if let file { owners[file.path] = part }
  }

  /// Notes a row of a part that has moved elsewhere. The models that have just been stored have removed theirs.
  mutating func removeLater(_ row: PartRow, storedBy stored: [PartChanges]) {
    guard databases.hasRows(row.model), !stored.contains(where: { $0.model == row.model }) else { return }
    abandoned[row.model, default: []].insert(row.path)
  }

  /// Restores the files of an earlier state.
  ///
  /// - Parameter isInMemory: Whether the value of a part was read since.
  mutating func restoreFiles(_ earlier: EntityParts, isInMemory: (EntityID) -> Bool) {
    (files, owners) = (earlier.files, earlier.owners)
    unread = earlier.unread.filter { !isInMemory($0) }
    documents = earlier.documents
    for part in earlier.unread.subtracting(unread) { documents.remove(part) }
  }

  mutating func noteUnread(_ part: EntityID, isPartial: Bool = false) {
    unread.insert(part)
    if isPartial { documents.insert(part) }
  }

  mutating func noteRead(_ part: EntityID) {
    if unread.remove(part) != nil { documents.remove(part) }
  }

  /// - Returns: Whether the part was not noted yet.
  mutating func noteChanged(_ part: EntityID) -> Bool { changed.insert(part).inserted }

  /// - Returns: Whether the part was noted.
  mutating func settle(_ part: EntityID) -> Bool { changed.remove(part) != nil }

  /// Forgets an entity that is freed. Its file stays.
  mutating func forget(_ part: EntityID) {
    setFile(of: part, nil)
    noteRead(part)
    reported.remove(part)
    images[part] = nil
    cache.remove(part)
  }
}

/// The blobs whose bytes are in memory and in their file. When they take too much memory, all of them are dropped, and
/// read again when they are used.
struct BlobCache {
  static let limit = 64 << 20
  private var sizes: [EntityID: Int] = [:]
  private var size = 0

  mutating func remove(_ blob: EntityID) { size -= sizes.removeValue(forKey: blob) ?? 0 }

  /// Adds a blob and returns those to drop.
  mutating func insert(_ blob: EntityID, _ bytes: Int, limit: Int = Self.limit) -> [EntityID] {
    remove(blob)
    var dropped: [EntityID] = []
    if size + bytes > limit {
      dropped = Array(sizes.keys)
      sizes = [:]
      size = 0
    }
    sizes[blob] = bytes
    size += bytes
    return dropped
  }
}
