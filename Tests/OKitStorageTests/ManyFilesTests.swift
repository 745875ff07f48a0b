import OKitTestSupport
import Testing

@testable import OKitStorage

/// Stores of many files, such as the documents of partials, are synced together.
@Suite struct ManyFilesTests {
  private static let paths = (0..<30).map { "okit/data/model/\($0).json" } + ["okit/data/model.json"]

  private static func write(_ generation: UInt8) -> [StorageWrite] {
    paths.map { StorageWrite(path: $0, bytes: [generation], keepsPrevious: $0.hasSuffix("model.json")) }
  }

  private func prepare() throws -> DocumentsDirectory {
    let directory = DocumentsDirectory()
    try directory.owner().write(Self.write(1)).wait()
    return directory
  }

  private func state(_ storage: FileStorage) throws -> Set<UInt8?> {
    Set(try Self.paths.map { try storage.read($0)?.first })
  }

  @Test func oneCallSyncsAllStagedFiles() throws {
    let directory = try prepare()
    let storage = directory.owner()
    try storage.open()
    var calls: [FileCall] = []
    storage.tree.interrupt = {
      calls.append($0)
      return nil
    }
    try storage.write(Self.write(2)).wait()
    #expect(try state(storage) == [2])
    let syncs = calls.filter { if case .sync = $0 { true } else { false } }
    #expect(syncs.count < 10, "\(syncs)")
    // All bytes are durable before the record, and the record before the first file is moved.
    let staged = try #require(calls.firstIndex(of: .sync("okit/.storing")))
    let created = calls.indices.filter {
      if case .create(let path) = calls[$0] { !path.hasSuffix("-commit") } else { false }
    }
    let renamed = calls.indices.filter { if case .rename = calls[$0] { true } else { false } }
    #expect(created.allSatisfy { $0 < staged } && renamed.allSatisfy { $0 > staged })
    guard let first = renamed.first, case .rename(_, "okit/.storing/commit.json") = calls[first] else {
      Issue.record("the record is not the first file that gets its name")
      return
    }
  }

  @Test func aCrashLeavesOldOrNew() throws {
    var calls = 0
    do {
      let storage = try prepare().owner()
      try storage.open()
      storage.tree.interrupt = { _ in
        calls += 1
        return nil
      }
      try storage.write(Self.write(2)).wait()
    }
    for step in stride(from: 0, to: calls, by: 7) {
      let directory = try prepare()
      var storage: FileStorage? = directory.owner()
      try storage?.open()
      var made = 0
      storage?.tree.interrupt = { _ in
        made += 1
        return made > step ? FileError(reason: "the process is gone") : nil
      }
      let failed = problem { try storage?.write(Self.write(2)).wait() }
      #expect(failed.hasPrefix("storage.write: "), "step \(step)")
      storage = nil
      let seen = try state(directory.reader())
      #expect(seen == [1] || seen == [2], "a reader at step \(step)")
      #expect(try state(directory.owner()) == seen, "step \(step)")
      #expect(directory.files.filter { $0.contains(".storing") } == [], "step \(step)")
    }
  }

  /// What waits for a server becomes files in one step when the storage is closed.
  @Test func theLogBecomesFilesTogether() throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    let paths = (0..<30).map { "okit/pending/model/\($0)" }
    for path in paths { try storage.write([StorageWrite(path: path, bytes: [7], keepsPrevious: false)]).wait() }
    var syncs = 0
    storage.tree.interrupt = { call in
      if case .sync = call { syncs += 1 }
      return nil
    }
    storage.close()
    #expect(syncs < 10)
    let next = directory.owner()
    for path in paths { #expect(try next.read(path) == [7]) }
  }

  /// A reader sees the previous version of one store, at each of its steps.
  @Test func aReaderNeverMixesPreviousVersions() throws {
    let directory = DocumentsDirectory()
    let (owner, reader) = (directory.owner(), directory.reader())
    let path = "okit/data/a.json"
    var states: [String] = []
    func text(_ document: StoredDocument?) -> String {
      document.map { String(decoding: $0.bytes + [0x7C] + $0.journal, as: UTF8.self) } ?? "none"
    }
    try owner.open()
    owner.tree.interrupt = { _ in
      do { states.append(text(try reader.readPreviousDocument(path))) } catch {
        Issue.record("a reader failed during a store: \(error)")
      }
      return nil
    }
    for round in 0..<4 {
      let other = StorageWrite(path: "okit/data/b.json", bytes: [1])
      try owner.write([StorageWrite(path: path, bytes: Array("d\(round)".utf8)), other]).wait()
      try owner.write([StorageWrite(path: path, appending: Array("r\(round)\n".utf8), at: 0)]).wait()
    }
    let expected = ["none"] + (0..<4).map { "d\($0)|r\($0)\n" }
    #expect(Set(states).isSubset(of: expected), "\(Set(states))")
    #expect(Set(states).count == 4)
  }
}
