import OKitTestSupport
import Testing

@testable import OKitStorage

/// An interrupted store whose staged files were damaged meanwhile.
@Suite struct StagedChecksumTests {
  private static let paths = ["okit/data/a.json", "okit/data/b.json"]

  /// Stores two documents again, and ends before a call.
  ///
  /// - Parameter isLast: Returns whether a call is the first one that is not made.
  private func interrupted(_ isLast: @escaping (FileCall) -> Bool) throws -> DocumentsDirectory {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    func write(_ byte: UInt8) -> StorageOperation {
      storage.write(Self.paths.map { StorageWrite(path: $0, bytes: [byte, byte]) })
    }
    try write(1).wait()
    var isGone = false
    storage.tree.interrupt = { call in
      isGone = isGone || isLast(call)
      return isGone ? FileError(reason: "the process is gone") : nil
    }
    #expect(problem { try write(2).wait() }.hasPrefix("storage.write: "))
    storage.close()
    return directory
  }

  private func damage(_ directory: DocumentsDirectory, after count: Int) throws {
    let staged = directory.files.filter { name in
      name.hasPrefix("okit/.storing/") && !name.contains("previous") && !name.hasSuffix(".json")
    }
    #expect(staged.count == count)
    try directory.put(try #require(staged.last), [2, 3])
  }

  @Test func theStateBeforeStaysIfNothingHasChanged() throws {
    let directory = try interrupted { if case .rename(_, Self.paths[0]) = $0 { true } else { false } }
    try damage(directory, after: 2)
    let storage = directory.owner()
    #expect(try Self.paths.map { try storage.read($0) } == [[1, 1], [1, 1]])
    #expect(directory.files.filter { $0.contains(".storing") } == [])
  }

  @Test func aStoreThatHasBegunIsAnError() throws {
    let directory = try interrupted { if case .rename(_, Self.paths[1]) = $0 { true } else { false } }
    try damage(directory, after: 1)
    let files = directory.files
    let storage = directory.owner()
    let error = #expect(throws: Diagnostic.self) { _ = try storage.read(Self.paths[0]) }
    #expect(error?.code == "storage.recovery")
    #expect(error?.message.contains("an interrupted store of okit/data/b.json cannot be completed") == true)
    #expect(error?.hint?.contains("commit.json") == true)
    #expect(directory.files.filter { $0 != "okit/.lock" } == files.filter { $0 != "okit/.lock" })
  }

  @Test func anIntactOneIsCompleted() throws {
    let directory = try interrupted { if case .rename(_, Self.paths[1]) = $0 { true } else { false } }
    let storage = directory.owner()
    #expect(try Self.paths.map { try storage.read($0) } == [[2, 2], [2, 2]])
  }
}
