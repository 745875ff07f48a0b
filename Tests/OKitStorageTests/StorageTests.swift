import Foundation
import OKitTestSupport
import OKitTesting
import Testing

@testable import OKitStorage

@Suite struct StorageTests {
  @Test(arguments: StorageConformance.all)
  func transientStorageConforms(_ example: StorageConformance.Case) throws {
    try example.run(TransientStorage())
  }

  @Test(arguments: StorageConformance.all)
  func lazyStorageConforms(_ example: StorageConformance.Case) throws {
    try example.run(LazyStorage(root: "docs") { TransientStorage() })
  }

  /// The content that it shows before a commit is the content that the commit stores.
  @Test(arguments: StorageConformance.all)
  func bufferedStorageConforms(_ example: StorageConformance.Case) throws {
    let base = TransientStorage()
    let storage = BufferedStorage(base)
    try example.run(storage)
    let folders = ["d", "okit"]
    let shown = try folders.flatMap { try storage.list($0) }.map { [Array($0.utf8), try storage.read($0)] }
    #expect(try folders.flatMap { try base.list($0) }.isEmpty)
    try storage.commit()
    #expect(try folders.flatMap { try base.list($0) }.map { [Array($0.utf8), try base.read($0)] } == shown)
  }

  @Test(arguments: StorageConformance.all)
  func committedBufferedStorageConforms(_ example: StorageConformance.Case) throws {
    let storage = BufferedStorage(TransientStorage())
    try storage.commit()
    try example.run(storage)
  }

  /// What is held back is not known to be missing, also not its folder.
  @Test func anEmptyStorageIsKnownToLackEverything() throws {
    let base = TransientStorage()
    let storage = BufferedStorage(base)
    #expect(storage.isKnownToLack("okit"))
    try storage.write([StorageWrite(path: "okit/data/a.json", bytes: [0x7B, 0x7D])]).check()
    #expect(!storage.isKnownToLack("okit"))
    #expect(base.isKnownToLack("okit"))
    try storage.commit()
    #expect(!base.isKnownToLack("okit"))
  }

  /// The storage of the tests below that takes its time.
  @Test(arguments: StorageConformance.all)
  func delayedStorageConforms(_ example: StorageConformance.Case) throws {
    try example.run(DelayedStorage())
  }

  @Test(arguments: StorageConformance.all)
  func fileStorageConforms(_ example: StorageConformance.Case) throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    try example.run(storage)
    // A store leaves nothing of what it needs meanwhile.
    #expect(directory.files.filter { $0.contains(".storing") } == [])
  }

  @Test func keepsFilesPrivateAndTidy() throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    for byte in [1, 2] as [UInt8] { try storage.write([StorageWrite(path: "okit/data/a.json", bytes: [byte])]).wait() }
    #expect(directory.files == ["okit/.lock", "okit/data/.previous/a.json", "okit/data/a.json"])
    for file in directory.files { #expect(try directory.mode(file) == 0o600) }
    for folder in ["", "okit", "okit/data", "okit/data/.previous"] { #expect(try directory.mode(folder) == 0o700) }
  }

  @Test func survivesReopening() throws {
    let directory = DocumentsDirectory()
    try directory.owner().write([StorageWrite(path: "okit/data/a.json", bytes: [1])]).wait()
    let storage = directory.owner()
    #expect(try storage.read("okit/data/a.json") == [1])
    try storage.write([StorageWrite(path: "okit/data/a.json", bytes: [2])]).wait()
    #expect(try directory.reader().readPrevious("okit/data/a.json") == [1])
  }

  @Test func writesBytesInPieces() throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    storage.tree.writeSize = 3
    let bytes = Array(0..<100 as Range<UInt8>)
    try storage.write([StorageWrite(path: "a", bytes: bytes)]).wait()
    #expect(try storage.read("a") == bytes)
  }

  // MARK: Owners and readers

  @Test func makesNothingBeforeItIsUsed() throws {
    let directory = DocumentsDirectory()
    let owner = directory.owner()
    let reader = directory.reader()
    #expect(try reader.read("okit/data/a.json") == nil)
    #expect(try reader.readPrevious("okit/data/a.json") == nil)
    #expect(try reader.list("okit") == [])
    #expect(!directory.exists)
    #expect(try owner.read("okit/data/a.json") == nil)
    #expect(directory.files == ["okit/.lock"])
  }

  @Test func hasOneOwner() throws {
    let directory = DocumentsDirectory()
    let first = directory.owner()
    let second = directory.owner()
    try first.write([StorageWrite(path: "a", bytes: [1])]).wait()
    for use in [{ _ = try second.read("a") }, { try second.write([StorageWrite(path: "a", bytes: [2])]).wait() }] {
      let error = try #require(throws: Diagnostic.self) { try use() }
      #expect(error.code == "storage.locked")
      let process = ProcessInfo.processInfo.processIdentifier
      #expect(error.message == "the documents directory \(directory.path) is in use by this process (\(process))")
    }
    #expect(try directory.reader().read("a") == [1])
    first.close()
    #expect(try second.read("a") == [1])
    #expect(problem { try first.open() }.hasPrefix("storage.locked: "))
  }

  @Test func namesTheProcessThatOwnsTheDirectory() throws {
    let directory = DocumentsDirectory()
    var owner: FileStorage? = directory.owner()
    try owner?.open()
    // The lock is what counts; the text is what its holder wrote.
    for (text, holder) in [("4000000 okit-run\n", "okit-run (process 4000000)"), ("", "another process")] {
      let handle = try #require(FileHandle(forWritingAtPath: directory.path + "/okit/.lock"))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
      let error = try #require(throws: Diagnostic.self) { try directory.owner().open() }
      #expect(error.message == "the documents directory \(directory.path) is in use by \(holder)")
    }
    owner = nil
    try directory.owner().open()
  }

  @Test func isLockedAgainstOtherProcesses() throws {
    let directory = DocumentsDirectory()
    try directory.owner().open()
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/bin/sh")
    other.arguments = ["-c", "exec 9<>\"$1\"; flock 9; echo locked; read line", "sh", directory.path + "/okit/.lock"]
    let (input, output) = (Pipe(), Pipe())
    other.standardInput = input
    other.standardOutput = output
    try other.run()
    #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
    let error = try #require(throws: Diagnostic.self) { try directory.owner().open() }
    #expect(error.code == "storage.locked")
    try input.fileHandleForWriting.close()
    other.waitUntilExit()
    try directory.owner().open()
  }

  @Test func readersDoNotWrite() throws {
    let directory = DocumentsDirectory()
    let owner = directory.owner()
    for byte in [1, 2] as [UInt8] { try owner.write([StorageWrite(path: "a", bytes: [byte])]).wait() }
    let reader = directory.reader()
    let writes: [() throws -> Void] = [
      { try reader.write([StorageWrite(path: "a", bytes: [3])]).wait() }, { try reader.delete(["a"]).wait() },
      { try reader.restorePrevious("a").wait() },
    ]
    for write in writes {
      let error = try #require(throws: Diagnostic.self) { try write() }
      #expect(error.code == "storage.readOnly")
      #expect(error.message == "the documents directory \(directory.path) was opened for reading only")
    }
    #expect(try reader.read("a") == [2])
  }

  // MARK: What is in the way

  @Test func followsNoLinks() throws {
    let outside = DocumentsDirectory()
    try outside.put("secret/a.json", [42])
    let directory = DocumentsDirectory()
    try directory.put("okit/keep", [])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: directory.path + "/okit/data", withDestinationPath: outside.path + "/secret")
    try manager.createSymbolicLink(
      atPath: directory.path + "/okit/a.json", withDestinationPath: outside.path + "/secret/a.json")
    let storage = directory.owner()
    let cases: [(String, String)] = [
      ("okit/data/a.json", "okit/data is a symbolic link, which is not followed"),
      ("okit/a.json", "it is a symbolic link, which is not followed"),
    ]
    for (path, reason) in cases {
      let read = try #require(throws: Diagnostic.self) { try storage.read(path) }
      #expect(read.code == "storage.read" && read.message == "cannot read \(path): \(reason)")
      let write = try #require(throws: Diagnostic.self) {
        try storage.write([StorageWrite(path: path, bytes: [])]).wait()
      }
      #expect(write.code == "storage.write" && write.message == "cannot write \(path): \(reason)")
    }
    #expect(try storage.list("okit") == ["okit/keep"])
    #expect(outside.files == ["secret/a.json"])
  }

  /// The folders of a path stay open, but a store goes where the path leads now.
  @Test func noticesThatFoldersWereReplaced() throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    let path = "okit/data/a.json"
    let (folder, moved) = (directory.path + "/okit/data", directory.path + "/moved")
    func store(_ byte: UInt8) throws { try storage.write([StorageWrite(path: path, bytes: [byte])]).wait() }
    let manager = FileManager.default
    try store(1)
    try manager.moveItem(atPath: folder, toPath: moved)
    #expect(try storage.read(path) == nil)
    try store(2)
    #expect(try storage.read(path) == [2])
    #expect(try storage.read("moved/a.json") == [1])
    for _ in 0..<2 { #expect(try storage.list("okit/data") == [path]) }
    try manager.removeItem(atPath: folder)
    try manager.createSymbolicLink(atPath: folder, withDestinationPath: moved)
    let error = try #require(throws: Diagnostic.self) { try store(3) }
    #expect(error.message == "cannot write \(path): okit/data is a symbolic link, which is not followed")
    try manager.removeItem(atPath: directory.path)
    #expect(try storage.read(path) == nil)
    try store(4)
    #expect(try storage.read(path) == [4])
    #expect(directory.files == [path])
  }

  @Test func saysWhatIsInTheWay() throws {
    let directory = DocumentsDirectory()
    try directory.put("file", [1])
    try directory.put("folder/a", [1])
    let storage = directory.owner()
    let cases: [(String, String)] = [
      ("file/a", "file is not a folder"), ("folder", "it is a directory"),
      (String(repeating: "x", count: 300), "File name too long"),
    ]
    for (path, reason) in cases {
      let read = try #require(throws: Diagnostic.self) { try storage.read(path) }
      #expect(read.message == "cannot read \(path): \(reason)")
      let write = try #require(throws: Diagnostic.self) {
        try storage.write([StorageWrite(path: path, bytes: [])]).wait()
      }
      #expect(write.message == "cannot write \(path): \(reason)")
      #expect(write.place?.file == "\(directory.path)/\(path)")
    }
    let inFile = FileStorage(documents: directory.path + "/file")
    let error = try #require(throws: Diagnostic.self) { try inFile.read("a") }
    #expect(error.code == "storage.write")
    #expect(error.message == "cannot use the documents directory \(directory.path)/file: Not a directory")
    #expect(directory.files == ["file", "folder/a", "okit/.lock"])
  }

  @Test func refusesADamagedCommitRecord() throws {
    let directory = DocumentsDirectory()
    try directory.put("okit/.storing/commit.json", Array("{\"documents\":[{}]}".utf8))
    let error = try #require(throws: Diagnostic.self) { try directory.owner().open() }
    #expect(error.code == "storage.recovery")
    #expect(
      error.message == "the record of an interrupted store is damaged: expected \"path\"")
    #expect(directory.files == ["okit/.lock", "okit/.storing/commit.json"])
  }
}
