package import OKitEngine

extension BackupStore {
  /// The result of restoring a backup.
  package struct Restored {
    /// The backup of the state before.
    package let previous: Backup
    /// Whether the encrypted models have other keys than before.
    package let hasOtherKeys: Bool
    /// Whether the secure store was closed because of that.
    package let hasClosedStore: Bool
  }

  /// Reads the keys of encrypted models, if there are any, so that restoring raises their generation.
  ///
  /// - Throws: what opening the secure store throws.
  package func openKeys() throws {
    if try secureStore.isInitialized(in: storage) { try secureStore.open(in: storage) }
  }

  /// Replaces all documents, blobs and partials by those of a backup, in one commit, and keeps the state before as a backup.
  ///
  /// - Parameter date: The time of the backup that keeps the state before.
  /// - Throws: `backup.damaged` for keys that cannot be read; what creating a backup and storing throw. Nothing has changed then,
  ///   or (then a note says so) the next access may complete the commit.
  package func restore(_ opened: OpenedBackup, at date: DateValue) throws -> Restored {
    let previous = try createBeforeRestoring(at: date)
    let wasOpen = secureStore.isOpen
    let hasOtherKeys = try replace(with: opened)
    return Restored(
      previous: previous, hasOtherKeys: hasOtherKeys, hasClosedStore: wasOpen && !secureStore.isOpen)
  }

  /// Replaces the state without keeping it.
  ///
  /// - Returns: Whether the encrypted models have other keys than before.
  @discardableResult
  package func replace(with opened: OpenedBackup) throws -> Bool {
    var writes = try self.writes(of: opened.files)
    let keysBackup = try opened.files.first { $0.path == MemberPath.keys }?.bytes()
    let keys: (json: [UInt8]?, isOther: Bool, finish: () -> Void)
    do { keys = try secureStore.keys(restoring: keysBackup, in: storage) } catch let diagnostic as Diagnostic
      where diagnostic.code == "storage.keys" && diagnostic.place?.file == MemberPath.keys
    {
      throw opened.backup.damaged("\(MemberPath.keys): \(diagnostic.message)", in: storage)
    }
    if let json = keys.json {
      writes.append(StorageWrite(path: MemberPath.keys, bytes: json, keepsPrevious: false))
    } else if try storage.read(MemberPath.keys) != nil {
      writes.append(StorageWrite(removing: MemberPath.keys))
    }
    databases?.close()
    try storage.write(writes).wait()
    keys.finish()
    return keys.isOther
  }

  /// Returns the writes that make the documents, blobs and partials those of a backup.
  private func writes(of files: [BackupFile]) throws -> [StorageWrite] {
    var journals: [String: [UInt8]] = [:]
    var paths: Set<[UInt8]> = []
    for file in files where file.path.hasSuffix(MemberPath.journalSuffix) {
      journals[String(file.path.dropLast(MemberPath.journalSuffix.count))] = try file.bytes()
    }
    var writes: [StorageWrite] = []
    for file in files where file.path != MemberPath.keys && !file.path.hasSuffix(MemberPath.journalSuffix) {
      paths.insert(Array(file.path.utf8))
      writes.append(
        StorageWrite(path: file.path, journal: journals[file.path] ?? [], keepsPrevious: false, content: file.read))
    }
    let removed = try storage.list(ModelRegistry.folder).filter { !paths.contains(Array($0.utf8)) }
    return writes + removed.map { StorageWrite(removing: $0) }
  }
}
