// The example of threads: the article has the lines between the marks, and ThreadExampleTests compares them.
import OKitLua

func threadExample() async throws -> (total: Int, code: Diagnostic.Code?) {
  // <example>
  actor Shop {
    private let executor = ApplicationExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var app: LuaApplication?
    private var timers: Task<Void, Never>?

    func open(_ script: String) throws {
      let app = try LuaApplication()
      try app.register("rate") { (code: String) async throws in try await fetchRate(code) }
      try app.run(text: script)
      self.app = app
      timers = Task { await self.app?.runTimers() }
    }

    func call(_ function: String) async throws -> Int {
      guard let app else { return 0 }
      return try await app.cancellable { try $0.call(function) }
    }

    func close() {
      timers?.cancel()
      app?.close()
    }
  }

  let shop = Shop()
  try await shop.open("function total() return 40 + 2 end function endless() while true do end end")
  let total = try await shop.call("total")
  let endless = Task { try await shop.call("endless") }
  endless.cancel()
  // </example>
  var code: Diagnostic.Code?
  do { _ = try await endless.value } catch { code = (error as? Diagnostic)?.code }
  await shop.close()
  return (total, code)
}

private func fetchRate(_ code: String) async throws -> Double { 1.25 }
