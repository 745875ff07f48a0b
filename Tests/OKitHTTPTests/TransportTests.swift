import OKitHTTP
import OKitLua
import Synchronization
import Testing

/// Requests over a transport of the program.
@Suite struct TransportTests {
  private final class Echo: HTTPTransport {
    let sent = Mutex<[String]>([])

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      sent.withLock { $0.append("\(request.method) \(request.url)") }
      if request.url.hasSuffix("/missing") { return TransportResponse(status: 404) }
      if request.url.hasSuffix("/broken") { throw Broken() }
      if request.url.hasSuffix("/forever") { try await Task.sleep(for: .seconds(100_000)) }
      return TransportResponse(status: 200, headers: ["X-Echo": request.url], body: request.body ?? Array("hello".utf8))
    }

    private struct Broken: Error {}
  }

  /// Waits on a thread of its own, so that the requests have those of all tasks.
  private actor Waiting {
    private let executor = ApplicationExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ lua: String, _ transport: Echo) throws -> String {
      var options = LuaApplication.Options()
      options.parts = [.http(transport: transport)]
      options.permissions.network = .only(["example.org"])
      options.onReport = { _ in }
      let app = try LuaApplication(
        text: "okit.after(0, function() result = tostring((function() \(lua) end)()) end)", options: options)
      defer { app.close() }
      app.runDueTimers()
      try app.waitForRequests()
      return try app.global("result")
    }
  }

  @Test(arguments: [
    ("return okit.fetch('https://example.org/x').body", "hello"),
    ("return okit.fetch('https://example.org/x').headers['x-echo']", "https://example.org/x"),
    ("return okit.fetch({ url = 'https://example.org/x', method = 'POST', body = 'a' }).body", "a"),
    ("return okit.fetch('https://example.org/missing').status", "404"),
    ("return select(2, pcall(okit.fetch, 'https://example.org/broken')).code", "net.unreachable"),
    ("return select(2, pcall(okit.fetch, 'https://elsewhere.org/x')).code", "net.permission"),
  ])
  func `a script gets what the transport answers`(lua: String, expected: String) async throws {
    #expect(try await Waiting().run(lua, Echo()) == expected)
  }

  @Test func `a request that takes too long ends`() async throws {
    let lua = "return select(2, pcall(okit.fetch, { url = 'https://example.org/forever', timeout = 0.05 })).code"
    #expect(try await Waiting().run(lua, Echo()) == "net.timeout")
  }
}
