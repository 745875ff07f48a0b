/// Keeps what the server has not acknowledged in the local storage, so that it is sent after the end of the process.
///
/// `okit/pending/<model>/manifest.json` names the paths with what is known of the server; `new/` has the contents,
/// `base/` the documents that they have changed, and `sent/` those that were sent before, for a merge. All of them are
/// written in one commit, and so are those of several models. Contents of encrypted models are containers.
final class HTTPPending {
  var local: any DocumentStorage { didSet { earlier = nil } }
  /// The models of which an earlier process has left something; nil as long as nobody has asked.
  private var earlier: Set<String>?
  /// What the files of a model have, by path; nil for what is not known.
  private var saved: [String: [String: ContentDigest?]] = [:]

  init(_ local: any DocumentStorage) { self.local = local }

  // MARK: Saving

  /// Stores everything that was not acknowledged of a model, in place of what was stored before.
  func save(_ change: HTTPChange, _ storage: HTTPStorage, with more: [StorageWrite] = []) throws {
    try save([change], storage, with: more)
  }

  /// Stores everything that was not acknowledged of several models, and removes what was stored of those that the
  /// server has, in one commit.
  func save(
    _ changes: [HTTPChange], removing models: [String] = [], _ storage: HTTPStorage, with more: [StorageWrite] = []
  ) throws {
    var (writes, saved) = (more, saved)
    for change in changes {
      let files = try files(of: change, storage)
      writes += Self.writes(of: files, replacing: saved[change.model] ?? [:])
      saved[change.model] = files.mapValues { ContentDigest($0) }
    }
    for model in models {
      writes += (saved.removeValue(forKey: model) ?? [:]).keys.sorted().map { StorageWrite(removing: $0) }
    }
    try write(writes)
    self.saved = saved
  }

  private func write(_ writes: [StorageWrite]) throws {
    guard !writes.isEmpty else { return }
    do { try local.write(writes).wait() } catch {
      // It may have been stored nevertheless.
      saved = saved.mapValues { $0.mapValues { _ in nil } }
      throw error
    }
  }

  private func files(of change: HTTPChange, _ storage: HTTPStorage) throws -> [String: [UInt8]] {
    let folder = PendingChange.folder(of: change.model)
    var files: [String: [UInt8]] = [:]
    var contents: [JSONValue] = []
    for content in change.contents {
      let rest = HTTPStorage.remotePath(content.path)
      files["\(folder)/new/\(rest)"] = content.body
      var entry = Self.entry(storage.versions[content.path])
      if let base = storage.versions[content.path]?.body {
        files["\(folder)/base/\(rest)"] = base
        entry["base"] = .string(ContentDigest(base).text)
      }
      let earlier = content.earlier.filter { $0.replaced == storage.versions[content.path]?.digest }
      for version in earlier { files[PendingChange.file(of: version.digest, at: rest, in: folder)] = version.body }
      if !earlier.isEmpty { entry["earlier"] = .array(earlier.map { .string($0.digest.text) }) }
      entry["path"] = .string(content.path)
      entry["type"] = .string(content.mediaType)
      entry["sent"] = .array(content.sent.union([content.digest]).map(\.text).sorted().map(JSONValue.string))
      if !content.sentBeforeMerge.isEmpty {
        entry["sentBeforeMerge"] = .array(content.sentBeforeMerge.map(\.text).sorted().map(JSONValue.string))
      }
      contents.append(.object(entry))
    }
    let deletions = change.deletions.map { path in
      var entry = Self.entry(storage.versions[path])
      entry["path"] = .string(path)
      return JSONValue.object(entry)
    }
    var manifest: [String: JSONValue] = [
      "version": 1, "model": .string(change.model), "url": .string(storage.transport.url(of: "")),
      "method": .string(try storage.transport.settings().method.rawValue),
      "contents": .array(contents), "deletions": .array(deletions),
    ]
    if change.isConversion { manifest["conversion"] = true }
    files[PendingChange.manifest(of: change.model)] = try JSONValue.object(manifest).jsonBytes(pretty: true)
    return files
  }

  private static func entry(_ version: HTTPVersion?) -> [String: JSONValue] {
    guard let version else { return [:] }
    var entry: [String: JSONValue] = ["exists": .bool(version.exists)]
    entry["etag"] = version.tag.map(JSONValue.string)
    entry["digest"] = (version.digest?.text).map(JSONValue.string)
    entry["date"] = version.date.map { .double($0.secondsSince2001) }
    entry["created"] = version.created.map { .double($0.secondsSince2001) }
    return entry
  }

  private static func writes(
    of files: [String: [UInt8]], replacing before: [String: ContentDigest?]
  ) -> [StorageWrite] {
    let changed = files.sorted { $0.key < $1.key }.filter { before[$0.key] != ContentDigest($0.value) }
    return changed.map { StorageWrite(path: $0.key, bytes: $0.value, keepsPrevious: false) }
      + before.keys.sorted().filter { files[$0] == nil }.map { StorageWrite(removing: $0) }
  }

  /// Removes what was stored of a model in one commit with other changes.
  func remove(_ model: String, with more: [StorageWrite]) throws {
    let files = saved[model] ?? [:]
    try write(more + files.keys.sorted().map { StorageWrite(removing: $0) })
    saved[model] = nil
    if !files.isEmpty { try local.removeEmptyFolders(PendingChange.folder(of: model)).wait() }
  }

  // MARK: Loading

  /// Returns what an earlier process has not sent of a model; nil if it has sent everything.
  ///
  /// - Throws: `http.pending` for contents of another endpoint and for damaged files; what reading throws.
  func load(_ model: String, _ storage: HTTPStorage) throws -> PendingChange? {
    // One look for all models: only this process stores in the folder as long as it has locked the directory.
    let models = try earlier ?? Set(PendingChange.models(in: local))
    earlier = models
    guard models.contains(model) || saved[model] != nil, let pending = try PendingChange(of: model, in: local) else {
      return nil
    }
    try pending.expectEndpoint(storage.transport.url(of: ""))
    saved[model] = pending.files
    return pending
  }
}
