/// The documents of an application under test, which each of its processes finds as the one before has left them: in
/// memory, or in a folder.
final class TestDocuments {
  /// Nil for documents in memory.
  private let folder: TemporaryDirectory?
  private let storage = TransientStorage()
  /// The path of the folder.
  var path: String? { folder?.path }
  private var databases: (any RowStorages)?

  /// - Throws: `test.directory`, `app.documents`, `app.limit`.
  init(_ place: LaunchOptions.Documents?, budget: ExecutionBudget) throws {
    folder = try place.map { _ in try TemporaryDirectory() }
    if case .copy(let source)? = place, let folder { try FolderCopy.copy(source, to: folder.path, budget: budget) }
  }

  /// Lets the next process have the documents.
  func connect(_ options: inout LuaApplication.Options) throws {
    options.documents = folder?.path
    guard folder == nil else { return }
    options.storage = storage
    // Like the connections to files, those to databases end with a process.
    let next = ApplicationParts(options.parts).databases?(nil, false)
    for path in databases?.pathsInMemory ?? [] {
      try next?.replace(path, with: databases?.copy(of: path, isOwn: true))
    }
    (options.databases, databases) = (next, next)
  }
}
