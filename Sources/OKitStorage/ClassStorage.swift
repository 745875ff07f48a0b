/// The functions of a class of models that are a storage of its own.
package struct StorageFunctions {
  /// What messages call the content at a path, which is not that of a file.
  package var location: (String) -> String
  /// Returns what is stored at a path; nil for nothing.
  package var read: (String) throws -> [UInt8]?
  package var write: (String, [UInt8]) throws -> Void
  /// Nil where what a model does not need any more stays.
  package var delete: ((String) throws -> Void)?

  package init(
    location: @escaping (String) -> String, read: @escaping (String) throws -> [UInt8]?,
    write: @escaping (String, [UInt8]) throws -> Void, delete: ((String) throws -> Void)?
  ) {
    self.location = location
    self.read = read
    self.write = write
    self.delete = delete
  }
}

/// The models of a `ClassStorage`.
package protocol ClassStorageDelegate: AnyObject {
  /// Returns the functions for a path, and for a model that its parts belong to, as far as it is known; nil for one of
  /// the storage of the application.
  func storageFunctions(for path: String, _ model: String?) -> StorageFunctions?
}

/// Passes the documents of models whose class has a storage of its own on to its functions, and everything else to the
/// storage of the application.
///
/// Such a storage keeps whole documents, without a journal and without the previous version. What it stores is not in
/// one commit with the documents of other models: it follows them.
package final class ClassStorage: DocumentStorage {
  package let base: any DocumentStorage
  /// The registry that owns the storage, and that the parts of its store outlive together with the storage.
  package weak var delegate: (any ClassStorageDelegate)?
  /// What was read to find out whether there is anything, for the read that follows.
  private var known: (path: String, bytes: [UInt8]?)?

  package init(_ base: any DocumentStorage) { self.base = base }

  package func functions(_ path: String) -> StorageFunctions? { delegate?.storageFunctions(for: path, nil) }

  private func functions(_ write: StorageWrite) -> StorageFunctions? {
    delegate?.storageFunctions(for: write.path, write.model)
  }

  package func location(of path: String) -> String { functions(path)?.location(path) ?? base.location(of: path) }

  package func read(_ path: String) throws -> [UInt8]? {
    guard let functions = functions(path) else { return try base.read(path) }
    defer { known = nil }
    if let known, known.path == path { return known.bytes }
    return try functions.read(path)
  }

  package func readingMany<Result>(_ body: () -> Result) -> Result { base.readingMany(body) }

  package func content(of path: String) throws -> StoredContent? {
    guard functions(path) != nil else { return try base.content(of: path) }
    return try read(path).map { StoredContent(copying: $0) }
  }

  package func contains(_ path: String) throws -> Bool {
    guard let functions = functions(path) else { return try base.contains(path) }
    let bytes = try functions.read(path)
    known = (path, bytes)
    return bytes != nil
  }

  package func isKnownToLack(_ path: String) -> Bool { functions(path) == nil && base.isKnownToLack(path) }

  package var isEmpty: Bool { base.isEmpty }

  package func noteRead(_ path: String) { if functions(path) == nil { base.noteRead(path) } }

  package func edit(of path: String) throws -> DocumentEdit? { try functions(path) == nil ? base.edit(of: path) : nil }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    guard functions(path) != nil else { return try base.readDocument(path) }
    return try read(path).map { StoredDocument(bytes: $0) }
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try functions(path) == nil ? base.readPreviousDocument(path) : nil
  }

  package func restorePrevious(_ path: String) -> StorageOperation {
    guard functions(path) != nil else { return base.restorePrevious(path) }
    return .running { throw noPrevious(try StoragePath(path)) }
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    let own = writes.filter { functions($0) != nil }
    guard !own.isEmpty else { return base.write(writes) }
    let others = writes.filter { functions($0) == nil }
    let operation = others.isEmpty ? .running {} : base.write(others)
    if case .failure? = operation.outcome { return operation }
    known = nil
    do {
      for write in own { try store(write) }
      return operation
    } catch { return .failed(error) }
  }

  private func store(_ write: StorageWrite) throws {
    guard let functions = functions(write) else { return }
    guard !write.isRemoval else {
      try functions.delete?(write.path)
      return
    }
    try functions.write(write.path, write.bytes())
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    let own = paths.filter { functions($0) != nil }
    guard !own.isEmpty else { return base.delete(paths) }
    do { for path in own { try remove(path, functions(path)) } } catch { return .failed(error) }
    let others = paths.filter { functions($0) == nil }
    return others.isEmpty ? .running {} : base.delete(others)
  }

  package func retire(_ paths: [String], of document: String) -> StorageOperation {
    guard let functions = functions(document) else { return base.retire(paths, of: document) }
    do { for path in paths { try remove(path, functions) } } catch { return .failed(error) }
    return .running {}
  }

  private func remove(_ path: String, _ functions: StorageFunctions?) throws {
    known = nil
    try functions?.delete?(path)
  }

  package func removeEmptyFolders(_ folder: String) -> StorageOperation { base.removeEmptyFolders(folder) }
  package func flushLog() { base.flushLog() }
  package func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
