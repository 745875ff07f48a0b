/// Ids that follow from a seed are the same in each process. So that a launch does not make those of an earlier one
/// again, which a stored document may have, or an entity that was removed, the storage counts the launches with a seed
/// that have stored new ids.
extension ModelRegistry {
  /// `{"launches": 2}`
  static let launchesPath = "okit/launches.json"

  /// What the storage has for a generator with a seed.
  var storedLaunches: ModelStore.StoredLaunches {
    do { return try readStoredLaunches() } catch {
      // Documents that cannot be read fail where they are used; nothing can be stored beside them.
      return ModelStore.StoredLaunches()
    }
  }

  private func readStoredLaunches() throws -> ModelStore.StoredLaunches {
    var stored = ModelStore.StoredLaunches()
    // A start that stores nothing opens no storage.
    guard !files.isKnownToLack("okit") else { return stored }
    let count = try launchCount()
    var containers = 0
    for path in try files.list(Self.folder) {
      var name = path
      name.withUTF8 { stored.ids.add(UnsafeRawBufferPointer($0)) }
      // Only the names of blobs are ids.
      guard ![PartPath.dataFolder, PartPath.imageFolder].contains(where: { path.hasPrefix($0 + "/") }) else { continue }
      if path.hasSuffix(".json") {
        guard let document = try files.readDocument(path) else { continue }
        guard !EncryptedContent.isContainer(document.bytes) else {
          containers += 1
          continue
        }
        for bytes in [document.bytes, document.journal] { bytes.withUnsafeBytes { stored.ids.add($0) } }
      } else if let content = try files.content(of: path) {
        withExtendedLifetime(content) { stored.ids.add(content.bytes) }
      }
    }
    // The ids in encrypted documents of an unknown number of launches are not known without a key.
    stored.launch = count ?? (containers == 0 ? 0 : 1 << 32 + UInt64(containers))
    return stored
  }

  private func launchCount() throws -> UInt64? {
    guard let bytes = try files.read(Self.launchesPath) else { return nil }
    // A damaged file counts as none: ids in documents are left out in any case.
    guard case .int(let count)? = try? JSONValue.parse(json: bytes)["launches"], count >= 0 else { return nil }
    return UInt64(count)
  }

  /// Counts the launch before its first ids are stored.
  ///
  /// - Throws: What storing throws.
  func noteLaunch() throws {
    guard let launch = store.idGenerator.launchToNote else { return }
    let json = try JSONValue.object(["launches": .int(Int(truncatingIfNeeded: launch + 1))]).json(pretty: true)
    try files.write([StorageWrite(path: Self.launchesPath, bytes: Array((json + "\n").utf8), keepsPrevious: false)])
      .check()
    store.idGenerator.launchToNote = nil
  }
}
