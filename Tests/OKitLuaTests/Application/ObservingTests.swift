import OKitLua
import Testing

/// Observing by a program: what it sees is committed.
@Suite struct ObservingTests {
  @Test func `a mistyped observer throws at once`() throws {
    let app = try Shop().app
    let wrong: [() throws -> Void] = [
      { _ = try app.observe("sold", as: String.self) { _ in } },
      { _ = try app.observe("books", as: Int.self) { _ in } },
      { _ = try app.observe("books/name", as: [Int].self) { _ in } },
      { _ = try app.observe("note", as: Int?.self) { _ in } },
      { _ = try app.observe("price", as: Int.self) { _ in } }, { _ = try app.values("sold", as: Bool.self) },
      { _ = try app.observe("books[7]/stock", as: String?.self) { _ in } },
    ]
    for (index, body) in wrong.enumerated() {
      #expect(try #require(throws: Diagnostic.self) { try body() }.code == .luaValue, "\(index)")
    }
    #expect(
      try #require(throws: Diagnostic.self) { _ = try app.observe("naem", as: Int.self) { _ in } }.code
        == .bindingUnknownName)
    // No turn that changes the values is rolled back.
    try app.set("sold", to: 2)
    try app.set("note", to: "x")
  }

  @Test func `what fits is accepted`() throws {
    let app = try Shop().app
    var seen: [String] = []
    let observations = [
      try app.observe("sold", as: Double.self) { seen.append("\($0)") },
      try app.observe("price", as: Double?.self) { seen.append("\($0 ?? 0)") },
      try app.observe("books/name", as: [String].self) { seen.append("\($0)") },
      try app.observe("books/count", as: Int.self) { seen.append("\($0)") },
      try app.observe("note", as: String?.self) { seen.append($0 ?? "none") },
      try app.observe("sold,price", as: Value.self) { _ in seen.append("all") },
    ]
    try app.set("sold", to: 1)
    try app.set("note", to: "new")
    _ = try app.evaluate("okit.Model.get().books:add { name = 'Ulysses' }")
    #expect(seen == ["1.0", "all", "new", "[\"Dune\", \"Emma\", \"Ulysses\"]", "3"])
    #expect(observations.count == 6)
  }

  @Test func `a handler sees what is committed, and cannot roll it back`() throws {
    let app = try Shop().app
    var seen: [Int] = []
    let observation = try app.observe("sold") { [unowned app] (sold: Int) in
      seen.append(sold)
      // A write of its own is a turn of its own.
      if sold == 1 { #expect(throws: Never.self) { try app.set("sold", to: 10) } }
      #expect(throws: Diagnostic.self) { try app.call("host") }
    }
    try app.set("sold", to: 1)
    #expect(seen == [1, 10])
    #expect(try app.undo())
    #expect(seen.last == 1 || seen.last == 10)
    seen = []
    #expect(throws: Diagnostic.self) { try app.evaluate("okit.Model.get().sold = 77 error('no')") }
    #expect(seen.isEmpty)
    _ = try app.evaluate("local m = okit.Model.get() m.sold = 5 m.sold = 6")
    #expect(seen == [6])
    observation.cancel()
  }

  @Test func `observations continue after a reload`() throws {
    let app = try Shop().app
    var seen: [Int] = []
    let observation = try app.observe("sold") { (sold: Int) in seen.append(sold) }
    try app.reload()
    try app.set("sold", to: 2)
    #expect(seen == [2])
    observation.cancel()
  }

  @Test func `what has ended stays ended after a reload`() throws {
    let app = try Shop().app
    var seen: [String] = []
    let cancelled = try app.observe("sold") { (sold: Int) in seen.append("cancelled \(sold)") }
    cancelled.cancel()
    var released: BindingObservation? = try app.observe("sold") { (sold: Int) in seen.append("released \(sold)") }
    try withExtendedLifetime(released) { try app.set("sold", to: 1) }
    #expect(seen == ["released 1"])
    released = nil
    try app.reload()
    try app.set("sold", to: 2)
    #expect(seen == ["released 1"])
    withExtendedLifetime(cancelled) {}
  }

  @Test func `a handler can reload`() throws {
    let app = try Shop().app
    var seen: [String] = []
    let cancelled = try app.observe("sold") { (sold: Int) in seen.append("cancelled \(sold)") }
    cancelled.cancel()
    let reloading = try app.observe("note") { [unowned app] (note: String?) in
      seen.append("reload \(note ?? "")")
      #expect(throws: Never.self) { try app.reload() }
    }
    // It waits for its call when the handler before it reloads.
    let later = try app.observe("note") { (note: String?) in seen.append("later \(note ?? "")") }
    try app.set("note", to: "a")
    #expect(seen.sorted() == ["later a", "reload a"])
    try app.set("sold", to: 5)
    try app.set("note", to: "b")
    #expect(seen.sorted() == ["later a", "later b", "reload a", "reload b"])
    reloading.cancel()
    try app.set("note", to: "c")
    #expect(seen.last == "later c" && seen.count == 5)
    withExtendedLifetime((cancelled, later)) {}
  }

  @Test func `a value of another type later is reported, and rolls nothing back`() throws {
    let app = try Shop().app
    try app.set("note", to: "a")
    var seen: [String] = []
    let observation = try app.observe("note") { (note: String) in seen.append(note) }
    _ = try app.evaluate("okit.Model.get().note = nil")
    try app.set("note", to: "b")
    #expect(seen == ["b"])
    #expect(app.diagnostics.last?.code == .luaValue)
    observation.cancel()
  }

  @Test func `a slow reader of values gets the latest`() async throws {
    let app = try Shop().app
    var values = try app.values("sold", as: Int.self).makeAsyncIterator()
    #expect(try await values.next() == 0)
    for number in 1...50 { try app.set("sold", to: number) }
    #expect(try await values.next() == 50)
    app.close()
    #expect(try await values.next() == nil)
  }

  @Test func `a slow reader of changes gets an error, not a gap`() async throws {
    let app = try Shop().app
    let changes = app.changes
    for number in 1...1500 { try app.set("sold", to: number) }
    var count = 0
    let failure = await #expect(throws: Diagnostic.self) {
      for try await patches in changes {
        count += 1
        #expect(patches == [Patch(.replace, "/sold", old: .int(count - 1), value: .int(count))])
      }
    }
    #expect(count == 1000)
    #expect(failure?.code == .observationGap)
  }

  @Test func `changes have what is committed, also after a limit and a reload`() async throws {
    let app = try Shop { $0.limits.time = .seconds(1) }.app
    let changes = app.changes
    #expect(throws: Diagnostic.self) { try app.evaluate("okit.Model.get().sold = 1 error('no')") }
    #expect(throws: Diagnostic.self) { try app.evaluate("while true do end") }
    try app.set("sold", to: 2)
    try app.reload()
    try app.set("sold", to: 3)
    app.close()
    var values: [JSONValue] = []
    for try await patches in changes { values += patches.map(\.value) }
    #expect(values == [2, 3])
    for try await _ in app.changes.prefix(0) {}
    let failure = await #expect(throws: Diagnostic.self) { for try await _ in app.changes {} }
    #expect(failure?.code == .applicationClosed)
  }

  @Test func `a handler that keeps changing what it observes is stopped`() throws {
    var options = LuaApplication.Options()
    var reported: [Diagnostic.Code] = []
    options.onReport = { reported.append($0.code) }
    let app = try LuaApplication(
      text: "okit.Model.register(okit.Model:extend('Shop', { n = 0 }))", options: options)
    var failures = 0
    let observation = try app.observe("n", as: Int.self) { [unowned app] n in
      do { try app.set("n", to: n + 1) } catch { failures += 1 }
    }
    for (number, expected) in [(1, 101), (1000, 1100)] {
      try app.set("n", to: number)
      #expect(try app.get("n") == expected)
    }
    #expect(reported == ["observe.endless", "observe.endless"] && failures == 0)
    observation.cancel()
  }
}
