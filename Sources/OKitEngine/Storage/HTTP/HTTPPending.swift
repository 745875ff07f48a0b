/// Keeps what the server has not acknowledged in the local storage, so that it is sent after the end of the process.
///
/// `okit/pending/<model>/manifest.json` names the paths with what is known of the server; `new/` has the contents, `base/` the
/// documents that they have changed, for a merge. All of them are written in one commit. Contents of encrypted models are
/// containers.
final class HTTPPending {
  var local: any DocumentStorage
  /// What the files of a model have, by path.
  private var saved: [String: [String: ContentDigest]] = [:]

  init(_ local: any DocumentStorage) { self.local = local }

  static let folder = "okit/pending"
  private static func folder(of model: String) -> String { "\(folder)/\(model)" }
  private static func manifest(of model: String) -> String { "\(folder(of: model))/manifest.json" }

  // MARK: Saving

  /// Stores everything that was not acknowledged of a model, in place of what was stored before.
  func save(_ change: HTTPChange, _ storage: HTTPStorage, with more: [StorageWrite] = []) throws {
    let folder = Self.folder(of: change.model)
    var files: [String: [UInt8]] = [:]
    var contents: [JSONValue] = []
    for content in change.contents {
      let rest = HTTPStorage.remotePath(content.path)
      files["\(folder)/new/\(rest)"] = content.body
      var entry = Self.entry(storage.versions[content.path])
      if let base = storage.versions[content.path]?.body {
        files["\(folder)/base/\(rest)"] = base
        entry["base"] = true
      }
      entry["path"] = .string(content.path)
      entry["type"] = .string(content.mediaType)
      entry["sent"] = .array(content.sent.union([content.digest]).map(\.text).sorted().map(JSONValue.string))
      contents.append(.object(entry))
    }
    let deletions = change.deletions.map { path in
      var entry = Self.entry(storage.versions[path])
      entry["path"] = .string(path)
      return JSONValue.object(entry)
    }
    let manifest: JSONValue = [
      "version": 1, "model": .string(change.model), "url": .string(storage.transport.url(of: "")),
      "method": .string(try storage.transport.settings().method.rawValue),
      "contents": .array(contents), "deletions": .array(deletions),
    ]
    files[Self.manifest(of: change.model)] = try manifest.jsonBytes(pretty: true)
    try write(files, of: change.model, more)
  }

  private static func entry(_ version: HTTPVersion?) -> [String: JSONValue] {
    guard let version else { return [:] }
    guard let digest = version.digest else { return ["exists": false] }
    return ["exists": true, "etag": version.tag.map(JSONValue.string) ?? .null, "digest": .string(digest.text)]
  }

  private func write(_ files: [String: [UInt8]], of model: String, _ more: [StorageWrite]) throws {
    let before = saved[model] ?? [:]
    let digests = files.mapValues { ContentDigest($0) }
    var writes = more
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where before[path] != digests[path] {
      writes.append(StorageWrite(path: path, bytes: bytes, keepsPrevious: false))
    }
    for path in before.keys.sorted() where files[path] == nil { writes.append(StorageWrite(removing: path)) }
    if !writes.isEmpty { try local.write(writes).wait() }
    saved[model] = digests
  }

  /// Removes what was stored of a model: the server has all of it.
  func remove(_ model: String) throws {
    guard let files = saved.removeValue(forKey: model), !files.isEmpty else { return }
    do { try local.write(files.keys.sorted().map { StorageWrite(removing: $0) }).wait() } catch {
      saved[model] = files
      throw error
    }
    try local.removeEmptyFolders(Self.folder(of: model)).wait()
  }

  // MARK: Loading

  /// Returns what an earlier process has not sent of a model, with the versions of its paths; nil if it has sent everything.
  ///
  /// - Throws: `http.pending` for contents of another endpoint and for damaged files; what reading throws.
  func load(_ model: String, _ storage: HTTPStorage) throws -> (HTTPChange, [String: HTTPVersion])? {
    let path = Self.manifest(of: model)
    guard let bytes = try local.read(path) else { return nil }
    let manifest = try JSONValue.parse(json: bytes, file: local.location(of: path))
    func damaged(_ problem: String) -> Diagnostic {
      Diagnostic(
        "http.pending", "cannot send what is stored of the model \"\(model)\": \(problem)",
        place: Diagnostic.Place(file: local.location(of: path)),
        hint: "move \(local.location(of: Self.folder(of: model))) away to load the model from the server")
    }
    guard manifest["version"] == 1, case .array(let contents)? = manifest["contents"],
      case .array(let deletions)? = manifest["deletions"], case .string(let url)? = manifest["url"]
    else { throw damaged("the file is not a manifest of version 1") }
    guard url == storage.transport.url(of: "") else {
      throw Diagnostic(
        "http.pending", "changes of the model \"\(model)\" were not sent to \(url)",
        place: Diagnostic.Place(file: local.location(of: path)),
        hint: """
          start with that endpoint once to send them, or move \(local.location(of: Self.folder(of: model))) away to give \
          them up
          """)
    }
    let folder = Self.folder(of: model)
    var change = HTTPChange(model: model, document: "\(HTTPStorage.folder)\(model).json")
    var versions: [String: HTTPVersion] = [:]
    var files = [path: ContentDigest(bytes)]
    func file(_ path: String) throws -> [UInt8] {
      guard let bytes = try local.read(path) else { throw damaged("\(local.location(of: path)) is missing") }
      files[path] = ContentDigest(bytes)
      return bytes
    }
    for entry in contents {
      guard case .string(let path)? = entry["path"], case .string(let type)? = entry["type"],
        case .array(let sent)? = entry["sent"]
      else { throw damaged("a content has no path, type or list of what was sent") }
      let rest = HTTPStorage.remotePath(try StoragePath(path).text)
      var content = HTTPChange.Content(path: path, body: try file("\(folder)/new/\(rest)"), mediaType: type)
      for case .string(let text) in sent { if let digest = ContentDigest(text) { content.sent.insert(digest) } }
      guard content.sent.contains(content.digest) else { throw damaged("the content of \(path) was changed") }
      change.write(content)
      let base = entry["base"] == true ? try file("\(folder)/base/\(rest)") : nil
      versions[path] = Self.version(entry, base)
    }
    for entry in deletions {
      guard case .string(let path)? = entry["path"] else { throw damaged("a removal has no path") }
      change.delete(try StoragePath(path).text)
      versions[path] = Self.version(entry, nil)
    }
    saved[model] = files
    return (change, versions)
  }

  private static func version(_ entry: JSONValue, _ base: [UInt8]?) -> HTTPVersion? {
    guard entry["exists"] == true else { return entry["exists"] == false ? .missing : nil }
    guard case .string(let text)? = entry["digest"], let digest = ContentDigest(text) else { return nil }
    guard case .string(let tag)? = entry["etag"] else { return HTTPVersion(tag: nil, digest: digest, body: base) }
    return HTTPVersion(tag: tag, digest: digest, body: base)
  }
}
