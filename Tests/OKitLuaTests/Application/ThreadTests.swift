import Foundation
import OKitLua
import Synchronization
import Testing

/// Applications on threads of their own know nothing of each other.
@Suite struct ThreadTests {
  private static let text = """
    local Counter = okit.Model:extend("Counter", { value = 0 })
    function Counter:increment() self.value = self.value + 1 end
    local counter = okit.Model.register(Counter)
    function spin(rounds) local sum = 0 for i = 1, rounds do sum = sum + #("x"):rep(i % 50) end return sum end
    function endless() counter.value = -1 while true do pcall(spin, 100) end end
    okit.ModelDetailTableController:extend("home", {
      titlePath = "value", right = { okit.ModelBarButtonItem { title = "#More", tap = "increment()" } },
    })
    """

  /// Makes an application, taps in it, and lets it calculate; every other one then runs into its limit.
  private static func run(_ number: Int) throws -> String {
    var options = LuaApplication.Options()
    options.limits = LuaLimits(memory: 16 << 20, time: number % 2 == 0 ? .seconds(2) : .seconds(600))
    let app = try LuaApplication(text: text, options: options)
    try app.register("double") { (number: Int) in number * 2 }
    for _ in 0..<20 { try app.driver.tap("More") }
    if number % 2 == 0 {
      do { try app.call("endless") } catch let error as Diagnostic {
        return "\(app.driver.screen.title) \(error.message)"
      }
      return "endless has ended"
    }
    let sum: Int = try app.call("spin", 200_000)
    return try "\(app.driver.screen.title) \(sum) \(app.call("double", number) as Int)"
  }

  @Test func eightThreads() {
    let results = Mutex<[Int: String]>([:])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let result: String
      do { result = try Self.run(number) } catch { result = "\(error)" }
      results.withLock { $0[number] = result }
    }
    let found = results.withLock { $0 }
    for number in 0..<8 {
      #expect(
        found[number]
          == (number % 2 == 0 ? "20 the script exceeded the time limit of 2 s" : "20 4900000 \(number * 2)"))
    }
  }

  /// An application may go from one thread to another between two calls; its deadline goes with it.
  @Test func fromThreadToThread() throws {
    struct Handed: @unchecked Sendable { let app: LuaApplication }  // One thread at a time: the next one waits.
    var options = LuaApplication.Options()
    options.limits = LuaLimits(time: .seconds(2))
    let handed = Handed(app: try LuaApplication(text: Self.text, options: options))
    let results = Mutex<[String]>([])
    for call in ["spin", "endless", "spin"] {
      let thread = Thread {
        do {
          let sum: Int = try handed.app.call(call, 100)
          results.withLock { $0.append("\(sum)") }
        } catch { results.withLock { $0.append((error as? Diagnostic)?.code.rawValue ?? "\(error)") } }
      }
      thread.start()
      while !thread.isFinished { sched_yield() }
    }
    #expect(results.withLock { $0 } == ["2450", "lua.limit", "lua.limit"])
  }
}
