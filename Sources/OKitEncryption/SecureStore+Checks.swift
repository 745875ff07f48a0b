/// Checks of the places of keys.
extension SecureStore {
  /// Checks that a key file is not where okit keeps its own files: a backup would contain it, and restoring one removes
  /// it.
  ///
  /// - Throws: `storage.keyFile`.
  func checkPlace(of key: EncryptionKey) throws {
    guard case .file(let path) = key, let documents, Paths.isInside(path, "\(documents)/okit") else { return }
    throw Diagnostic(
      "storage.keyFile", "the key file \(path) is in \(documents)/okit, whose files backups contain and replace",
      place: Diagnostic.Place(file: path), hint: "keep the key file in another folder")
  }

  /// Checks that a storage without `keys.json` has never had one.
  ///
  /// - Throws: `storage.key` when it has encrypted files, or documents of a folder for which the key file was used.
  func checkIsNew(_ storage: any DocumentStorage) throws {
    let paths = try storage.list(ModelRegistry.folder)
    if let path = try encryptedFile(paths, storage) {
      throw Diagnostic(
        "storage.key", "\(KeyRing.path), which contains the data key, is missing",
        place: Diagnostic.Place(file: storage.location(of: path)),
        hint: "restore \(KeyRing.path) from a backup of the folder")
    }
    guard let folder = documents.map(Paths.absolute), let generations = generations(beside: key),
      try generations.hasFolder(folder)
    else { return }
    guard !paths.isEmpty else {
      return report(
        Diagnostic(
          "storage.missing", "the key was used for this folder, which has no models any more; new ones begin",
          severity: .warning, place: Diagnostic.Place(file: storage.location(of: "okit")),
          hint: "if the folder was not emptied on purpose, restore a copy of it or a backup"))
    }
    throw Diagnostic(
      "storage.key",
      "\(KeyRing.path) is missing, but this key was used for the folder; the plain files in it may be forged",
      place: Diagnostic.Place(file: storage.location(of: KeyRing.path)),
      hint: """
        restore \(KeyRing.path) from a backup of the folder; to trust the plain files, remove the line of the folder \
        from \(generations.path)
        """)
  }

  /// Returns an encrypted file. All documents are searched, and some of the blobs.
  private func encryptedFile(_ paths: [String], _ storage: any DocumentStorage) throws -> String? {
    let documents = paths.filter { $0.hasSuffix(".json") }
    for path in documents + paths.filter({ !$0.hasSuffix(".json") && !$0.hasSuffix(".sqlite") }).prefix(100) {
      if let content = try storage.content(of: path), EncryptedContent.isContainer(content.bytes) { return path }
    }
    return nil
  }

  /// Reports a file of the keys that was removed by something else.
  func reportRemoved(_ file: String) {
    report(
      Diagnostic(
        "storage.missing", "the file was removed while the application was running; it is stored again",
        severity: .warning, place: Diagnostic.Place(file: file)))
  }
}
