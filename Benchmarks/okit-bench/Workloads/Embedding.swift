import Dispatch
import OKitLua

extension Workload {
  static let embedding = Workload(
    name: "embedding", about: "a program with 100 applications; an action and an interruption from another thread"
  ) { _, report in
    let applications = try SeparateProcess.applications.findings()
    try report.add("embedding: open one of 100", try applications.required("open").value, .microseconds)
    try report.add("embedding: memory of 100", try applications.required("memory").value, .megabytes)
    let count = 1000
    let shop = OwnedShop()
    let action = try measure(.microseconds, per: count, by: wallTime) { try shop.tap(count) }
    try report.add("embedding: an action from another actor", action, .microseconds)
    try report.add("embedding: interrupt a script", try interruption(), .milliseconds, goal: 10)
  }

  /// Returns the median of the time from the call of another thread to the error, in milliseconds.
  private static func interruption() throws -> Double {
    let application = try OwnedShop.application()
    let interruption = application.interruption
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    nonisolated(unsafe) var called = 0.0  // Safe: `ended` orders the write before the read.
    try application.register("begin") { () in
      begun.signal()
      return true
    }
    let times = try (0..<21).map { _ in
      DispatchQueue.global().async {
        begun.wait()
        called = wallTime()
        interruption.interrupt()
        ended.signal()
      }
      do { _ = try application.evaluate("begin() while true do end") } catch let error as Diagnostic {
        guard error.code == "script.interrupted" else { throw error }
      }
      let now = wallTime()
      ended.wait()
      return (now - called) * 1000
    }
    return times.median
  }
}

extension SeparateProcess {
  /// Opens a hundred applications, which stay open.
  static let applications = SeparateProcess(name: "applications") { _ in
    let before = try Memory.peak()
    let start = processorTime()
    let all = try (0..<100).map { _ in try OwnedShop.application() }
    let time = processorTime() - start
    return [("open", time / Double(all.count) * 1e6, 0), ("memory", try Memory.peak() - before, all.count)]
  }
}

/// The owner of an application, on a thread of its own.
private actor OwnedShop {
  private let executor = ApplicationExecutor(name: "shop")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var opened: LuaApplication?

  static func application() throws -> LuaApplication {
    let text = """
      local okit = require "okit"
      local shop = okit.Model.register(okit.Model:extend("Shop", { sold = 0 }))
      okit.ModelDetailTableController:extend("shop", {
        titlePath = "sold",
        right = { okit.ModelBarButtonItem { title = "%Sell", tap = function() shop.sold = shop.sold + 1 end } },
      })
      """
    return try LuaApplication(text: text)
  }

  private func tap() throws {
    let application = try opened ?? Self.application()
    opened = application
    try application.perform(Action(json: #"{"tap": "right:0"}"#.utf8))
  }

  /// Waits for as many actions, one after the other.
  nonisolated func tap(_ count: Int) throws {
    let ended = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?  // Safe: `ended` orders the write before the read.
    Task.detached {
      do { for _ in 0..<count { try await self.tap() } } catch { failure = error }
      ended.signal()
    }
    ended.wait()
    if let failure { throw failure }
  }
}
