internal import OKitEncryption

/// A backup that was read and checked as a whole.
package struct OpenedBackup {
  package let backup: Backup
  package let files: [BackupFile]
}

extension BackupStore {
  /// Reads and checks a backup. Nothing changes.
  ///
  /// - Throws: `backup.unknown`, `backup.damaged`, `backup.passphrase`, and what reading throws.
  package func open(_ name: String, passphrase: consuming [UInt8]?) throws -> OpenedBackup {
    let isGiven = passphrase != nil
    var passphrase = passphrase ?? []
    defer { passphrase.erase() }
    let backup = try backup(named: name)
    if backup.form != .secure, backup.form != .damaged, isGiven {
      throw Diagnostic("backup.passphrase", "the backup \"\(name)\" is not encrypted", hint: "pass no passphrase")
    }
    return OpenedBackup(
      backup: backup,
      files: backup.form == .folder ? try folder(backup) : try archive(backup, &passphrase, isGiven: isGiven).files)
  }

  private func archive(_ backup: Backup, _ passphrase: inout [UInt8], isGiven: Bool) throws -> Archive {
    guard let stored = try storage.content(of: backup.path) else {
      throw backup.damaged("its file was removed", in: storage)
    }
    do {
      guard SecureHeader.begins(stored.bytes) else { return try Archive(PlainContent(stored: stored)) }
      guard isGiven else {
        throw Diagnostic("backup.passphrase", "the backup \"\(backup.name)\" is encrypted", hint: "pass its passphrase")
      }
      let content = try secure(backup, stored, &passphrase)
      try content.container.checkEnd()
      return try Archive(content)
    } catch let problem as Archive.Problem {
      throw backup.damaged(problem.reason, at: problem.offset, in: storage)
    } catch let diagnostic as Diagnostic
      where ["backup.header", "json.syntax", "storage.container", "storage.damaged", "storage.keys"]
      .contains(diagnostic.code.rawValue)
    {
      throw backup.damaged(diagnostic.message, at: diagnostic.place?.offset, in: storage)
    }
  }

  private func secure(
    _ backup: Backup, _ stored: StoredContent, _ passphrase: inout [UInt8]
  ) throws -> SecureContent {
    try withExtendedLifetime(stored) {
      let header = try SecureHeader(stored.bytes)
      let key: PassphraseKey
      do {
        key = try Self.withPassphrase {
          try PassphraseKey(
            erasing: &passphrase, parameters: header.key, limit: secureStore.derivationLimit)
        }
      } catch var diagnostic as Diagnostic where diagnostic.code == "storage.scrypt" {
        diagnostic.place = Diagnostic.Place(file: storage.location(of: backup.path))
        throw diagnostic
      }
      let container = UnsafeRawBufferPointer(rebasing: stored.bytes[header.line.count...])
      do {
        return SecureContent(container: try PassphraseContainer(container, key, name: header.name), stored: stored)
      } catch let diagnostic as Diagnostic where diagnostic.code == "storage.key" {
        throw Diagnostic(
          "backup.passphrase",
          "the passphrase does not open the backup \"\(backup.name)\": it is another one, or the file was changed",
          place: Diagnostic.Place(file: storage.location(of: backup.path)))
      }
    }
  }

  /// Returns the files of a folder that an OKit app has created: those of `okit/data`.
  private func folder(_ backup: Backup) throws -> [BackupFile] {
    let files = try storage.list(backup.path).map { source in
      let path = MemberPath.data + source.dropFirst(backup.path.count + 1)
      if let problem = MemberPath.problem(path) { throw backup.damaged("\(source): \(problem)", in: storage) }
      return BackupFile(path: path) { [storage] receive in
        guard let content = try storage.content(of: source) else {
          throw Diagnostic("storage.read", "\(source) was removed while the backup was read")
        }
        try withExtendedLifetime(content) { try receive(content.bytes) }
      }
    }
    for file in files where file.path.hasSuffix(".json") {
      do { _ = try JSONValue.parse(json: file.bytes()) } catch let diagnostic as Diagnostic {
        throw backup.damaged("\(file.path): \(diagnostic.message)", at: diagnostic.place?.offset, in: storage)
      }
    }
    return files.sorted { MemberPath.isBefore($0.path, $1.path) }
  }
}
