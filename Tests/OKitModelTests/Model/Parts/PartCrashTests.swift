import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitStorage

/// A store of blobs and partials that is stopped at each change of a file leaves the old or the new state.
@Suite struct PartCrashTests {
  /// - Parameter hasJournal: Whether the document is large enough for a journal, so that stores append to it.
  private static func old(_ directory: DocumentsDirectory, _ hasJournal: Bool) throws {
    let storage = directory.owner()
    defer { storage.close() }
    let fixture = try PartsFixture(storage)
    for number in 1...3 { try fixture.addBook(number, cover: [UInt8](repeating: UInt8(number), count: number)) }
    for number in 1...2 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.store.set(
      try fixture.group(try entity("defer1", in: fixture)), "icon", .map(["id": .string("icon"), "data": .bytes([9])]))
    try fixture.registry.storeState()
    guard hasJournal else { return }
    try fixture.enlarge()
    try fixture.store.transaction { _ = try fixture.addBook(5, cover: [5]) }
    try fixture.registry.storeState()
    #expect(try fixture.records.count == 1)
  }

  private static func entity(_ id: String, in fixture: PartsFixture) throws -> EntityID {
    guard let entity = fixture.entity(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  /// Changes, moves, adds and removes files of both kinds.
  private static func change(_ fixture: PartsFixture) throws {
    try fixture.store.transaction { try changeParts(fixture) }
  }

  private static func changeParts(_ fixture: PartsFixture) throws {
    let store = fixture.store
    try store.set(try entity("cover1", in: fixture), "data", .bytes([7, 7, 7, 7]))
    try store.set(try entity("cover2", in: fixture), "format", .string("image/webp"))
    try store.remove(from: try fixture.list("books"), at: 2)
    try fixture.addBook(4, cover: [4])
    let group = try fixture.group(try entity("defer1", in: fixture))
    try store.set(group, "name", .string("changed"))
    try store.set(try entity("icon", in: fixture), "data", .bytes([8, 8]))
    try store.remove(from: try fixture.list("groups"), at: 1)
    try fixture.addGroup(3, named: "group 3")
  }

  /// The state that an application finds, with all files read. - Throws: when one of them is missing or damaged.
  private static func state(_ storage: FileStorage) throws -> JSONValue {
    defer { storage.close() }
    let fixture = try PartsFixture(storage, seed: 5)
    let state = fixture.store.jsonValue(fixture.shop)
    if let report = fixture.host.reports.first { throw report }
    #expect(fixture.registry.pending == [])
    return state
  }

  /// What became of a store.
  private struct Outcome {
    let directory: DocumentsDirectory
    var failure: Diagnostic?
    var reports: [Diagnostic] = []
    var calls: [FileCall] = []
  }

  private func store(_ hasJournal: Bool, stoppedBy stop: (_ made: Int) -> FileError? = { _ in nil }) throws -> Outcome {
    var outcome = Outcome(directory: DocumentsDirectory())
    try Self.old(outcome.directory, hasJournal)
    let storage = outcome.directory.owner()
    let fixture = try PartsFixture(storage, seed: 3)
    try Self.change(fixture)
    var calls: [FileCall] = []
    try withoutActuallyEscaping(stop) { stop in
      storage.tree.interrupt = { call in
        calls.append(call)
        return stop(calls.count)
      }
      do { try fixture.registry.storeState() } catch let error as Diagnostic { outcome.failure = error }
      storage.tree.interrupt = nil
    }
    storage.close()
    (outcome.calls, outcome.reports) = (calls, fixture.host.reports)
    return outcome
  }

  private static let journal = "okit/data/default.json.journal"

  /// The complete store, which changes files of each kind: records or a document, blobs, documents of partials.
  private func completeStore(_ hasJournal: Bool) throws -> (calls: [FileCall], new: JSONValue) {
    let complete = try store(hasJournal)
    #expect(complete.failure == nil && complete.reports == [])
    #expect(complete.calls.contains(.write(Self.journal)) == hasJournal)
    let renamed = Set(complete.calls.compactMap { if case .rename(_, let path) = $0 { path } else { nil } })
    #expect(renamed.contains("okit/data/default.json") != hasJournal)
    #expect(renamed.isSuperset(of: ["_image/cover1.png", "default/defer1.json"].map { "okit/data/" + $0 }))
    return (complete.calls, try Self.state(complete.directory.owner()))
  }

  /// Checks that a next process goes on after a crash: nothing is missing, and it can change and store.
  private func checkNext(_ directory: DocumentsDirectory, _ context: String) throws {
    let storage = directory.owner()
    let fixture = try PartsFixture(storage, seed: 6)
    try fixture.store.transaction {
      try fixture.addBook(9, cover: [9])
      try fixture.store.set(try fixture.group(try Self.entity("defer1", in: fixture)), "name", .string("next"))
    }
    try fixture.registry.storeState()
    let state = fixture.store.jsonValue(fixture.shop)
    var parts = PartCheck()
    for path in try storage.list("okit/data") where path.hasSuffix(".json") {
      let bytes = try storage.readDocument(path)?.foldedValue(file: path).jsonBytes() ?? []
      try bytes.withUnsafeBufferPointer { try parts.add($0, of: "default", file: path) }
    }
    #expect(try parts.damagedBlobs(in: storage).isEmpty, "\(context)")
    storage.close()
    #expect(try Self.state(directory.reader()) == state, "\(context)")
  }

  @Test(arguments: [false, true]) func aCrashLeavesOldOrNew(hasJournal: Bool) throws {
    let before = DocumentsDirectory()
    try Self.old(before, hasJournal)
    let old = try Self.state(before.owner())
    let (calls, new) = try completeStore(hasJournal)
    #expect(old != new && calls.count > 40)
    var (olds, news) = (0, 0)
    for step in calls.indices {
      let stopped = try store(hasJournal) { $0 > step ? FileError(reason: "the process is gone") : nil }
      #expect(stopped.failure?.code == "storage.write" || stopped.reports.map(\.code) == ["storage.write"], "\(step)")
      let seen = try Self.state(stopped.directory.reader())
      #expect(seen == old || seen == new, "a reader at step \(step)")
      #expect(try Self.state(stopped.directory.owner()) == seen, "step \(step)")
      try checkNext(stopped.directory, "step \(step)")
      if seen == old { olds += 1 } else { news += 1 }
    }
    #expect(olds > 20 && news > 3)
  }

  /// Once the commit record is durable, crashes during recovery do not matter.
  @Test(arguments: [false, true]) func aCrashWhileRecoveringLeavesNew(hasJournal: Bool) throws {
    let (calls, new) = try completeStore(hasJournal)
    let recorded = try #require(
      calls.firstIndex { if case .rename(_, "okit/.storing/commit.json") = $0 { true } else { false } })
    var recoveries = 0
    for step in 0..<60 {
      let stopped = try store(hasJournal) { $0 > recorded + 2 ? FileError(reason: "the process is gone") : nil }
      let storage = stopped.directory.owner()
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      do {
        try storage.open()
        recoveries += 1
      } catch let error as Diagnostic {
        #expect(error.code == "storage.recovery", "step \(step)")
      }
      storage.close()
      #expect(try Self.state(stopped.directory.reader()) == new, "a reader at step \(step)")
      #expect(try Self.state(stopped.directory.owner()) == new, "step \(step)")
    }
    #expect((1..<60).contains(recoveries))
  }

  /// A change that fails once is reported, and the next store makes up for it.
  @Test(arguments: [false, true]) func aFailureLosesNothing(hasJournal: Bool) throws {
    let (calls, new) = try completeStore(hasJournal)
    for step in 1...calls.count {
      let directory = DocumentsDirectory()
      try Self.old(directory, hasJournal)
      let storage = directory.owner()
      let fixture = try PartsFixture(storage, seed: 3)
      try Self.change(fixture)
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made == step ? FileError(code: 28) : nil
      }
      do { try fixture.registry.storeState() } catch let error as Diagnostic { #expect(error.code == "storage.write") }
      storage.tree.interrupt = nil
      try fixture.registry.storeState()
      storage.close()
      #expect(fixture.registry.pending == [], "step \(step)")
      #expect(try Self.state(directory.reader()) == new, "step \(step)")
    }
  }
}
