import OKitModel
import OKitTestSupport
import Testing

@Suite("Several applications with one model")
struct TwoWritersTests {
  /// What a writer has to find at the end: the entities that it has added and not removed, and the last values that it
  /// has set.
  private final class Writer {
    let app: RemoteFixture
    let name: String
    /// The properties that only this writer sets.
    let property: String
    var added: Set<String> = []
    var removed: Set<String> = []
    var values: [String: Int] = [:]

    init(_ app: RemoteFixture, _ name: String, _ property: String) {
      (self.app, self.name, self.property) = (app, name, property)
    }

    func edit(_ number: Int, _ random: inout SplitMix64) throws {
      let books = app.store.entities(try app.list("books"))
      let own = books.filter { app.title($0).hasPrefix(name) && app.title($0).hasSuffix("r") }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        // The other writer changes only what is not removed.
        let title = "\(name)\(number)\(Bool.random(using: &random) ? "r" : "")"
        added.insert(title)
        try app.add(title)
      case 4 where !own.isEmpty:
        let book = own[Int.random(in: 0..<own.count, using: &random)]
        let title = app.title(book)
        removed.insert(title)
        try app.store.transaction {
          try app.store.remove(from: try app.list("books"), at: books.firstIndex(of: book) ?? 0)
        }
      case 5 where books.count > 1:
        let index = Int.random(in: 0..<books.count, using: &random)
        guard app.title(books[index]).hasPrefix(name) else { return }
        try app.store.transaction {
          try app.store.move(try app.list("books"), from: index, to: Int.random(in: 0..<books.count, using: &random))
        }
      default:
        guard !books.isEmpty else { return }
        let book = books[Int.random(in: 0..<books.count, using: &random)]
        let title = app.title(book)
        guard title.hasPrefix(name) || !title.hasSuffix("r") else { return }
        values[title] = number
        try app.set(book, property, property == "stock" ? .int(number) : .double(Double(number)))
      }
    }
  }

  @Test("loses none of 1,000 changes by two writers", arguments: 1...UInt64(LongTests.areOn ? 30 : 1))
  func twoWriters(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let server = ServerInMemory()
    let first = try RemoteFixture(server, seed: seed &* 2)
    try first.save()
    let writers = [
      Writer(first, "a", "stock"), Writer(try RemoteFixture(server, seed: seed &* 2 + 1), "b", "price"),
    ]
    for writer in writers {
      var faults = SplitMix64(seed: seed &* 7)
      writer.app.transport.fault = { _, request in
        switch Int.random(in: 0..<12, using: &faults) {
        case 0: .lost
        case 1: .cut
        case 2: .status(503)
        case 3 where request.method != .get: .wrongTag
        default: nil
        }
      }
    }
    for number in 1...1000 {
      let writer = writers[Int.random(in: 0...1, using: &random)]
      try writer.edit(number, &random)
      guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
      do { try writer.app.save() } catch let diagnostic as Diagnostic where diagnostic.code != "http.conflict" {
        // It is sent with the next store.
      }
    }
    for writer in writers + writers {
      writer.app.transport.fault = { _, _ in nil }
      try writer.app.save()
      try writer.app.registry.sync()
    }
    try writers[0].app.registry.sync()
    #expect(try writers[0].app.snapshot == writers[1].app.snapshot, "seed \(seed)")
    let titles = Set(try first.titles)
    for writer in writers {
      #expect(writer.added.subtracting(writer.removed).isSubset(of: titles), "seed \(seed): lost")
      #expect(titles.isDisjoint(with: writer.removed), "seed \(seed): came back")
      for (title, number) in writer.values {
        guard let book = try first.book(title) else { continue }
        let value: Value = writer.property == "stock" ? .int(number) : .double(Double(number))
        #expect(first.store.get(book, writer.property) == value, "seed \(seed): \(title)")
      }
    }
  }
}
