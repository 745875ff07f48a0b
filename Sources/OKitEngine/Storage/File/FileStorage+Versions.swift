/// What distinguishes one version of a document from another one.
struct DocumentVersion: Equatable {
  let state: FileStorage.FileState
  let checksum: UInt64
}

/// Noticing that another program has written a document which the application has open.
extension FileStorage {
  package func noteRead(_ path: String) {
    guard let version = readVersions.removeValue(forKey: path) else { return }
    versions[path] = version.map { [$0] } ?? []
  }

  package func isEdited(_ path: String) throws -> Bool {
    guard let known = versions[path] else { return false }
    let stored = try StoragePath(path)
    try open()
    do {
      guard let state = try tree.state(of: stored), !known.contains(where: { $0.state == state }) else { return false }
      // Writing the same bytes again changes nothing, nor does copying the folder.
      guard let same = known.first(where: { $0.state.size == state.size }),
        try tree.checksum(of: stored) == same.checksum
      else { return true }
      versions[path] = known + [DocumentVersion(state: state, checksum: same.checksum)]
      return false
    } catch {
      throw failure("storage.read", "read", stored, error)
    }
  }

  /// Notes the versions of the documents that a store has written.
  ///
  /// - Parameter isUnfinished: Whether recovery decides about the store.
  func noteStored(_ written: [String: DocumentVersion], isUnfinished: Bool) {
    for (path, version) in written {
      versions[path] = isUnfinished ? (versions[path] ?? []) + [version] : [version]
    }
  }
}
