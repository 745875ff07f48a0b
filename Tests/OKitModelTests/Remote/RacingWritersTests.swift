import OKitModel
import OKitTestSupport
import Testing

/// Two writers that store at the same time, whose answers are lost or come from something else, and that are killed.
///
/// They change different properties of the same entities, so that no conflict is right.
@Suite("Racing writers")
struct RacingWritersTests {
  private final class Writer {
    let name: String
    let property: String
    let seed: UInt64
    let local = TransientStorage()
    let server: ServerInMemory
    private(set) var app: RemoteFixture
    var faults: SplitMix64
    var hasFaults = true
    private var starts: UInt64 = 0
    private var number = 0

    /// The books that it has added and not removed, and the last values that it has set.
    private(set) var titles: Set<String> = []
    private(set) var removed: Set<String> = []
    private(set) var values: [String: Int] = [:]
    private(set) var note: String?
    private(set) var motto: String?
    /// What another writer does before a request arrives.
    var meanwhile: () -> Void = {}

    init(_ name: String, _ property: String, _ server: ServerInMemory, seed: UInt64) throws {
      (self.name, self.property, self.server, self.seed) = (name, property, server, seed)
      faults = SplitMix64(seed: seed)
      app = try RemoteFixture(server, local: local, seed: seed)
      connect(app)
    }

    private func connect(_ app: RemoteFixture) {
      app.transport.isVirtual = false
      app.transport.fault = { [unowned self] _, request in
        guard hasFaults else { return nil }
        let isWrite = request.method != .get
        switch Int.random(in: 0..<16, using: &faults) {
        case 0: return .lost
        case 1, 2: return isWrite ? .cut : .lost
        case 3: return .status(503)
        case 4: return isWrite ? .status(403) : nil
        case 5, 6:
          return request.method == .put
            ? .status(204, ["etag": "\"proxy\(Int.random(in: 0..<99, using: &faults))\""]) : nil
        default: return nil
        }
      }
      app.transport.beforeArrival = { [unowned self] _ in meanwhile() }
    }

    /// Ends the process, and starts it again. What was begun to store is stored then.
    func restart() throws {
      app.transport.kill()
      starts += 1
      while true {
        do {
          app = try RemoteFixture(server, local: local, seed: seed &* 100 &+ starts) { connect($0) }
          return check()
        } catch let error as Diagnostic { check(error) }
      }
    }

    private func check() {
      for report in app.host.reports { check(report) }
      app.host.reports = []
    }

    private func check(_ report: Diagnostic) {
      // Others may be faster five times.
      guard report.code == "http.conflict", !report.message.hasPrefix("other changes were stored") else { return }
      Issue.record("writer \(name), seed \(seed), edit \(number): \(report)")
    }

    func edit(_ random: inout SplitMix64) throws {
      number += 1
      let books = app.store.entities(try app.list("books"))
      let own = books.filter { app.title($0).hasPrefix("\(name)r") }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        // The other writer changes nothing that may be removed.
        let title = "\(name)\(Bool.random(using: &random) ? "r" : "")\(number)"
        titles.insert(title)
        try app.add(title)
      case 3, 4:
        guard let book = own.randomElement(using: &random) else { return }
        let title = app.title(book)
        titles.remove(title)
        removed.insert(title)
        let index = books.firstIndex(of: book) ?? 0
        _ = try app.store.transaction { try app.store.remove(from: try app.list("books"), at: index) }
      case 5:
        let group = try #require(app.store.entities(try app.list("groups")).first)
        // Its document may not be readable now.
        guard case .entity(let content) = app.store.get(group, "group") else { return }
        note = "\(name)\(number)"
        try app.set(content, name == "a" ? "note" : "name", .string("\(name)\(number)"))
      case 6 where name == "a":
        motto = "\(number)"
        try app.set(app.shop, "motto", .string("\(number)"))
      default:
        let shared = books.filter { !app.title($0).hasPrefix(name == "a" ? "br" : "ar") }
        guard let book = shared.randomElement(using: &random) else { return }
        values[app.title(book)] = number
        try app.set(book, property, property == "stock" ? .int(number) : .double(Double(number)))
      }
    }

    /// Stores without waiting, or waits for the server.
    func store(waiting: Bool) throws {
      // An edit that is not kept here would be lost with the process.
      try app.registry.store(try app.shop)
      guard waiting else {
        app.http.pump()
        return check()
      }
      do {
        try app.registry.waitUntilStored()
        try expectStored(in: RemoteFixture(server, seed: 77), "acknowledged")
      } catch let error as Diagnostic { check(error) }
      check()
    }

    /// Checks that a reader finds everything that this writer has done, and nothing that it has taken back.
    func expectStored(in reader: RemoteFixture, _ when: String) throws {
      let comment: Comment = "\(when): writer \(name), seed \(seed), edit \(number)"
      let all = try reader.titles
      #expect(titles.isSubset(of: all), comment)
      #expect(removed.isDisjoint(with: all), comment)
      #expect(Set(all).count == all.count, comment)
      for (title, value) in values {
        guard let book = try reader.book(title) else { continue }
        #expect(
          reader.store.get(book, property) == (property == "stock" ? .int(value) : .double(Double(value))), comment)
      }
      if let motto { #expect(reader.store.get(try reader.shop, "motto") == .string(motto), comment) }
      let group = try #require(reader.store.entities(try reader.list("groups")).first)
      guard let note else { return }
      guard case .entity(let content) = reader.store.get(group, "group") else {
        Issue.record("the content of the group is missing; \(comment)")
        return
      }
      #expect(reader.store.get(content, name == "a" ? "note" : "name") == .string(note), comment)
    }
  }

  private static let seeds: ClosedRange<UInt64> = 1...(LongTests.areOn ? 300 : 8)

  @Test("lose nothing, get nothing back, and have no conflict with themselves", arguments: seeds)
  func racing(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let server = ServerInMemory()
    let creator = try RemoteFixture(server, seed: 5000)
    let group = try creator.make("GroupDefer", ["name": .string("g")])
    let (store, groups) = (creator.store, try creator.list("groups"))
    _ = try store.transaction { try store.insert(.entity(group), into: groups) }
    try creator.add("first")
    try creator.save()
    let writers = [
      try Writer("a", "stock", server, seed: seed &* 2 &+ 10_000),
      try Writer("b", "price", server, seed: seed &* 2 &+ 10_001),
    ]
    // Each edits and stores while a request of the other one is on its way.
    var isNested = false
    var inner = SplitMix64(seed: seed &+ 99)
    for (writer, other) in zip(writers, writers.reversed()) {
      writer.meanwhile = { [unowned other] in
        guard !isNested, Int.random(in: 0..<4, using: &inner) == 0 else { return }
        isNested = true
        defer { isNested = false }
        do {
          if Int.random(in: 0..<8, using: &inner) == 0 { try other.restart() }
          try other.edit(&inner)
          try other.store(waiting: true)
        } catch { Issue.record("seed \(seed): \(error)") }
      }
    }
    for _ in 1...60 {
      let writer = writers[Int.random(in: 0...1, using: &random)]
      try writer.edit(&random)
      try writer.store(waiting: Int.random(in: 0..<3, using: &random) > 0)
      if Int.random(in: 0..<6, using: &random) == 0 { try writer.restart() }
    }
    isNested = true
    for writer in writers { writer.hasFaults = false }
    for writer in writers + writers { try writer.app.save() }
    let reader = try RemoteFixture(server, seed: 77)
    for writer in writers {
      try writer.expectStored(in: reader, "at the end")
      #expect(try writer.app.pendingFiles.isEmpty, "seed \(seed)")
    }
    let expected = writers.reduce(into: Set(["first"])) { $0.formUnion($1.titles) }
    #expect(try Set(reader.titles) == expected, "seed \(seed)")
  }
}
