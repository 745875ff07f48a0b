import OKitEngine
import OKitTestSupport
import Testing

/// Timers, the clock, undo and patches of an application, through its services.
@Suite struct TimerServiceTests {
  private let sample: AppSample
  private var runtime: AppRuntime { sample.runtime }

  init() throws { sample = try AppSample() }

  @Test func timersRunAtTheirMoments() throws {
    var ran: [(String, Double)] = []
    let start = runtime.clock.now.secondsSince2001
    func note(_ name: String) { ran.append((name, runtime.clock.now.secondsSince2001 - start)) }
    _ = runtime.timers.start(after: 5) { note("once") }
    let repeating = runtime.timers.start(after: 2, every: 2) { note("repeating") }
    try runtime.advance(seconds: 5)
    #expect(ran.map(\.0) == ["repeating", "repeating", "once"])
    #expect(ran.map(\.1) == [2, 4, 5])
    runtime.timers.cancel(repeating)
    #expect(!runtime.timers.isRunning(repeating))
    try runtime.advance(seconds: 100)
    #expect(ran.count == 3)
  }

  @Test func eachRunIsATurn() throws {
    _ = runtime.timers.start(after: 1) { [sample] in
      do { try sample.store.set(sample.books[0], "name", .string("Kim")) } catch { sample.runtime.fail(error) }
    }
    _ = runtime.timers.start(after: 2) { [sample] in
      sample.runtime.fail(Diagnostic("test.failure", "no luck"))
    }
    try runtime.advance(seconds: 2)
    #expect(sample.names.first == .string("Kim"))
    #expect(runtime.diagnostics.map(\.code) == ["test.failure"])
    #expect(try runtime.undo())
    #expect(sample.names.first == .string("Emma"))
    #expect(try runtime.redo())
    #expect(sample.names.first == .string("Kim"))
    #expect(try !runtime.redo())
  }

  @Test func timersThatStartEachOtherAreStopped() throws {
    func again() { _ = runtime.timers.start(after: 0, place: Diagnostic.Place(file: "app.lua", line: 3)) { again() } }
    try runtime.turn { again() }
    #expect(
      runtime.diagnostics.map(\.message) == ["1000 timers ran at one moment; they keep starting each other"])
    #expect(runtime.diagnostics.first?.place == Diagnostic.Place(file: "app.lua", line: 3))
    try runtime.turn {}
    #expect(runtime.diagnostics.count == 1)
  }

  @Test func timersOfOneMomentThatDoNotStartEachOtherAllRun() throws {
    var ran = 0
    try runtime.turn { for _ in 0..<3000 { _ = runtime.timers.start(after: 0) { ran += 1 } } }
    #expect(ran == 3000)
    #expect(runtime.diagnostics.isEmpty)
  }

  @Test func aFunctionThatWaitsStartsNoChain() throws {
    var (ran, end) = (0, 3000)
    func again() {
      _ = runtime.timers.start(after: 0) { [runtime] in
        ran += 1
        if ran < end { runtime.timers.resuming(again) }
      }
    }
    try runtime.turn { again() }
    #expect(ran == 3000)
    // More than the limit of timers that run while the clock is moved.
    end = 110_000
    _ = runtime.timers.start(after: 1) { again() }
    try runtime.advance(seconds: 2)
    #expect(ran == 110_000)
    #expect(runtime.diagnostics.isEmpty)
  }

  @Test func anIntervalBelowThePrecisionOfDatesIsReported() throws {
    let timer = runtime.timers.start(after: 0, every: 1e-300) {}
    try runtime.turn {}
    #expect(runtime.diagnostics.map(\.code) == ["app.timers"])
    #expect(!runtime.timers.isRunning(timer))
  }

  @Test func duringATurnTheClockAndTheHistoryAreFixed() throws {
    try runtime.turn {
      #expect(code { try runtime.advance(seconds: 1) } == "app.turn")
      #expect(code { _ = try runtime.undo() } == "app.turn")
      #expect(code { _ = try runtime.redo() } == "app.turn")
      #expect(code { _ = try runtime.undoService.changes {} } == "app.turn")
      #expect(code { _ = try runtime.hotReloadState() } == "app.turn")
    }
    #expect(code { try runtime.advance(seconds: .infinity) } == "app.clock")
    #expect(code { try runtime.advance(seconds: -1) } == "app.clock")
  }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? Diagnostic)?.code }
  }

  @Test func aTerminatedApplicationRunsNoTimer() throws {
    var ran = 0
    _ = runtime.timers.start(after: 1) { ran += 1 }
    runtime.terminate()
    _ = runtime.timers.start(after: 0) { ran += 1 }
    try runtime.turn {}
    #expect(ran == 0)
    #expect(runtime.timers.secondsToNext == nil)
  }

  @Test func patchesReachThoseWhoObserveTheEntity() throws {
    var heard: [String] = []
    let book = sample.books[1]
    let handle = runtime.patches.observe(book) { patches in heard += patches.map(\.path) }
    try runtime.turn {
      try sample.store.set(sample.books[0], "name", .string("Kim"))
      try sample.store.set(book, "name", .string("Ulysses"))
    }
    #expect(heard == [try #require(sample.store.path(of: book)) + "/name"])
    runtime.patches.cancel(handle)
    try runtime.turn { try sample.store.set(book, "name", .string("Dune")) }
    #expect(heard.count == 1)
  }

  @Test func patchesThatCauseEachOtherAreStopped() throws {
    let book = sample.books[1]
    var number = 0
    _ = runtime.patches.observe(book) { [sample] _ in
      number += 1
      do { try sample.store.transaction { try sample.store.set(book, "name", .string("\(number)")) } } catch {
        sample.runtime.report(Diagnostic("test.failure", "\(error)"))
      }
    }
    try runtime.turn { try sample.store.set(book, "name", .string("start")) }
    #expect(runtime.diagnostics.map(\.code) == ["observe.endless"])
    #expect(number == DependencyGraph.maximumRunsPerTurn)
  }
}
