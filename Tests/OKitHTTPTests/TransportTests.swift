import OKitHTTP
import OKitLua
import Synchronization
import Testing

/// Requests over a transport of the program.
@Suite struct TransportTests {
  private struct Broken: Error {}

  private final class Echo: HTTPTransport {
    let sent = Mutex<[String]>([])

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      sent.withLock { $0.append("\(request.method) \(request.url)") }
      if request.url.hasSuffix("/missing") { return TransportResponse(status: 404) }
      if request.url.contains("/broken") { throw Broken() }
      if let response = Self.impossible[request.url] { return response }
      if request.url.hasSuffix("/forever") { try await Task.sleep(for: .seconds(100_000)) }
      return TransportResponse(status: 200, headers: ["X-Echo": request.url], body: request.body ?? Array("hello".utf8))
    }

    /// What no server can have sent.
    private static let impossible: [String: TransportResponse] = [
      "https://example.org/99": TransportResponse(status: 99),
      "https://example.org/1000": TransportResponse(status: 1000),
      "https://example.org/name": TransportResponse(status: 200, headers: ["a b": "c"]),
      "https://example.org/empty": TransportResponse(status: 200, headers: ["": "c"]),
      "https://example.org/value": TransportResponse(status: 200, headers: ["a": "b\r\nc: d"]),
      "https://example.org/cookies": TransportResponse(status: 200, headers: ["Set-Cookie": "a=1\nb=2"]),
    ]
  }

  /// Waits on a thread of its own, so that the requests have those of all tasks.
  private actor Waiting {
    private let executor = ApplicationExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var reported: [Diagnostic] = []

    /// Returns what the application reports.
    func reports(_ lua: String, _ transport: Echo) throws -> [Diagnostic] {
      _ = try? run(lua, transport)  // A function that has failed has no result.
      return reported
    }

    func run(_ lua: String, _ transport: Echo, seconds: Double = 60) throws -> String {
      var options = LuaApplication.Options()
      options.parts = [.http(transport: transport)]
      options.permissions.network = .only(["example.org"])
      options.onReport = { [weak self] diagnostic in self?.assumeIsolated { $0.reported.append(diagnostic) } }
      let app = try LuaApplication(
        text: "okit.after(0, function() result = tostring((function() \(lua) end)()) end)", options: options)
      defer { app.close() }
      try app.runDueTimers()
      try app.waitForRequests(seconds: seconds)
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

  @Test(arguments: [
    ("99", "99 is not the status of a response; use 200 to 599"),
    ("1000", "1000 is not the status of a response; use 200 to 599"),
    ("name", "\"a b\" is not the name of a header"), ("empty", "\"\" is not the name of a header"),
    ("value", "the header \"a\" has a line break or another control character"),
  ])
  func `what cannot be a response fails the request`(path: String, problem: String) async throws {
    let lua = """
      local _, e = pcall(okit.fetch, 'https://example.org/\(path)')
      return e.code .. ": " .. e.message
      """
    #expect(
      try await Waiting().run(lua, Echo())
        == "net.response: the transport has returned no response of example.org: \(problem)")
  }

  @Test(arguments: [
    ("okit.fetch('https://example.org/broken')", "net.unreachable"),
    ("local _, e = pcall(okit.fetch, 'https://example.org/broken') error(e)", "net.unreachable"),
    (
      """
      okit.Model.endpoint { url = 'https://example.org/broken/' }
      okit.Model.register(okit.ModelHttp:extend('Shop', { count = 0 }))
      """, "http.unreachable"
    ),
  ])
  func `what the transport has thrown is the underlying error`(lua: String, code: String) async throws {
    let reports = try await Waiting().reports(lua, Echo())
    #expect(reports.map(\.code.rawValue) == [code])
    #expect(reports.first?.underlying is Broken, "\(reports)")
  }

  @Test func `several cookies have line feeds between them`() async throws {
    let lua = "return table.concat(okit.fetch('https://example.org/cookies').headers['set-cookie'], ' ')"
    #expect(try await Waiting().run(lua, Echo()) == "a=1 b=2")
  }

  @Test func `what has no answer in time is named`() async throws {
    let code = "return okit.fetch { url = 'https://example.org/forever', timeout = 50 }"
    let failure = try await #require(throws: Diagnostic.self) { try await Waiting().run(code, Echo(), seconds: 0.01) }
    #expect(failure.code == "app.waiting")
    #expect(failure.message == "no answer within 0.01 s: a request to example.org:443")
  }

  @Test func `a request that takes too long ends`() async throws {
    let lua = "return select(2, pcall(okit.fetch, { url = 'https://example.org/forever', timeout = 0.05 })).code"
    #expect(try await Waiting().run(lua, Echo()) == "net.timeout")
  }
}
