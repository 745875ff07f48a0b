import OKitTestSupport
import Testing

@testable import OKitStorage

/// A store of files that live for a short time, and the state that it leads to.
private struct Scenario: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var store: @Sendable (FileStorage) throws -> Void
  var new: [String?]

  /// `a` is in the log, `b` was left by an earlier owner, `c` is new; the document has nothing to do with them.
  static let paths = [
    "okit/pending/a/manifest.json", "okit/pending/a/new/a.json", "okit/pending/b/manifest.json",
    "okit/pending/b/new/b.json", "okit/pending/c/manifest.json", "okit/data/d.json",
  ]
  static let old: [String?] = ["a1", "A1", "b1", "B1", nil, "d1"]

  static let all: [Scenario] = [
    Scenario(
      testDescription: "a change", store: { try $0.write([put(0, "a2"), put(1, "A2")]).wait() },
      new: ["a2", "A2", "b1", "B1", nil, "d1"]),
    Scenario(
      testDescription: "a change of a file", store: { try $0.write([put(2, "b2")]).wait() },
      new: ["a1", "A1", "b2", "B1", nil, "d1"]),
    Scenario(
      testDescription: "a removal from the log", store: { try $0.write([remove(0), remove(1)]).wait() },
      new: [nil, nil, "b1", "B1", nil, "d1"]),
    Scenario(
      testDescription: "a removal of files", store: { try $0.write([remove(2), remove(3)]).wait() },
      new: ["a1", "A1", nil, nil, nil, "d1"]),
    Scenario(
      testDescription: "a removal of everything", store: { try $0.write((0...3).map { remove($0) }).wait() },
      new: [nil, nil, nil, nil, nil, "d1"]),
    Scenario(
      testDescription: "a change and removals",
      store: { try $0.write([put(4, "c2"), remove(0), remove(1), remove(2), remove(3)]).wait() },
      new: [nil, nil, nil, nil, "c2", "d1"]),
    Scenario(
      testDescription: "changes with a document",
      store: { try $0.write([put(5, "d2"), remove(0), put(1, "A2"), remove(2), put(4, "c2")]).wait() },
      new: [nil, "A2", nil, "B1", "c2", "d2"]),
    Scenario(
      testDescription: "a log that becomes shorter",
      store: { storage in
        for _ in 1...3 { try storage.write([put(1, String(repeating: "A", count: 150_000))]).wait() }
      },
      new: ["a1", String(repeating: "A", count: 150_000), "b1", "B1", nil, "d1"]),
  ]

  static func put(_ index: Int, _ text: String) -> StorageWrite {
    StorageWrite(path: paths[index], bytes: Array(text.utf8), keepsPrevious: false)
  }

  static func remove(_ index: Int) -> StorageWrite { StorageWrite(removing: paths[index]) }

  /// A directory with the old state, and its owner.
  static func prepare() throws -> (DocumentsDirectory, FileStorage) {
    let directory = DocumentsDirectory()
    let first = directory.owner()
    try first.write([put(2, "b1"), put(3, "B1")]).wait()
    first.close()
    #expect(directory.files == ["okit/.lock", paths[2], paths[3]])
    let storage = directory.owner()
    try storage.write([put(5, "d1")]).wait()
    try storage.write([put(0, "a1"), put(1, "A1")]).wait()
    #expect(try state(storage) == old)
    return (directory, storage)
  }

  static func state(_ storage: FileStorage) throws -> [String?] {
    try paths.map { path in
      let bytes = try storage.read(path)
      #expect(try storage.contains(path) == (bytes != nil))
      #expect(try storage.readDocument(path)?.bytes == bytes)
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The changes that the store makes when nothing stops it.
  func calls() throws -> [FileCall] {
    let (directory, storage) = try Self.prepare()
    defer { withExtendedLifetime(directory) {} }
    var calls: [FileCall] = []
    storage.tree.interrupt = { call in
      calls.append(call)
      return nil
    }
    try store(storage)
    #expect(try Self.state(storage) == new)
    storage.tree.interrupt = nil
    return calls
  }

  static func names(_ state: [String?]) -> [String] {
    zip(paths, state).filter { $1 != nil && $0.hasPrefix("okit/pending/") }.map(\.0)
  }
}

@Suite struct StorageLogTests {
  /// A process that dies before its n-th change makes none after it.
  @Test(arguments: Scenario.all)
  fileprivate func aCrashLeavesOldOrNew(_ scenario: Scenario) throws {
    let count = try scenario.calls().count
    #expect(count >= 2)
    for step in 0..<count {
      let (directory, storage) = try Scenario.prepare()
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      let failed = problem { try scenario.store(storage) }
      #expect(failed.hasPrefix("storage.write: ") || failed == "no error", "step \(step): \(failed)")
      storage.close()

      let seen = try Scenario.state(directory.reader())
      let isBetween = scenario.testDescription.contains("shorter") && seen[1]?.first == "A"
      #expect(seen == scenario.new || isBetween || failed != "no error" && seen == Scenario.old, "a reader at \(step)")
      #expect(try directory.reader().list("okit/pending") == Scenario.names(seen), "step \(step)")
      let next = directory.owner()
      #expect(try Scenario.state(next) == seen, "step \(step)")
      #expect(try next.list("okit/pending") == Scenario.names(seen), "step \(step)")
      // Recovery was not the last thing that works.
      try scenario.store(next)
      #expect(try Scenario.state(next) == scenario.new, "step \(step)")
      next.close()
      #expect(directory.files.filter { $0.hasPrefix("okit/.storing/") } == [], "step \(step)")
      #expect(directory.files.filter { $0.hasPrefix("okit/pending/") } == Scenario.names(scenario.new), "step \(step)")
      #expect(try Scenario.state(directory.owner()) == scenario.new, "step \(step)")
    }
  }

  /// A change that fails once (a full disk) is reported and undone, or was made.
  @Test(arguments: Scenario.all)
  fileprivate func aFailureLeavesOldOrNew(_ scenario: Scenario) throws {
    let calls = try scenario.calls()
    for step in calls.indices {
      let (directory, storage) = try Scenario.prepare()
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made == step + 1 ? FileError(code: 28) : nil
      }
      let failed = problem { try scenario.store(storage) }
      let seen = try Scenario.state(storage)
      let isBetween = scenario.testDescription.contains("shorter") && seen[1]?.first == "A"
      #expect(seen == scenario.new || isBetween || failed != "no error" && seen == Scenario.old, "step \(step)")
      try scenario.store(storage)
      #expect(try Scenario.state(storage) == scenario.new, "step \(step)")
      storage.close()
      #expect(try Scenario.state(directory.owner()) == scenario.new, "step \(step)")
    }
  }

  /// A crash while the log becomes files is repeated by the next owner.
  @Test func aCrashWhileClosingChangesNothing() throws {
    var (step, isDone) = (0, false)
    while !isDone {
      let (directory, storage) = try Scenario.prepare()
      try storage.write([Scenario.put(4, "c1"), Scenario.remove(2), Scenario.remove(3)]).wait()
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      storage.close()
      isDone = made <= step
      let expected: [String?] = ["a1", "A1", nil, nil, "c1", "d1"]
      #expect(try Scenario.state(directory.reader()) == expected, "step \(step)")
      let next = directory.owner()
      #expect(try Scenario.state(next) == expected, "step \(step)")
      next.close()
      #expect(directory.files.filter { $0.hasPrefix("okit/pending/") } == Scenario.names(expected), "step \(step)")
      step += 1
    }
    #expect(step > 10)
  }

  @Test func aStoreTakesOneSync() throws {
    let (directory, storage) = try Scenario.prepare()
    defer { withExtendedLifetime(directory) {} }
    var syncs = 0
    storage.tree.interrupt = { call in
      if case .sync = call { syncs += 1 }
      return nil
    }
    let paths = (1...300).map { "okit/pending/m\($0 / 3)/\($0).json" }
    try storage.write(paths.map { StorageWrite(path: $0, bytes: [1], keepsPrevious: false) }).wait()
    #expect(syncs == 1)
    try storage.write(paths.map { StorageWrite(removing: $0) }).wait()
    #expect(syncs == 2)
    #expect(try storage.list("okit/pending").count == 4)
  }

  @Test func aReaderSeesWhatTheOwnerStores() throws {
    let (directory, storage) = try Scenario.prepare()
    let reader = directory.reader()
    #expect(try Scenario.state(reader) == Scenario.old)
    try Scenario.all[5].store(storage)
    #expect(try Scenario.state(reader) == Scenario.all[5].new)
    try storage.write([Scenario.remove(4)]).wait()
    #expect(try reader.list("okit/pending") == [])
    #expect(directory.files.filter { $0.hasPrefix("okit/pending/") } == [])
  }

  /// Returns a directory whose log has two stores, and the bytes of the log.
  private func twoRecords() throws -> (DocumentsDirectory, log: [UInt8], first: Int) {
    let (directory, storage) = try Scenario.prepare()
    let first = storage.log.size
    try storage.write([Scenario.put(1, "A2\n[{}]\n")]).wait()
    storage.tree.interrupt = { _ in FileError(reason: "the process is gone") }
    storage.close()
    return (directory, try directory.bytes("okit/.storing/pending.log"), first)
  }

  @Test func anIncompleteRecordWasNeverStored() throws {
    let (directory, log, first) = try twoRecords()
    for length in first..<log.count {
      try directory.put("okit/.storing/pending.log", Array(log.prefix(length)))
      let storage = directory.owner()
      #expect(try Scenario.state(storage) == Scenario.old, "\(length) bytes")
      try storage.write([Scenario.put(4, "c1")]).wait()
      #expect(try Scenario.state(directory.reader()) == Scenario.old.dropLast(2) + ["c1", "d1"], "\(length) bytes")
      try storage.write([Scenario.remove(4)]).wait()
      storage.tree.interrupt = { _ in FileError(reason: "the process is gone") }
    }
  }

  @Test func damageIsAnError() throws {
    let (directory, log, first) = try twoRecords()
    let line = try #require(log[first...].firstIndex(of: UInt8(ascii: "\n")))
    // Without the end of its line, the last record could be an incomplete one.
    for index in log.indices where index != line {
      var damaged = log
      damaged[index] ^= 0x15
      try directory.put("okit/.storing/pending.log", damaged)
      for storage in [directory.reader(), directory.owner()] {
        let error = try #require(throws: Diagnostic.self) { try storage.read(Scenario.paths[0]) }
        #expect(
          error.code == "storage.recovery"
            && error.message.hasSuffix("is damaged at byte \(index < first ? 0 : first)"), "\(error)")
        #expect(error.place?.file == "\(directory.path)/okit/.storing/pending.log")
      }
    }
    #expect(try directory.bytes("okit/.storing/pending.log").count == log.count)
  }
}
