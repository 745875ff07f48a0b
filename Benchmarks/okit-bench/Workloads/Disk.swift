import CFloor
import OKitEngine

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
    try oneChange(surroundings, report, large, items.count)
  }

  /// Stores a change of one entity out of 100,000; okit writes the whole file.
  private static func oneChange(
    _ surroundings: Surroundings, _ report: Report, _ document: [UInt8], _ count: Int
  ) throws {
    let documents = "\(surroundings.scratch)/disk change"
    try Files.write(document, to: "\(documents)/\(SameWork.documentPath)")
    let shop = try Shop(storage: FileStorage(documents: documents))
    try shop.load()
    let value = try measure(.milliseconds, repeats: 5, by: wallTime) {
      try shop.touch()
      try shop.store()
    }
    try check(shop.storedSize(), equals: document.count, "okit")
    let name = "disk: one change of 100k"
    guard floor_sqlite_exists() else { return try report.add(name, value, .milliseconds) }
    for (peer, isSynced) in [("SQLite, synced", true), ("SQLite, not synced", false)] {
      let rows = try Rows("\(surroundings.scratch)/\(peer).db", count, isSynced: isSynced)
      let changes = 100
      let floor = try measure(.milliseconds, per: changes, repeats: 5, by: wallTime) { try rows.change(changes) }
      try rows.checkSum()
      try report.add(name, value, .milliseconds, peer: peer, floor)
    }
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
