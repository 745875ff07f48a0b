/// The responses that `okit.client` keeps for conditional requests, in `okit/cache`. They are encrypted when a model of
/// the application is.
final class ResponseCache {
  private static let folder = "okit/cache"
  private static let capacity = 64 << 20

  private let runtime: AppRuntime
  private var storage: any DocumentStorage { runtime.registry.storage }
  /// The sizes of the files, those that were used last at the end; nil until the folder is read.
  private var files: [(path: String, size: Int)]?

  init(_ runtime: AppRuntime) { self.runtime = runtime }

  /// Returns the status and headers of a kept response as JSON, and its body; nil without one, and for one that cannot
  /// be read, which is reported: the server sends it again.
  func read(_ key: String) -> (head: String, body: String)? {
    let path = path(of: key)
    // While the keys are closed, no response can be read.
    guard runtime.registry.canWriteOtherFiles, !storage.isKnownToLack(path) else { return nil }
    do {
      guard let bytes = try storage.read(path) else { return nil }
      let entry = try JSONValue.parse(json: bytes, file: storage.location(of: path))
      guard case .string(let head)? = entry["head"], case .string(let body)? = entry["body"] else { return nil }
      use(path, bytes.count)
      return (head, body)
    } catch {
      var problem = error.diagnostic("storage.read")
      problem.severity = .warning
      runtime.report(problem)
      return nil
    }
  }

  /// Keeps a response, and removes those that were not used for longest above the capacity. A response with a secret is
  /// not kept in a plain file.
  ///
  /// - Throws: What storing throws.
  func write(_ key: String, head: String, body: String) throws {
    guard runtime.registry.canWriteOtherFiles else { return }
    let form = runtime.registry.formOfOtherFiles
    guard form != nil || !runtime.store.secrets.occur(inData: body) else { return }
    let path = path(of: key)
    let bytes = try JSONValue.object(["head": .string(head), "body": .string(body)]).jsonBytes()
    guard bytes.count <= Self.capacity else { return }
    var write = StorageWrite(path: path, bytes: bytes, keepsPrevious: false)
    write.form = form
    use(path, bytes.count)
    var removed: [String] = []
    var size = files?.reduce(0) { $0 + $1.size } ?? 0
    while size > Self.capacity, let oldest = files?.first {
      files?.removeFirst()
      size -= oldest.size
      removed.append(oldest.path)
    }
    try storage.write([write] + removed.map(StorageWrite.init(removing:))).check()
  }

  private func use(_ path: String, _ size: Int) {
    // Only for the sum of the sizes: what cannot be listed or read counts when it is used.
    var known =
      files
      ?? ((try? storage.list(Self.folder)) ?? []).map { path in
        (path: path, size: (try? storage.content(of: path))?.bytes.count ?? 0)
      }
    known.removeAll { $0.path == path }
    files = known + [(path, size)]
  }

  /// A key has what a request is authorized with, and so is in no file.
  private func path(of key: String) -> String {
    "\(Self.folder)/\(XXHash64.text(XXHash64.checksum(Array(key.utf8)))).json"
  }
}
