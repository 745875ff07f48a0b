package import OKitEncryption

/// The backups of a documents directory.
package final class BackupStore {
  let storage: any DocumentStorage
  let secureStore: SecureStore
  let databases: (any RowStorages)?
  let server: ServerModels?

  /// - Parameters:
  ///   - storage: Where encrypted models are containers.
  ///   - secureStore: The keys of the storage, in memory or not.
  ///   - databases: The databases beside the documents.
  ///   - server: The models on a server; nil for a backup without them.
  package init(
    _ storage: any DocumentStorage, _ secureStore: SecureStore, databases: (any RowStorages)? = nil,
    server: ServerModels? = nil
  ) {
    (self.storage, self.secureStore, self.databases, self.server) = (storage, secureStore, databases, server)
  }

  // MARK: Listing

  /// Returns the backups, newest first; those without a date are last.
  ///
  /// - Throws: what reading throws.
  package func list() throws -> [Backup] {
    var backups: [Backup] = []
    var folders: [String: Int] = [:]
    for path in try storage.list(BackupPath.folder) {
      let file = String(path.dropFirst(BackupPath.folder.count + 1))
      if let slash = file.firstIndex(of: "/") {
        folders[String(file[..<slash]), default: 0] += try storage.content(of: path)?.bytes.count ?? 0
      } else if file.hasSuffix(BackupPath.suffix), let content = try storage.content(of: path) {
        backups.append(Self.backup(at: path, String(file.dropLast(BackupPath.suffix.count)), content))
      }
    }
    backups += folders.map { file, size in
      Backup(
        name: BackupPath.name(ofFile: file), path: "\(BackupPath.folder)/\(file)", form: .folder, createdAt: nil,
        size: size)
    }
    // A new backup is later than all of the same second.
    return backups.sorted { a, b in
      a.order == b.order ? MemberPath.isBefore(a.path, b.path) : a.order > b.order
    }
  }

  private static func backup(at path: String, _ file: String, _ content: StoredContent) -> Backup {
    withExtendedLifetime(content) {
      let bytes = content.bytes
      var (form, date): (Backup.Form, DateValue?) = (.damaged, nil)
      if SecureHeader.begins(bytes) {
        // Opening it says what is wrong.
        do { (form, date) = (.secure, try SecureHeader(bytes).createdAt) } catch { form = .damaged }
      } else if bytes.count >= TarHeader.blockSize,
        let time = ArchiveReader.time(Array(bytes.prefix(TarHeader.blockSize)))
      {
        let start = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(TarHeader.blockSize))
        (form, date) = (.archive, Manifest.date(in: start, at: time) ?? DateValue(secondsSince1970: Double(time)))
      }
      return Backup(
        name: BackupPath.name(ofFile: file), path: path, form: form, createdAt: date, size: bytes.count)
    }
  }

  /// Returns the backup with a name.
  ///
  /// - Throws: `backup.unknown` with the nearest name; `backup.damaged` for what is not a file.
  package func backup(named name: String) throws -> Backup {
    let backups = try list()
    let found = backups.filter { $0.name == name }
    // A file and a folder can have the same name.
    if let backup = found.first(where: { $0.form != .folder }) ?? found.first { return backup }
    let file = storage.location(of: try BackupPath.path(of: name))
    if let problem = RegularFile.problem(of: file) {
      throw Diagnostic(
        "backup.damaged", "the backup \"\(name)\" cannot be read: \(problem.reason)",
        place: Diagnostic.Place(file: file), hint: problem.hint)
    }
    let hint =
      NearestName.hint(for: name, in: backups.map(\.name))
      ?? (backups.isEmpty ? "there are no backups; create one first" : nil)
    throw Diagnostic("backup.unknown", "no backup \"\(name)\"", hint: hint)
  }

  // MARK: Creating

  /// Creates a backup of what is stored.
  ///
  /// - Parameters:
  ///   - passphrase: What encrypts it; nil for a plain one.
  ///   - date: The time of its creation.
  /// - Throws: `backup.name`, `backup.exists`, `backup.passphrase`; what reading and storing throw. Nothing has changed
  ///   then.
  package func create(_ name: String, passphrase: consuming [UInt8]?, at date: DateValue) throws -> Backup {
    let isSecure = passphrase != nil
    var passphrase = passphrase ?? []
    defer { passphrase.erase() }
    let files = StoredFiles(storage: storage, databases: databases)
    return try create(name, date, files, server?.files(in: storage) ?? []) {
      guard isSecure else { return nil }
      return try Self.withPassphrase {
        try PassphraseKey(erasing: &passphrase, limit: secureStore.derivationLimit)
      }
    }
  }

  /// - Parameter key: Returns the key that encrypts the backup; nil for a plain one. It is called when nothing else can
  ///   be wrong.
  private func create(
    _ name: String, _ date: DateValue, _ files: StoredFiles, _ remote: [RemoteFiles],
    key: () throws -> PassphraseKey?
  ) throws -> Backup {
    let path = try BackupPath.path(of: name)
    let others = try list()
    guard !others.contains(where: { $0.name == name || $0.path == path }) else {
      throw Diagnostic(
        "backup.exists", "a backup \"\(name)\" exists already", hint: "delete it first, or use another name")
    }
    let date = Self.date(date, after: others)
    guard ISO8601.text(of: date) != nil else {
      throw Diagnostic("backup.date", "the time of the application's clock is not a date")
    }
    let key = try key()
    let members = try files.files() + ServerModels.members(remote)
    let archive = try ArchiveWriter(
      members.sorted { MemberPath.isBefore($0.path, $1.path) }, name: name, createdAt: date)
    guard let key else {
      try storage.write([StorageWrite(path: path) { try archive.write(to: $0) }]).wait()
      return try stored(path)
    }
    let header = try SecureHeader(name: name, createdAt: date, key: key.parameters)
    let write = StorageWrite(path: path) { receive in
      try header.line.withUnsafeBytes(receive)
      try PassphraseContainer.seal({ try archive.write(to: $0) }, key, name: header.name, to: receive)
    }
    try storage.write([write]).wait()
    return try stored(path)
  }

  /// Returns the time of a new backup, in milliseconds: after those of the same second.
  private static func date(_ date: DateValue, after others: [Backup]) -> DateValue {
    let time = (date.secondsSince1970 * 1000).rounded(.down)
    let times = others.compactMap { $0.createdAt.map { ($0.secondsSince1970 * 1000).rounded() } }
    let last = times.filter { ($0 / 1000).rounded(.down) == (time / 1000).rounded(.down) }.max() ?? -.infinity
    return DateValue(secondsSince1970: max(time, last + 1) / 1000)
  }

  private func stored(_ path: String) throws -> Backup {
    guard let backup = try list().first(where: { $0.path == path }) else {
      throw Diagnostic("storage.read", "\(path) was removed while the backup was created")
    }
    return backup
  }

  /// Creates a backup of the current state before another one replaces it.
  ///
  /// - Parameter remote: The models on a server that are replaced, too.
  func createBeforeRestoring(at date: DateValue, _ remote: [RemoteFiles]) throws -> Backup {
    let time = ISO8601.text(of: DateValue(secondsSince1970: date.secondsSince1970.rounded(.down))) ?? ""
    let base = "before-restore-" + String(time.map { $0 == ":" ? "-" : $0 })
    let names = Set(try list().map(\.name))
    var (name, number) = (base, 1)
    while names.contains(name) {
      number += 1
      name = "\(base)-\(number)"
    }
    let files = StoredFiles(storage: storage, databases: databases, copiesDamaged: true)
    return try create(name, date, files, remote) { nil }
  }

  // MARK: Deleting

  /// Deletes a backup.
  ///
  /// - Throws: `backup.unknown`, and what storing throws.
  package func delete(_ name: String) throws {
    let backup = try backup(named: name)
    guard backup.form == .folder else { return try storage.delete([backup.path]).wait() }
    try storage.delete(try storage.list(backup.path)).wait()
    try storage.removeEmptyFolders(backup.path).wait()
  }

  // MARK: Passphrases

  /// Runs `body`; the errors of a passphrase get the code of backups.
  static func withPassphrase<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let diagnostic as Diagnostic where diagnostic.code == "storage.passphrase" {
      throw Diagnostic("backup.passphrase", diagnostic.message)
    }
  }
}
