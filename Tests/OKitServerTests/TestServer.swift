import NIOCore
import NIOPosix
import OKitLive
import OKitTestSupport

@testable import OKitServer

/// A server on loopback, with its application on a thread of its own.
final class TestServer: Sendable {
  let port: Int
  let token = "right"
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let server: NIOLoopBound<LiveServer>

  init(_ script: String = TestServer.counter, _ configure: @Sendable (inout LiveServer.Options) -> Void = { _ in })
    throws
  {
    var settings = LiveServer.Options()
    settings.assets = ["/": PageAsset(name: "index.html", bytes: Array("<!doctype html>".utf8))]
    configure(&settings)
    let (options, loop, token) = (settings, group.next(), token)
    server = try loop.submit {
      let server = LiveServer(AccessPolicy(token: token, allowedHosts: ["app.example"]), options, on: loop)
      try server.start(PassphraseSlot()) {
        var options = LuaApplication.Options()
        options.parts = .everything
        options.seed = 1
        options.onReport = { _ in }
        return LiveApplication(try LuaApplication(text: script, options: options))
      }
      return NIOLoopBound(server, eventLoop: loop)
    }.wait()
    port = try loop.flatSubmit { [server] in server.value.listen(port: 0) }.wait()
  }

  /// The application ends on its own thread.
  deinit {
    let (server, group) = (server, group)
    group.next().submit { server.value.live?.application.close() }.whenComplete { _ in
      group.shutdownGracefully { _ in withExtendedLifetime(server) {} }
    }
  }

  /// Says goodbye to all pages.
  func stop() throws { try group.next().submit { [server] in try server.value.stop() }.wait() }

  /// Returns a client, which keeps the server.
  func client(receives: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: port, receives: receives)
    client.owner = self
    return client
  }

  /// Returns a client with an open WebSocket.
  func socket(receives: Int32? = nil) throws -> RawClient {
    let client = try client(receives: receives)
    let response = try client.requestSocket(token: token)
    guard response.status == 101 else { throw RawClient.Failure("\(response.status) \(response.text)") }
    return client
  }

  /// Returns a client whose window is open, and its welcome and screen.
  func page(
    _ hello: PageMessage.Hello = .init(), receives: Int32? = nil
  ) throws -> (client: RawClient, welcome: JSONValue) {
    let client = try socket(receives: receives)
    try client.send(.hello(hello))
    return (client, try client.readMessage("welcome"))
  }

  /// Sends a request and reads the response.
  func request(
    _ line: String, _ headers: [String] = [], token: String? = "right", host: String = "127.0.0.1", body: String = ""
  ) throws -> RawClient.Response {
    try RawClient.request(line, port: port, token: token, headers: headers, host: host, body: body)
  }

  /// The number of taps on the button of the counter.
  func count() throws -> JSONValue { try request("GET /screen").json["screen"]?["title"] ?? .null }

  static let counter = """
    local okit = require "okit"
    local Counter = okit.Model:extend("Counter", { count = 0, text = "" })
    function Counter:add() self.count = self.count + 1 end
    function Counter:grow() self.text = self.text .. string.rep("x", 30000) end
    okit.Model.initialize(function() okit.Model.register(Counter) end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "count",
      right = {
        okit.ModelBarButtonItem { title = "#Add", tap = "add()" },
        okit.ModelBarButtonItem { title = "#Grow", tap = "grow()" },
      },
      sections = { { cells = { okit.ModelTextCell { path = "#Text", textPath = "text" } } } },
    })
    """
}
