import Foundation
import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// A crash or a power failure during a store: the log of SQLite ends anywhere, or its last part is damaged.
@Suite struct RowCrashTests {
  private struct States {
    var database: Data
    /// The log after the store.
    var log: Data
    /// The length of the log before the store.
    var start: Int
    var old: JSONValue
    var new: JSONValue
  }

  private static let file = "okit/data/default.sqlite"

  private func states() throws -> States {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
    let (old, start) = (rows.snapshot, try data(Self.file + "-wal").count)
    try rows.store.transaction {
      for number in 0..<40 {
        try rows.fixture.add(
          "Book", ["id": .string("n\(number)"), "title": .string(String(repeating: "x", count: 200))], to: "books")
      }
      try rows.store.set(try rows.entity("a"), "title", .string("changed"))
      try rows.store.remove(from: try rows.fixture.list("books"), at: 1)
    }
    try rows.registry.storeState()
    return States(
      database: try data(Self.file), log: try data(Self.file + "-wal"), start: start, old: old, new: rows.snapshot)
  }

  private func snapshot(_ database: Data, _ log: Data) throws -> JSONValue {
    let folder = try TestFolder()
    try folder.write(database, to: Self.file)
    try folder.write(log, to: Self.file + "-wal")
    let databases = SQLiteDatabases(documents: folder.path)
    let snapshot = try ModelFixture(seed: 3, databases: databases).snapshot.withoutReferenceIDs
    #expect(try databases.open(Self.file).problems() == [])
    return snapshot
  }

  @Test func aCutLogIsTheOldOrTheNewState() throws {
    let states = try states()
    #expect(states.log.count > states.start + 4096)
    var found: [Bool] = []
    for length in stride(from: states.start, to: states.log.count, by: 499) {
      let snapshot = try snapshot(states.database, states.log.prefix(length))
      #expect(snapshot == states.old || snapshot == states.new, "cut at \(length)")
      found.append(snapshot == states.new)
    }
    #expect(found.first == false)
    #expect(!zip(found, found.dropFirst()).contains { $0 && !$1 })
    #expect(try snapshot(states.database, states.log) == states.new)
  }

  @Test func aDamagedEndOfTheLogIsTheOldState() throws {
    let states = try states()
    for offset in stride(from: states.start + 30, to: states.log.count, by: 1201) {
      var log = states.log
      log[offset] ^= 0x10
      #expect(try snapshot(states.database, log) == states.old, "damaged at \(offset)")
    }
  }
}
