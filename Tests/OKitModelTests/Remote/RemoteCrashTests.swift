import OKitModel
import OKitTestSupport
import Testing

@testable import OKitStorage

/// Ends the process at a write of the local storage: from then on, nothing is written.
private final class DyingStorage: DocumentStorage {
  struct Ended: Error {}

  let base: any DocumentStorage
  var remaining: Int
  private(set) var writes = 0
  private(set) var hasEnded = false

  init(_ base: any DocumentStorage, after count: Int) { (self.base, remaining) = (base, count) }

  /// Ends the process.
  func end() { (remaining, hasEnded) = (0, true) }

  private func changing(_ body: () -> StorageOperation) -> StorageOperation {
    writes += 1
    guard remaining > 0 else {
      hasEnded = true
      return .failed(Ended())
    }
    remaining -= 1
    return body()
  }

  func read(_ path: String) throws -> [UInt8]? { try base.read(path) }
  func contains(_ path: String) throws -> Bool { try base.contains(path) }
  func noteRead(_ path: String) { base.noteRead(path) }
  func edit(of path: String) throws -> DocumentEdit? { try base.edit(of: path) }
  func readDocument(_ path: String) throws -> StoredDocument? { try base.readDocument(path) }
  func readPreviousDocument(_ path: String) throws -> StoredDocument? { try base.readPreviousDocument(path) }
  func restorePrevious(_ path: String) -> StorageOperation { base.restorePrevious(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func write(_ writes: [StorageWrite]) -> StorageOperation { changing { base.write(writes) } }
  func delete(_ paths: [String]) -> StorageOperation { changing { base.delete(paths) } }
}

@Suite("The end of a process that stores on a server")
struct RemoteCrashTests {
  /// Stores a model three times, the last time without a part, while another application changes it, until the process
  /// ends.
  ///
  /// - Returns: The titles that were stored before the end and those that were being stored.
  private func run(
    _ server: ServerInMemory, _ local: any DocumentStorage, endingAt request: Int?, isDone: Bool
  ) throws -> (stored: Set<String>, begun: Set<String>, requests: Int) {
    let app = try RemoteFixture(server, local: local, seed: 5)
    var (stored, begun): (Set<String>, Set<String>) = ([], [])
    var isKilled = false
    let dying = local as? DyingStorage
    var hasEnded: Bool { isKilled || dying?.hasEnded == true }
    // What is sent after the end of the process does not arrive.
    app.transport.fault = { number, _ in
      if dying?.hasEnded == true { return .lost }
      guard let request else { return nil }
      if number == request, isDone {
        isKilled = true
        return .cut
      }
      if number >= request {
        isKilled = true
        return .lost
      }
      return nil
    }
    func save(_ title: String) throws {
      guard !hasEnded else { return }
      begun.insert(title)
      try app.add(title)
      do {
        try app.save()
        if !hasEnded { stored.insert(title) }
      } catch { isKilled = true }
    }
    try save("first")
    let cover = try app.make("ModelImage", ["data": .data(DataValue(bytes: [1, 2])), "format": .string("image/png")])
    if let book = try app.book("first") { try app.set(book, "cover", .entity(cover)) }
    try save("second")
    if !hasEnded {
      let other = try RemoteFixture(server, seed: 6)
      try other.add("theirs")
      try other.save()
    }
    if let book = try app.book("first") { try app.set(book, "cover", .null) }
    try save("third")
    return (stored, begun, app.transport.requests.count)
  }

  private func check(
    _ server: ServerInMemory, _ local: any DocumentStorage, stored: Set<String>, begun: Set<String>, _ what: String
  ) throws {
    let theirs = server.text("shop.json")?.contains("\"theirs\"") == true
    let next = try RemoteFixture(server, local: local, seed: 7)
    let titles = try next.titles
    #expect(Set(titles).count == titles.count, "\(what): twice")
    #expect(Set(titles).isSuperset(of: stored), "\(what): lost")
    #expect(Set(titles).subtracting(["theirs"]).isSubset(of: begun), "\(what): invented")
    #expect(!theirs || titles.contains("theirs"), "\(what): overwritten")
    #expect(next.codes.isEmpty, "\(what)")
    // A model that was never stored begins anew.
    guard server.stored["shop.json"] != nil else { return }
    #expect(next.registry.pending.isEmpty, "\(what)")
    #expect(try next.pendingFiles.isEmpty, "\(what)")
    #expect(try RemoteFixture(server).snapshot == next.snapshot, "\(what)")
    // The covers of what is stored can be read.
    _ = try next.snapshot
    #expect(next.codes.isEmpty, "\(what): a cover")
  }

  @Test("loses nothing when the process ends at a request", arguments: [false, true])
  func requests(_ isDone: Bool) throws {
    let all = try run(ServerInMemory(), TransientStorage(), endingAt: nil, isDone: isDone)
    #expect(all.stored == ["first", "second", "third"])
    for request in 2...all.requests {
      let (server, local) = (ServerInMemory(), TransientStorage())
      let result = try run(server, local, endingAt: request, isDone: isDone)
      try check(server, local, stored: result.stored, begun: result.begun, "request \(request)")
      // What was begun is in the pending files.
      let next = try RemoteFixture(server, local: local, seed: 8)
      #expect(Set(try next.titles).isSuperset(of: result.begun), "request \(request): lost")
    }
  }

  @Test("loses nothing when the process ends at a write of its own storage")
  func writes() throws {
    let whole = DyingStorage(TransientStorage(), after: .max)
    _ = try run(ServerInMemory(), whole, endingAt: nil, isDone: false)
    #expect(whole.writes > 5)
    for count in 0..<whole.writes {
      let (server, local) = (ServerInMemory(), TransientStorage())
      let dying = DyingStorage(local, after: count)
      let result = try run(server, dying, endingAt: nil, isDone: false)
      try check(server, local, stored: result.stored, begun: result.begun, "write \(count)")
    }
  }
  @Test("loses nothing when the process ends at a system call of its own storage")
  func systemCalls() throws {
    var (count, isWhole) = (0, false)
    while !isWhole {
      let (server, directory) = (ServerInMemory(), DocumentsDirectory())
      let files = directory.owner()
      let dying = DyingStorage(files, after: .max)
      var made = 0
      files.tree.interrupt = { [weak dying] _ in
        made += 1
        guard made > count else { return nil }
        dying?.end()
        return FileError(reason: "the process is gone")
      }
      var (stored, begun): (Set<String>, Set<String>) = ([], [])
      do { (stored, begun, _) = try run(server, dying, endingAt: nil, isDone: false) } catch {
        #expect(dying.hasEnded, "\(error)")
      }
      isWhole = !dying.hasEnded
      dying.end()
      files.tree.interrupt = { _ in FileError(reason: "the process is gone") }
      files.close()
      try check(server, directory.owner(), stored: stored, begun: begun, "call \(count)")
      count += 1
    }
    #expect(count > 15)
  }

  /// The stores of many models are kept by one commit, and what the server has is removed by few.
  @Test("keeps the models of one turn together")
  func manyModels() throws {
    let (server, directory) = (ServerInMemory(), DocumentsDirectory())
    let files = directory.owner()
    let app = try RemoteFixture(server, local: files, name: "m0")
    let type = try app.store.requireType("Shop", for: "test")
    let models = [try app.shop] + (try (1..<100).map { try app.registry.register(type, name: "m\($0)") })
    for model in models { try app.registry.store(model) }
    try app.registry.waitUntilStored()
    var syncs = 0
    files.tree.interrupt = { call in
      if case .sync = call { syncs += 1 }
      return nil
    }
    var atFirstRequest: (syncs: Int, files: [String])?
    app.transport.fault = { _, _ in
      if atFirstRequest == nil { atFirstRequest = (syncs, (try? app.pendingFiles) ?? []) }
      return nil
    }
    try app.store.transaction {
      for model in models {
        try app.store.set(model, "motto", .string("new"))
        try app.registry.store(model)
      }
    }
    try app.registry.waitUntilStored()
    #expect(atFirstRequest?.syncs == 1)
    #expect(atFirstRequest?.files.count == 300)
    #expect(syncs == 2)
    #expect(try app.pendingFiles.isEmpty)
    #expect((0..<100).allSatisfy { server.text("m\($0).json")?.contains("new") == true })
  }
}
