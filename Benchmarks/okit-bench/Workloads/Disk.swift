import CFloor
import OKitEngine
import OKitSQLite

extension Workload {
  static let disk = Workload(name: "disk", about: "durable stores: documents, and one change") {
    surroundings, report in
    let items = SameWork.items(100_000)
    let large = try SameWork.document(items)
    for (name, bytes, repeats) in [("4 KB", Array(large.prefix(4096)), 21), ("21 MB", large, 5)] {
      let folder = "\(surroundings.scratch)/disk \(name)"
      let storage = FileStorage(documents: folder)
      let value = try measure(.milliseconds, repeats: repeats, by: wallTime) {
        try storage.write([StorageWrite(path: SameWork.documentPath, bytes: bytes)]).wait()
      }
      try check(storage.read(SameWork.documentPath)?.count ?? 0, equals: bytes.count, "okit")
      let floor = try measure(.milliseconds, repeats: repeats, by: wallTime) {
        guard floor_store(folder, bytes, bytes.count) else { throw BenchError("the floor could not store") }
      }
      try report.add("disk: a document of \(name)", value, .milliseconds, peer: "C", floor)
    }
    try oneChange(surroundings, report)
    try records(surroundings, report, large, items)
    try database(surroundings, report, items)
  }

  /// Stores changes of one entity each, among few and many others.
  private static func oneChange(_ surroundings: Surroundings, _ report: Report) throws {
    let changes = 100
    var first: Double?
    for (name, count) in [("10k", 10_000), ("100k", 100_000), ("1M", 1_000_000)] {
      let documents = "\(surroundings.scratch)/disk change \(name)"
      try Files.write(try SameWork.document(SameWork.items(count)), to: "\(documents)/\(SameWork.documentPath)")
      let shop = try Shop(storage: FileStorage(documents: documents))
      try shop.load()
      let value = try measure(.milliseconds, per: changes, repeats: 5, by: wallTime) {
        for _ in 0..<changes {
          try shop.change()
          try shop.store()
        }
      }
      try check(shop.storedRecords(), equals: 6 * changes, "okit")
      let label = "disk: one change of \(name)"
      if let first { try report.add(label, value, .milliseconds, peer: "okit, 10k", first, goal: 1.5) }
      first = first ?? value
      guard count == 100_000, floor_sqlite_exists() else { continue }
      for (peer, isSynced, goal) in [("SQLite, synced", true, 1.5 as Double?), ("SQLite, not synced", false, nil)] {
        let rows = try Rows("\(surroundings.scratch)/\(peer).db", count, isSynced: isSynced)
        let floor = try measure(.milliseconds, per: changes, repeats: 5, by: wallTime) { try rows.change(changes) }
        try rows.checkSum()
        try report.add(label, value, .milliseconds, peer: peer, floor, goal: goal)
      }
    }
  }

  /// Loads a model in SQLite, and stores changes of one entity each.
  private static func database(
    _ surroundings: Surroundings, _ report: Report, _ items: [SameWork.Item]
  ) throws {
    let documents = "\(surroundings.scratch)/disk SQLite"
    let made = try Shop(databases: SQLiteDatabases(documents: documents))
    try made.load()
    try made.add(items)
    try made.store()
    let file = "\(documents)/okit/data/default.sqlite"
    let sum = items.reduce(0) { $0 + $1.price }
    let (value, floor) = try measure(.milliseconds, per: 1, repeats: 5) {
      let shop = try Shop(databases: SQLiteDatabases(documents: documents))
      try shop.load()
      try check(shop.sum(), equals: sum, "okit")
    } beside: {
      let rows = try SQLiteRows(file)
      try rows.load()
      try check(rows.sum, equals: sum, "SQLite")
    }
    try report.add("disk: load 100k rows of SQLite", value, .milliseconds, peer: "SQLite", floor, goal: 1.5)
    let changes = 100
    let change = try measure(.milliseconds, per: changes, repeats: 5, by: wallTime) {
      for _ in 0..<changes {
        try made.change()
        try made.store()
      }
    }
    let rows = try SQLiteRows(file)
    let peer = try measure(.milliseconds, per: changes, repeats: 5, by: wallTime) { try rows.change(changes) }
    try report.add("disk: one change of 100k rows of SQLite", change, .milliseconds, peer: "SQLite", peer, goal: 1.5)
  }

  /// Loads a document with a journal of 10,000 records, beside the document alone.
  private static func records(
    _ surroundings: Surroundings, _ report: Report, _ document: [UInt8], _ items: [SameWork.Item]
  ) throws {
    let storage = TransientStorage()
    try storage.write([StorageWrite(path: SameWork.documentPath, bytes: document)]).wait()
    let changed = try Shop(storage: storage)
    try changed.load()
    let count = 10_000
    for _ in 0..<count {
      try changed.change()
      try changed.store()
    }
    try check(changed.storedRecords(), equals: count, "okit")
    let (sum, documentSum) = (try changed.sum(), items.reduce(0) { $0 + $1.price })
    let (value, floor) = try measure(.milliseconds, per: 1, repeats: 5) {
      let shop = try Shop(storage: storage)
      try shop.load()
      try check(shop.sum(), equals: sum, "okit")
    } beside: {
      let shop = try Shop(document)
      try shop.load()
      try check(shop.sum(), equals: documentSum, "okit")
    }
    try report.add("disk: load with 10k records", value, .milliseconds, peer: "the document alone", floor, goal: 1.2)
  }
}

/// The entities as rows of an SQLite table.
private final class Rows {
  private let rows: OpaquePointer
  private let count: Int
  private var number = 0
  private var prices: [Int: Int] = [:]

  init(_ file: String, _ count: Int, isSynced: Bool) throws {
    guard let rows = floor_rows_open(file, Int64(count), isSynced) else { throw BenchError("SQLite has no \(file)") }
    (self.rows, self.count) = (rows, count)
  }

  deinit { floor_rows_close(rows) }

  func change(_ changes: Int) throws {
    for _ in 0..<changes {
      number += 1
      let (index, price) = (number * 7919 % count, number * 31 % 1000)
      prices[index] = price
      guard floor_rows_change(rows, Int64(index), Int64(price)) else { throw BenchError("SQLite stored nothing") }
    }
  }

  func checkSum() throws {
    let sum = (0..<count).reduce(0) { $0 + (prices[$1] ?? $1 % 1000) }
    try check(Int(floor_rows_sum(rows)), equals: sum, "SQLite")
  }
}
