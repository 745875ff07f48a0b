import OKitEncryption
import OKitEngine
import OKitTestSupport
import OKitTesting
import Testing

/// Stores everything as the content of one encrypted model.
private final class EverythingEncrypted: DocumentStorage {
  let storage: EncryptedStorage

  init(_ storage: EncryptedStorage) throws {
    self.storage = storage
    try storage.open()
  }

  func location(of path: String) -> String { storage.location(of: path) }
  func read(_ path: String) throws -> [UInt8]? { try storage.read(path) }
  func contains(_ path: String) throws -> Bool { try storage.contains(path) }
  func noteRead(_ path: String) { storage.noteRead(path) }
  func edit(of path: String) throws -> DocumentEdit? { try storage.edit(of: path) }
  func readDocument(_ path: String) throws -> StoredDocument? { try storage.readDocument(path) }
  func readPreviousDocument(_ path: String) throws -> StoredDocument? { try storage.readPreviousDocument(path) }
  func delete(_ paths: [String]) -> StorageOperation { storage.delete(paths) }
  func restorePrevious(_ path: String) -> StorageOperation { storage.restorePrevious(path) }
  func list(_ folder: String) throws -> [String] { try storage.list(folder).filter { !$0.hasPrefix("okit/keys/") } }
  func write(_ writes: [StorageWrite]) -> StorageOperation {
    storage.write(writes.map { $0.with(.encrypted("m"), keepsPrevious: $0.keepsPrevious) })
  }
}

private let path = "okit/data/m.json"

private func document(_ text: String, _ journal: String = "", _ path: String = path) -> StorageWrite {
  StorageWrite(path: path, bytes: Array(text.utf8), journal: Array(journal.utf8)).with(.encrypted("m"))
}

private func record(_ text: String, at offset: Int) -> StorageWrite {
  StorageWrite(path: path, appending: Array(text.utf8), at: offset).with(.encrypted("m"))
}

private func text(_ document: StoredDocument?) -> String {
  document.map { String(decoding: $0.bytes + Array("|".utf8) + $0.journal, as: UTF8.self) } ?? "none"
}

@Suite struct EncryptedStorageTests {
  @Test(arguments: StorageConformance.all, ContentAlgorithm.allCases)
  func encryptedFilesConform(_ example: StorageConformance.Case, _ algorithm: ContentAlgorithm) throws {
    let folder = try EncryptedFolder()
    try example.run(try EverythingEncrypted(folder.storage(folder.files(), algorithm)))
    #expect(folder.names.filter { $0.contains(".storing") } == [])
  }

  @Test(arguments: StorageConformance.all)
  func encryptedMemoryConforms(_ example: StorageConformance.Case) throws {
    let store = SecureStore(documents: nil)
    try example.run(try EverythingEncrypted(EncryptedStorage(TransientStorage(), store)))
  }

  @Test(arguments: StorageConformance.all)
  func plainFilesConform(_ example: StorageConformance.Case) throws {
    let folder = try EncryptedFolder()
    try example.run(folder.storage(folder.files()))
    #expect(!folder.exists("okit/keys"), "a storage without encrypted models has no keys")
  }

  @Test(arguments: StorageConformance.all)
  func encryptedBufferedStorageConforms(_ example: StorageConformance.Case) throws {
    let base = TransientStorage()
    let buffered = BufferedStorage(base)
    let storage = EncryptedStorage(buffered, SecureStore(documents: nil))
    try example.run(try EverythingEncrypted(storage))
    let shown = try ["d", "okit/data"].flatMap { try storage.list($0) }.map { text(try storage.readDocument($0)) }
    try buffered.commit()
    let after = try ["d", "okit/data"].flatMap { try storage.list($0) }.map { text(try storage.readDocument($0)) }
    #expect(after == shown)
  }

  // MARK: Contents

  @Test func storesOnlyContainers() throws {
    let folder = try EncryptedFolder()
    let storage = try folder.open()
    try storage.write([document("plain text 1")]).wait()
    try storage.write([document("plain text 2", "record one\n")]).wait()
    try storage.write([record("record two\n", at: 11)]).wait()
    #expect(text(try storage.readDocument(path)) == "plain text 2|record one\nrecord two\n")
    #expect(text(try storage.readPreviousDocument(path)) == "plain text 1|")
    #expect(
      folder.names == [
        "okit/.lock", "okit/data/.previous/m.json", "okit/data/m.json", "okit/data/m.json.journal",
        "okit/keys/default.key", "okit/keys/keys.json",
      ])
    for secret in ["plain text", "record one", "record two"] { #expect(try folder.files(with: secret) == []) }
    for name in folder.names { #expect(try folder.mode(name) == 0o600, "\(name)") }
    #expect(EncryptedContent.isContainer(try folder.bytes(path)))
  }

  @Test func anotherProcessReadsWhatWasStored() throws {
    let folder = try EncryptedFolder()
    try folder.open().write([document("a"), document("b", "", "okit/data/n.json")]).wait()
    try folder.open().write([record("one\n", at: 0)]).wait()
    let storage = try folder.open()
    #expect(text(try storage.readDocument(path)) == "a|one\n")
    try storage.write([record("two\n", at: 4)]).wait()
    try storage.write([record("three\n", at: 8)]).wait()
    #expect(text(try folder.open(folder.files(.reader)).readDocument(path)) == "a|one\ntwo\nthree\n")
    #expect(try folder.open(folder.files(.reader)).read("okit/data/n.json") == Array("b".utf8))
  }

  @Test func anIncompleteRecordIsReplaced() throws {
    let folder = try EncryptedFolder()
    try folder.open().write([document("a", "one\n")]).wait()
    let whole = try folder.bytes("\(path).journal")
    try folder.open().write([record("two\n", at: 4)]).wait()
    let longer = try folder.bytes("\(path).journal")
    for count in whole.count..<longer.count - 1 {
      try folder.put("\(path).journal", Array(longer[..<count]))
      #expect(text(try folder.open().readDocument(path)) == "a|one\n", "\(count) bytes")
    }
    // A block that was not written before a power cut.
    var zeros = longer
    for index in whole.count + 20..<longer.count - 1 { zeros[index] = 0 }
    try folder.put("\(path).journal", zeros)
    let storage = try folder.open()
    #expect(text(try storage.readDocument(path)) == "a|one\n")
    try storage.write([record("three\n", at: 4)]).wait()
    #expect(text(try folder.open(folder.files(.reader)).readDocument(path)) == "a|one\nthree\n")
    // Something else is in the place of the new line.
    try folder.put("\(path).journal", Array(longer.dropLast()) + [0x0B])
    #expect(
      problem { _ = try folder.open(folder.files(.reader)).readDocument(path) }
        == """
        storage.journal: \(folder.path)/\(path).journal:2: record 2 of the encrypted journal is damaged: it does not \
        end with a new line
        """)
  }

  /// Each flip of a bit of the journal is detected.
  @Test func everyChangedByteOfAJournalIsDetected() throws {
    let folder = try EncryptedFolder()
    try folder.open().write([document("a", "one\n")]).wait()
    try folder.open().write([record("two\n", at: 4)]).wait()
    let journal = try folder.bytes("\(path).journal")
    let lines = journal.split(separator: 0x0A).map { Array($0) + [0x0A] }
    let storage = try folder.open()
    for index in journal.indices {
      for bit in 0..<8 as Range<UInt8> {
        var changed = journal
        changed[index] ^= 1 << bit
        // Only a zero looks like a block that was not written, and only in the last line.
        if changed[index] == 0, index >= lines[0].count { continue }
        try folder.put("\(path).journal", changed)
        let found = problem { _ = try storage.readDocument(path) }
        #expect(found.hasPrefix("storage.journal: "), "byte \(index), bit \(bit): \(found)")
      }
    }
    for other in [[lines[1], lines[0]], [lines[1]], [lines[0], lines[0]], [Array("plain\n".utf8)]] {
      try folder.put("\(path).journal", other.flatMap(\.self))
      #expect(problem { _ = try storage.readDocument(path) }.hasPrefix("storage.journal: "))
    }
  }

  @Test func filesCannotBeSwapped() throws {
    let folder = try EncryptedFolder()
    let other = "okit/data/n.json"
    try folder.open().write([document("a", "one\n"), document("b", "two\n", other)]).wait()
    let (first, second) = (try folder.bytes(path), try folder.bytes(other))
    let (journal, otherJournal) = (try folder.bytes("\(path).journal"), try folder.bytes("\(other).journal"))
    try folder.put(path, second)
    #expect(
      problem { _ = try folder.open().readDocument(path) }
        == """
        storage.damaged: \(folder.path)/\(path): segment 1 of 1 is not authentic: it was changed or cut off, or \
        belongs to another file
        """)
    try folder.put(path, first)
    try folder.put("\(path).journal", otherJournal)
    #expect(problem { _ = try folder.open().readDocument(path) }.hasPrefix("storage.journal: "))
    try folder.put("\(path).journal", journal)
    #expect(text(try folder.open().readDocument(path)) == "a|one\n")
  }

  @Test func aPlainFileOfAnEncryptedModelIsAForgery() throws {
    let folder = try EncryptedFolder()
    try folder.open().write([document("a")]).wait()
    try folder.put(path, Array("{}".utf8))
    let opened = try folder.open()
    let storage = EncryptedStorage(opened.base, opened.encryption) { _ in "m" }
    let forged =
      "storage.plain: \(folder.path)/\(path): the file is not encrypted, although the model \"m\" was stored encrypted"
    #expect(problem { _ = try storage.readDocument(path) } == forged)
    #expect(problem { _ = try storage.read(path) } == forged)
    let other = EncryptedStorage(opened.base, opened.encryption) { _ in "other" }
    #expect(try other.read(path) == Array("{}".utf8))
  }

  // MARK: Switching

  @Test func switchingRemovesTheOtherForm() throws {
    let folder = try EncryptedFolder()
    let plain = folder.files()
    for text in ["secret 1", "secret 2"] {
      try plain.write([StorageWrite(path: path, bytes: Array(text.utf8), journal: Array("secret record\n".utf8))])
        .wait()
    }
    plain.close()
    #expect(try folder.files(with: "secret").count == 4)
    let storage = try folder.open()
    try storage.write([document("secret 3").with(.encrypted("m"), keepsPrevious: false)]).wait()
    #expect(try folder.files(with: "secret") == [])
    #expect(folder.names.filter { $0.hasPrefix("okit/data") } == [path])
    #expect(storage.encryption.encryptedModels == ["m"])

    try storage.write([document("secret 4")]).wait()
    try storage.write([
      StorageWrite(path: path, bytes: Array("secret 5".utf8)).with(.plain("m"), keepsPrevious: false)
    ]).wait()
    #expect(folder.names.filter { $0.hasPrefix("okit/data") } == [path])
    #expect(try folder.bytes(path) == Array("secret 5".utf8))
    #expect(try folder.open(folder.files(.reader)).encryption.encryptedModels == [])
  }

  // MARK: Closing

  @Test func nothingIsReadOrWrittenWhileClosed() throws {
    let folder = try EncryptedFolder()
    let storage = try folder.open()
    try storage.write([document("a", "one\n")]).wait()
    storage.close()
    #expect(!storage.encryption.isOpen)
    #expect(try storage.encryption.isInitialized(in: storage.base))
    let closed = "storage.closed: \(folder.path)/\(path): the secure store is closed"
    #expect(problem { _ = try storage.readDocument(path) }.hasPrefix(closed))
    #expect(problem { _ = try storage.read(path) }.hasPrefix(closed))
    #expect(problem { try storage.write([document("b")]).wait() }.hasPrefix("storage.closed: "))
    #expect(problem { try storage.write([record("two\n", at: 4)]).wait() }.hasPrefix("storage.closed: "))
    try storage.write([StorageWrite(path: "okit/data/plain.json", bytes: [1])]).wait()
    try storage.open()
    #expect(text(try storage.readDocument(path)) == "a|one\n")
    #expect(try storage.read("okit/data/plain.json") == [1])
  }
}
