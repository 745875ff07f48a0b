import OKitTestSupport
import Testing

@testable import OKitStorage

/// A store that changes journals, and the state that it leads to. Records are lines, as those of models.
private struct Scenario: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var store: @Sendable (FileStorage) throws -> Void
  var new: [String]
  /// The previous version of the first document with the new state, if the store writes it.
  var newPrevious: String?

  static let paths = ["okit/data/a.json", "okit/data/b.json", "okit/data/c.json"]
  /// Document and journal of each path.
  static let old = ["a1|one two ", "b1|", "c1|"]
  static let previous = ["a0|zero ", "b0|", "none"]

  static let all: [Scenario] = [
    Scenario(testDescription: "a record", store: { try append($0, [0]) }, new: ["a1|one two new ", "b1|", "c1|"]),
    Scenario(
      testDescription: "the first record", store: { try append($0, [1]) }, new: ["a1|one two ", "b1|new ", "c1|"]),
    Scenario(
      testDescription: "several records", store: { try append($0, [0, 1, 2]) },
      new: ["a1|one two new ", "b1|new ", "c1|new "]),
    Scenario(
      testDescription: "records and a document",
      store: { try $0.write([document(1), record(0, at: 8), document(2)]).wait() },
      new: ["a1|one two new ", "b2|", "c2|"]),
    Scenario(
      testDescription: "a checkpoint", store: { try $0.write([document(0)]).wait() }, new: ["a2|", "b1|", "c1|"]),
    Scenario(
      testDescription: "several checkpoints", store: { try $0.write([document(1), document(0)]).wait() },
      new: ["a2|", "b2|", "c1|"]),
    Scenario(
      testDescription: "a restored document", store: { try $0.restorePrevious(paths[0]).wait() },
      new: ["a0|zero ", "b1|", "c1|"]),
    Scenario(
      testDescription: "a previous version beside a document, and a record",
      store: {
        var write = document(0)
        write.becomesPrevious = true
        try $0.write([write, record(1)]).wait()
      }, new: ["a1|", "b1|new ", "c1|"], newPrevious: "a2|"),
  ]

  private static func name(_ index: Int) -> String { ["a", "b", "c"][index] }

  static func document(_ index: Int) -> StorageWrite {
    StorageWrite(path: paths[index], bytes: Array("\(name(index))2".utf8))
  }

  static func record(_ index: Int, at offset: Int? = nil) -> StorageWrite {
    StorageWrite(path: paths[index], appending: Array("new\n".utf8), at: offset ?? [8, 0, 0][index])
  }

  static func append(_ storage: FileStorage, _ indices: [Int]) throws {
    try storage.write(indices.map { record($0) }).wait()
  }

  /// A directory with the old state.
  static func prepare() throws -> DocumentsDirectory {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    func write(_ index: Int, _ document: String, _ journal: String = "") throws {
      let write = StorageWrite(path: paths[index], bytes: Array(document.utf8), journal: Array(journal.utf8))
      try storage.write([write]).wait()
    }
    try write(0, "a0", "zero\n")
    try write(0, "a1", "one\ntwo\n")
    try write(1, "b0")
    try write(1, "b1")
    try write(2, "c1")
    return directory
  }

  /// A document with the complete records of its journal, as a reader of models sees it.
  static func text(_ stored: StoredDocument?) -> String {
    guard let stored else { return "none" }
    let journal = String(decoding: stored.journal, as: UTF8.self)
    let complete = journal.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return String(decoding: stored.bytes, as: UTF8.self) + "|" + complete.map { "\($0) " }.joined()
  }

  static func state(_ storage: FileStorage) throws -> [String] { try paths.map { text(try storage.readDocument($0)) } }

  /// The changes that the store makes when nothing stops it.
  func calls() throws -> [FileCall] {
    let directory = try Self.prepare()
    let storage = directory.owner()
    try storage.open()
    storage.tree.writeSize = 3
    var calls: [FileCall] = []
    storage.tree.interrupt = { call in
      calls.append(call)
      return nil
    }
    try store(storage)
    #expect(try Self.state(storage) == new)
    return calls
  }

  /// Stores everything, and checks it.
  static func storeAgain(_ storage: FileStorage) throws {
    try storage.write([document(0), document(1), document(2)]).wait()
    try storage.write([record(0, at: 0), record(1, at: 0)]).wait()
    #expect(try state(storage) == ["a2|new ", "b2|new ", "c2|"])
  }
}

/// Stores with journals are interrupted at each of their system calls.
@Suite struct JournalCrashTests {
  /// A process that dies before its n-th change makes none after it.
  @Test(arguments: Scenario.all)
  fileprivate func aCrashLeavesOldOrNew(_ scenario: Scenario) throws {
    let count = try scenario.calls().count
    #expect(count >= 3)
    for step in 0..<count {
      let directory = try Scenario.prepare()
      var storage: FileStorage? = directory.owner()
      try storage?.open()
      storage?.tree.writeSize = 3
      var made = 0
      storage?.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      let failed = problem { if let storage { try scenario.store(storage) } }
      #expect(failed.hasPrefix("storage.write: ") || failed == "no error", "step \(step): \(failed)")
      storage = nil

      let seen = try Scenario.state(directory.reader())
      #expect(seen == Scenario.old || seen == scenario.new, "a reader at step \(step): \(seen)")
      let next = directory.owner()
      #expect(try Scenario.state(next) == seen, "step \(step)")
      #expect(directory.files.filter { $0.contains(".storing") } == [], "step \(step)")
      for (index, path) in Scenario.paths.enumerated() {
        let previous = Scenario.text(try next.readPreviousDocument(path))
        if index == 0, let expected = scenario.newPrevious {
          #expect(previous == (seen == scenario.new ? expected : Scenario.previous[0]), "step \(step)")
          continue
        }
        #expect(
          previous == Scenario.previous[index] || previous == Scenario.old[index], "\(path), step \(step): \(previous)")
      }
      // Recovery was not the last thing that works.
      try Scenario.storeAgain(next)
    }
  }

  /// A crash while recovering is recovered from, too.
  @Test(arguments: [2, 3, 5, 6, 7])
  func aCrashWhileRecoveringLeavesNew(number: Int) throws {
    let scenario = Scenario.all[number]
    for step in 0..<20 {
      let directory = try Scenario.prepare()
      // The first owner dies when the record is durable, the second `step` changes into its recovery.
      for isFirst in [true, false] {
        let storage = directory.owner()
        if isFirst { try storage.open() }
        storage.tree.writeSize = 3
        // Counted from the commit record on: its size, and with it the number of writes before it, is random.
        var left = isFirst ? Int.max : step
        storage.tree.interrupt = { call in
          if case .rename(_, "okit/.storing/commit.json") = call { left = 2 }
          left -= 1
          return left < 0 ? FileError(reason: "the process is gone") : nil
        }
        do { if isFirst { try scenario.store(storage) } else { try storage.open() } } catch is Diagnostic {}
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
      storage.tree.writeSize = 3
      var made = 0
      storage.tree.interrupt = { _ in
        made += 1
        return made == step + 1 ? FileError(code: 28) : nil
      }
      do { try scenario.store(storage) } catch let error as Diagnostic {
        #expect(error.code == "storage.write")
        #expect(error.message.hasSuffix(": No space left on device"), "\(error)")
        let expected = error.notes.isEmpty ? Scenario.old : scenario.new
        #expect(try Scenario.state(storage) == expected, "step \(step): \(calls[step])")
      }
      // The names of staged files are random, and so is the number of writes of the commit record.
      storage.tree.interrupt = nil
      try Scenario.storeAgain(storage)
      // A staged file that could not be removed goes when the directory is opened again.
      storage.close()
      try storage.open()
      #expect(directory.files.filter { $0.contains(".storing") } == [])
    }
  }

  @Test func aRecordTakesOneWriteAndOneSync() throws {
    let directory = try Scenario.prepare()
    let storage = directory.owner()
    try storage.open()
    var calls: [FileCall] = []
    storage.tree.interrupt = { call in
      calls.append(call)
      return nil
    }
    try Scenario.append(storage, [0])
    let journal = "okit/data/a.json.journal"
    #expect(calls == [.write(journal), .sync(journal)])
    calls = []
    try Scenario.append(storage, [1])
    let first = "okit/data/b.json.journal"
    #expect(calls == [.create(first), .write(first), .sync(first), .sync("okit/data")])
  }

  @Test func aRecordThatDoesNotFitOnTheDiskIsRemoved() throws {
    let directory = try Scenario.prepare()
    let storage = directory.owner()
    try storage.open()
    storage.tree.writeSize = 3
    var writes = 0
    storage.tree.interrupt = { call in
      guard case .write = call else { return nil }
      writes += 1
      return writes == 2 ? FileError(code: 28) : nil
    }
    #expect(
      problem { try Scenario.append(storage, [0]) }.hasPrefix(
        "storage.write: \(directory.path)/okit/data/a.json.journal: cannot write okit/data/a.json.journal: "))
    #expect(try directory.bytes("okit/data/a.json.journal") == Array("one\ntwo\n".utf8))
    try Scenario.append(storage, [0])
    #expect(try Scenario.state(storage) == Scenario.all[0].new)
  }

  /// A store replaces the bytes that a failed one has left after the last record.
  @Test func anIncompleteRecordIsReplaced() throws {
    let directory = try Scenario.prepare()
    try directory.put("okit/data/a.json.journal", Array("one\ntwo\nincomplete, and longer than the next one".utf8))
    let storage = directory.owner()
    #expect(try Scenario.state(storage) == Scenario.old)
    try Scenario.append(storage, [0])
    #expect(try directory.bytes("okit/data/a.json.journal") == Array("one\ntwo\nnew\n".utf8))
  }

  /// A reader that is interrupted by a checkpoint reads again.
  @Test func aReaderNeverMixesTwoVersions() throws {
    let directory = try Scenario.prepare()
    let owner = directory.owner()
    try owner.open()
    let reader = directory.reader()
    var seen: Set<String> = []
    owner.tree.interrupt = { _ in
      if let text = try? Scenario.text(reader.readDocument(Scenario.paths[0])) {
        seen.insert(text)
      } else {
        Issue.record("a reader failed during a store")
      }
      return nil
    }
    for round in 0..<5 {
      try owner.write([StorageWrite(path: Scenario.paths[0], bytes: Array("d\(round)".utf8))]).wait()
      let record = StorageWrite(path: Scenario.paths[0], appending: Array("r\(round)\n".utf8), at: 0)
      try owner.write(round % 2 == 0 ? [record] : [record, Scenario.document(1)]).wait()
    }
    let expected = (0..<5).flatMap { ["d\($0)|", "d\($0)|r\($0) "] } + [Scenario.old[0]]
    #expect(seen.isSubset(of: expected), "\(seen)")
    #expect(seen.count > 5)
  }
}
