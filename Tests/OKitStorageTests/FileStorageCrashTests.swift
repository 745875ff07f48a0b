import OKitTestSupport
import Testing

@testable import OKitStorage

/// A store that is made on the old state, and the new state it leads to.
private struct Scenario: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var store: @Sendable (FileStorage) throws -> Void
  /// The contents of `paths` before and after.
  var new: [[UInt8]?]

  static let paths = ["okit/data/a.json", "okit/data/b.json", "okit/data/b/part.json"]
  static let old: [[UInt8]?] = [[1, 1], [1, 2], nil]
  /// The generation before the old state.
  static let older: [[UInt8]?] = [[0, 1], [0, 2], nil]

  static let all: [Scenario] = [
    Scenario(testDescription: "one document", store: { try write($0, [0]) }, new: [[2, 1], [1, 2], nil]),
    Scenario(testDescription: "a new document", store: { try write($0, [2]) }, new: [[1, 1], [1, 2], [2, 3]]),
    Scenario(testDescription: "all documents", store: { try write($0, [0, 1, 2]) }, new: [[2, 1], [2, 2], [2, 3]]),
    Scenario(
      testDescription: "a restored document", store: { try $0.restorePrevious(paths[1]).wait() },
      new: [[1, 1], [0, 2], nil]),
    Scenario(testDescription: "a document in pieces", store: writeInPieces, new: [[2, 1], [1, 2], nil]),
  ]

  static func write(_ storage: FileStorage, _ indices: [Int]) throws {
    try storage.write(indices.map { StorageWrite(path: paths[$0], bytes: [2, UInt8($0 + 1)]) }).wait()
  }

  static func writeInPieces(_ storage: FileStorage) throws {
    let write = StorageWrite(path: paths[0]) { receive in
      for byte in [2, 1] as [UInt8] { try [byte].withUnsafeBytes(receive) }
    }
    try storage.write([write]).wait()
  }

  /// A directory with the old state.
  static func prepare() throws -> DocumentsDirectory {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    for state in [older, old] {
      for (path, bytes) in zip(paths, state) {
        if let bytes { try storage.write([StorageWrite(path: path, bytes: bytes)]).wait() }
      }
    }
    return directory
  }

  static func state(_ storage: FileStorage) throws -> [[UInt8]?] { try paths.map { try storage.read($0) } }

  /// The changes that the store makes when nothing stops it.
  func calls() throws -> [FileCall] {
    let directory = try Self.prepare()
    let storage = directory.owner()
    try storage.open()
    var calls: [FileCall] = []
    storage.tree.interrupt = { call in
      calls.append(call)
      return nil
    }
    try store(storage)
    #expect(try Self.state(storage) == new)
    return calls
  }
}

@Suite struct FileStorageCrashTests {
  /// A process that dies before its n-th change makes none after it.
  @Test(arguments: Scenario.all)
  fileprivate func aCrashLeavesOldOrNew(_ scenario: Scenario) throws {
    let count = try scenario.calls().count
    for step in 0..<count {
      let directory = try Scenario.prepare()
      var storage: FileStorage? = directory.owner()
      try storage?.open()
      var made = 0
      storage?.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      let failed = problem { if let storage { try scenario.store(storage) } }
      #expect(failed.hasPrefix("storage.write: "), "step \(step)")
      storage = nil

      let seen = try Scenario.state(directory.reader())
      #expect(seen == Scenario.old || seen == scenario.new, "a reader at step \(step)")
      let next = directory.owner()
      let recovered = try Scenario.state(next)
      #expect(recovered == seen, "step \(step)")
      #expect(directory.files.filter { $0.contains(".storing") } == [], "step \(step)")
      for (index, path) in Scenario.paths.enumerated() {
        let previous = try next.readPrevious(path)
        #expect(
          previous == Scenario.older[index] || previous == Scenario.old[index], "\(path) before, at step \(step)")
      }
      // Recovery was not the last thing that works.
      try scenario.store(next)
      try Scenario.write(next, [0, 1, 2])
      #expect(try Scenario.state(next) == [[2, 1], [2, 2], [2, 3]])
    }
  }

  /// A crash while recovering is recovered from, too.
  @Test func aCrashWhileRecoveringLeavesNew() throws {
    let scenario = Scenario.all[2]
    let calls = try scenario.calls().filter { if case .makeFolder = $0 { false } else { true } }
    let recorded = try #require(
      calls.firstIndex { if case .rename(_, "okit/.storing/commit.json") = $0 { true } else { false } })
    for step in 0..<20 {
      let directory = try Scenario.prepare()
      // The first owner dies when the record is durable, the second `step` changes into its recovery.
      for (isFirst, limit) in [(true, recorded + 2), (false, step)] {
        let storage = directory.owner()
        if isFirst { try storage.open() }
        var made = 0
        storage.tree.interrupt = { call in
          if case .makeFolder = call { return nil }
          made += 1
          return made > limit ? FileError(reason: "the process is gone") : nil
        }
        do {
          if isFirst { try scenario.store(storage) } else { try storage.open() }
        } catch is Diagnostic {}
      }
      #expect(try Scenario.state(directory.reader()) == scenario.new, "step \(step)")
      #expect(try Scenario.state(directory.owner()) == scenario.new, "step \(step)")
    }
  }

  /// A change that fails once (a full disk) is reported and undone, or completed at the next access.
  @Test(arguments: Scenario.all)
  fileprivate func aFailureChangesNothing(_ scenario: Scenario) throws {
    let calls = try scenario.calls()
    for step in calls.indices {
      let directory = try Scenario.prepare()
      let storage = directory.owner()
      try storage.open()
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made == step + 1 ? FileError(code: 28) : nil
      }
      let error = try #require(throws: Diagnostic.self) { try scenario.store(storage) }
      #expect(error.code == "storage.write")
      #expect(error.message.hasPrefix("cannot write okit/"), "\(error)")
      #expect(error.message.hasSuffix(": No space left on device"), "\(error)")
      let state = try Scenario.state(storage)
      // When only the last sync fails, the bytes are there but may not be durable.
      let isSyncAfterRename = step == calls.count - 1
      if error.notes.isEmpty, !isSyncAfterRename {
        #expect(state == Scenario.old, "step \(step): \(calls[step])")
        #expect(try storage.readPrevious(Scenario.paths[1]) == Scenario.older[1], "step \(step): \(calls[step])")
      } else {
        #expect(state == scenario.new, "step \(step): \(calls[step])")
      }
      // Nothing is left over, and the store can be tried again.
      try Scenario.write(storage, [0, 1, 2])
      #expect(try Scenario.state(storage) == [[2, 1], [2, 2], [2, 3]])
      #expect(directory.files.filter { $0.contains(".storing") } == [])
    }
  }

  @Test func makesOneDocumentDurableBeforeItIsRenamed() throws {
    #expect(
      try steps(Scenario.all[0]) == [
        "create okit/.storing/T-0", "write okit/.storing/T-0", "sync okit/.storing/T-0",
        "link okit/data/a.json okit/.storing/T-0-previous", "rename okit/.storing/T-0 okit/data/a.json",
        "rename okit/.storing/T-0-previous okit/data/.previous/a.json", "sync okit/data",
      ])
  }

  @Test func makesSeveralDocumentsDurableBeforeTheRecord() throws {
    #expect(
      try steps(Scenario.all[2]).filter { !$0.hasPrefix("write") && !$0.hasPrefix("makeFolder") } == [
        "create okit/.storing/T-0", "sync okit/.storing/T-0", "link okit/data/a.json okit/.storing/T-0-previous",
        "create okit/.storing/T-1", "sync okit/.storing/T-1", "link okit/data/b.json okit/.storing/T-1-previous",
        "create okit/.storing/T-2", "sync okit/.storing/T-2",
        "create okit/.storing/T-commit", "sync okit/.storing/T-commit", "sync okit/.storing",
        "rename okit/.storing/T-commit okit/.storing/commit.json", "sync okit/.storing",
        "rename okit/.storing/T-0 okit/data/a.json",
        "rename okit/.storing/T-0-previous okit/data/.previous/a.json",
        "rename okit/.storing/T-1 okit/data/b.json",
        "rename okit/.storing/T-1-previous okit/data/.previous/b.json",
        "rename okit/.storing/T-2 okit/data/b/part.json", "sync okit/data", "sync okit/data/b",
        "remove okit/.storing/commit.json", "sync okit/.storing",
      ])
  }

  /// The calls as text, with `T` for the random name of the transaction.
  private func steps(_ scenario: Scenario) throws -> [String] {
    func name(_ path: String) -> String {
      guard path.hasPrefix("okit/.storing/"), let dash = path.firstIndex(of: "-") else { return path }
      return "okit/.storing/T" + path[dash...]
    }
    return try scenario.calls().map { call in
      switch call {
      case .makeFolder(let path): "makeFolder \(name(path))"
      case .create(let path): "create \(name(path))"
      case .write(let path): "write \(name(path))"
      case .truncate(let path): "truncate \(name(path))"
      case .sync(let path): "sync \(name(path))"
      case .link(let path, let to): "link \(name(path)) \(name(to))"
      case .rename(let path, let to): "rename \(name(path)) \(name(to))"
      case .remove(let path): "remove \(name(path))"
      }
    }
  }
}
