import Foundation
import OKitTestSupport
import Testing

@testable import OKitStorage

/// A journal that several records are appended to stays open, with space after its records.
@Suite struct OpenJournalTests {
  private static let path = "okit/data/a.json"
  private static let journal = path + ".journal"

  private let directory = DocumentsDirectory()
  private let storage: FileStorage

  init() throws {
    storage = directory.owner()
    try storage.write([StorageWrite(path: Self.path, bytes: Array("a".utf8))]).wait()
  }

  /// The records of the first appends.
  private static func records(_ count: Int) -> [UInt8] { Array((0..<count).map { "record \($0)\n" }.joined().utf8) }

  private func append(_ number: Int) throws {
    let record = StorageWrite(
      path: Self.path, appending: Array("record \(number)\n".utf8), at: Self.records(number).count)
    try storage.write([record]).wait()
  }

  private func append(_ numbers: Range<Int>) throws { for number in numbers { try append(number) } }

  private func file() throws -> [UInt8] { try directory.bytes(Self.journal) }

  @Test func spaceIsWrittenBeforeTheRecords() throws {
    try append(0..<2)
    #expect(try file() == Self.records(2))
    try append(2..<3)
    let size = try file().count
    #expect(size > 8000)
    var calls: [FileCall] = []
    storage.tree.interrupt = { call in
      calls.append(call)
      return nil
    }
    try append(3..<6)
    #expect(calls == Array(repeating: [.write(Self.journal), .sync(Self.journal)], count: 3).flatMap(\.self))
    #expect(try file().count == size)
    #expect(try file() == Self.records(6) + Array(repeating: 0, count: size - Self.records(6).count))
    storage.close()
    #expect(try file() == Self.records(6))
  }

  @Test func readersDoNotSeeTheSpace() throws {
    _ = try storage.readDocument(Self.path)
    storage.noteRead(Self.path)
    try append(0..<4)
    for reader in [storage, directory.reader()] {
      #expect(try reader.readDocument(Self.path)?.journal == Self.records(4))
      #expect(try reader.map(Self.path)?.journal == Self.records(4))
    }
    #expect(try storage.edit(of: Self.path) == nil)
    storage.close()
    #expect(try storage.edit(of: Self.path) == nil)
    try append(4)
    #expect(try file() == Self.records(5))
  }

  /// A process that dies leaves the space.
  @Test func theNextOwnerReplacesTheSpace() throws {
    try append(0..<4)
    let left = try file()
    storage.close()
    try directory.put(Self.journal, left)
    let next = directory.owner()
    #expect(try next.readDocument(Self.path)?.journal == Self.records(4))
    let record = StorageWrite(path: Self.path, appending: Array("record 4\n".utf8), at: Self.records(4).count)
    try next.write([record]).wait()
    #expect(try file() == Self.records(5))
  }

  /// What okit itself does to a journal is no change of another program, also after an incomplete record.
  @Test func anotherJournalTakesTheSpace() throws {
    try directory.put(Self.journal, Self.records(2) + Array("reco".utf8))
    _ = try storage.readDocument(Self.path)
    storage.noteRead(Self.path)
    try append(2..<6)
    #expect(try file().count > 8000)
    let other = StorageWrite(path: "okit/data/b.json", bytes: Array("b".utf8))
    try storage.write([other]).wait()
    let record = StorageWrite(path: other.path, appending: Array("record\n".utf8), at: 0)
    try storage.write([record]).wait()
    #expect(try file() == Self.records(6))
    #expect(try storage.edit(of: Self.path) == nil)
  }

  @Test func aCheckpointKeepsTheRecordsAlone() throws {
    try append(0..<4)
    try storage.write([StorageWrite(path: Self.path, bytes: Array("b".utf8))]).wait()
    #expect(try directory.bytes("okit/data/.previous/a.json.journal") == Self.records(4))
    #expect(try storage.readDocument(Self.path)?.journal == [])
    try append(0)
    #expect(try file() == Self.records(1))
  }

  @Test func aRecordThatIsNotWrittenLeavesTheOthers() throws {
    try append(0..<4)
    storage.tree.writeSize = 3
    var writes = 0
    storage.tree.interrupt = { call in
      guard case .write = call else { return nil }
      writes += 1
      return writes == 2 ? FileError(code: 28) : nil
    }
    #expect(throws: Diagnostic.self) { try append(4) }
    #expect(try file() == Self.records(4))
    try append(4..<6)
    #expect(try storage.readDocument(Self.path)?.journal == Self.records(6))
  }

  /// What another program has done to the journal is never taken for the open one.
  @Test func aChangedJournalIsNotAppendedTo() throws {
    try append(0..<4)
    try directory.put(Self.journal, Self.records(2))
    let failure = #expect(throws: Diagnostic.self) { try append(4) }
    #expect(failure?.code == "storage.journal")
    #expect(try file() == Self.records(2))
  }

  /// The time of a journal with space is not looked at after each record, but before the next one.
  @Test(arguments: [false, true]) func aChangeThatKeepsTheSizeIsNoticed(_ isSame: Bool) throws {
    _ = try storage.readDocument(Self.path)
    storage.noteRead(Self.path)
    for number in 0..<4 {
      try append(number)
      #expect(try storage.edit(of: Self.path) == nil)
    }
    // Two writes within one tick of the clock may have the same time.
    let tick = FileClock.tick
    while FileClock.tick == tick {}
    var bytes = try file()
    if !isSame { bytes[3] ^= 1 }
    try directory.put(Self.journal, bytes)
    #expect(try storage.edit(of: Self.path) == (isSame ? nil : .journal))
  }

  /// What puts an earlier version of a journal back may give it its time, too.
  @Test func aChangeWithAnEarlierTimeIsNoticed() throws {
    _ = try storage.readDocument(Self.path)
    storage.noteRead(Self.path)
    try append(0..<6)
    try directory.put(
      Self.journal, Self.records(5) + Array(repeating: 0, count: try file().count - Self.records(5).count))
    let past = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)]
    try FileManager.default.setAttributes(past, ofItemAtPath: directory.path + "/" + Self.journal)
    let tick = FileClock.tick
    while FileClock.tick == tick {}
    #expect(try storage.edit(of: Self.path) == .journal)
  }

  /// A store looks once at a document and its journal. What it does then is not done to what it has seen.
  @Test func whatWasSeenIsForgotten() throws {
    _ = try storage.readDocument(Self.path)
    storage.noteRead(Self.path)
    try append(0..<4)
    #expect(try storage.edit(of: Self.path) == nil)
    #expect(try storage.contains(Self.path))
    try storage.delete([Self.path]).wait()
    #expect(try !storage.contains(Self.path))
    let failure = #expect(throws: Diagnostic.self) { try append(4) }
    #expect(failure?.code == "storage.journal")
  }
}
