extension BackupStore {
  /// The result of restoring a backup.
  package struct Restored {
    /// The backup of the state before.
    package let previous: Backup
    /// Whether the encrypted models have other keys than before.
    package let hasOtherKeys: Bool
    /// Whether the secure store was closed because of that.
    package let hasClosedStore: Bool
    /// The models on a server that the backup has.
    package let serverModels: [String]
    /// What is being sent to the server.
    package let stores: [StorageOperation]
  }

  /// Reads the keys of encrypted models, if there are any, so that restoring raises their generation.
  ///
  /// - Throws: what opening the secure store throws.
  package func openKeys() throws {
    if try secureStore.isInitialized(in: storage) { try secureStore.open(in: storage) }
  }

  /// Replaces all documents, blobs and partials by those of a backup, in one commit, and keeps the state before as a
  /// backup.
  ///
  /// Models on a server are replaced only where the server has what the backup of the state before has. They wait in
  /// `okit/pending` until they are sent.
  ///
  /// - Parameter date: The time of the backup that keeps the state before.
  /// - Throws: `backup.damaged` for keys that cannot be read; `http.endpoint` for a backup with models on a server,
  ///   without one; what creating a backup and storing throw. Nothing has changed then, or (then a note says so) the
  ///   next access may complete the commit.
  package func restore(_ opened: OpenedBackup, at date: DateValue) throws -> Restored {
    let remote = try serverFiles(replacedBy: opened)
    let previous = try createBeforeRestoring(at: date, remote)
    let wasOpen = secureStore.isOpen
    let (hasOtherKeys, stores) = try replace(with: opened, remote)
    return Restored(
      previous: previous, hasOtherKeys: hasOtherKeys, hasClosedStore: wasOpen && !secureStore.isOpen,
      serverModels: ServerModels.models(in: opened.files).map(\.name), stores: stores)
  }

  /// Replaces the state without keeping it.
  package func replace(with opened: OpenedBackup) throws {
    _ = try replace(with: opened, serverFiles(replacedBy: opened))
  }

  /// Reads the models on a server if a backup has some.
  private func serverFiles(replacedBy opened: OpenedBackup) throws -> [RemoteFiles] {
    guard opened.files.contains(where: { $0.path.hasPrefix(MemberPath.server) }) else { return [] }
    guard let server else {
      throw Diagnostic(
        "http.endpoint", "the backup \"\(opened.backup.name)\" has models on a server, and no endpoint is configured",
        hint: "\(HintPhrase.applicationAndEndpoint)")
    }
    _ = try server.http.transport.settings()
    return try server.files(in: storage)
  }

  /// - Parameter remote: What the server has.
  /// - Returns: Whether the encrypted models have other keys than before; what is being sent to the server.
  private func replace(
    with opened: OpenedBackup, _ remote: [RemoteFiles]
  ) throws -> (hasOtherKeys: Bool, stores: [StorageOperation]) {
    let restored = ServerModels.models(in: opened.files)
    let changes = try server?.changes(restoring: restored, replacing: remote) ?? []
    var writes = try self.writes(of: opened.files, opened.backup)
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
    let isInMemory = databases?.pathsInMemory != nil
    if isInMemory { writes.removeAll { Self.isDatabase($0.path) } }
    var stores: [StorageOperation] = []
    if let server, !changes.isEmpty {
      server.noteVersions(remote, restored)
      // In one commit with the others: after a crash, the next start sends them.
      stores = try server.http.store(changes, with: writes)
    } else {
      try storage.write(writes).wait()
    }
    if isInMemory, let databases {
      let restored = opened.files.filter { Self.isDatabase($0.path) }
      for path in Set(databases.pathsInMemory ?? []).union(restored.map(\.path)).sorted() {
        try databases.replace(path, with: restored.first { $0.path == path }?.bytes())
      }
    }
    keys.finish()
    return (keys.isOther, stores)
  }

  private static func isDatabase(_ path: String) -> Bool {
    path.hasSuffix(".sqlite") || MemberPath.isNamedDatabase(path)
  }

  /// Returns the write of a member.
  ///
  /// - Throws: `backup.damaged` for a file outside of the folder of models that is not a database.
  private func write(_ file: BackupFile, _ journal: [UInt8], _ backup: Backup) throws -> [StorageWrite] {
    let write = StorageWrite(path: file.path, journal: journal, keepsPrevious: false, content: file.read)
    guard MemberPath.isNamedDatabase(file.path) else { return [write] }
    guard try file.begins(with: Array("SQLite format 3\0".utf8)) else {
      throw backup.damaged("\(file.path) is not a database", in: storage)
    }
    // They belong to the file that is replaced.
    let sides = try ["-wal", "-shm", "-journal"].map { file.path + $0 }.filter { try storage.content(of: $0) != nil }
    return [write] + sides.map { StorageWrite(removing: $0) }
  }

  /// Returns the writes that make the documents, blobs and partials those of a backup. A database outside of their
  /// folder that the backup does not have stays.
  private func writes(of files: [BackupFile], _ backup: Backup) throws -> [StorageWrite] {
    var journals: [String: [UInt8]] = [:]
    var paths: Set<[UInt8]> = []
    for file in files
    where file.path.hasSuffix(MemberPath.journalSuffix) && !file.path.hasPrefix(MemberPath.server) {
      journals[String(file.path.dropLast(MemberPath.journalSuffix.count))] = try file.bytes()
    }
    var writes: [StorageWrite] = []
    let local = files.filter { $0.path != MemberPath.keys && !$0.path.hasPrefix(MemberPath.server) }
    for file in local where !file.path.hasSuffix(MemberPath.journalSuffix) {
      paths.insert(Array(file.path.utf8))
      writes += try write(file, journals[file.path] ?? [], backup)
    }
    let removed = try storage.list(ModelRegistry.folder).filter { !paths.contains(Array($0.utf8)) }
    return writes + removed.map { StorageWrite(removing: $0) }
  }
}
