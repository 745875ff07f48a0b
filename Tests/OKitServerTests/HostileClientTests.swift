import NIOCore
import OKitLive
import OKitTestSupport
import Testing

@testable import OKitServer

@Suite struct HostileClientTests {
  /// What a client must not send, and the code of the close frame.
  @Test(
    arguments: [
      (RawClient.frame([0x7B], isMasked: false), 1002), (RawClient.frame([0x7B], first: 0xC1), 1002),
      (RawClient.frame([0x7B], first: 0x82), 1003), (RawClient.frame([0x7B], first: 0x83), 1002),
      (RawClient.frame([0xFF, 0xFE]), 1007), (RawClient.frame([0x7B], first: 0x80), 1002),
      (RawClient.frame([0x7B], first: 0x01) + RawClient.frame([0x7D]), 1002),
      (RawClient.frame([], size: 1 << 20 + 1), 1009), (RawClient.frame([], size: 1 << 40), 1009),
      (RawClient.frame([UInt8](repeating: 0, count: 126), first: 0x89), 1002),
      (RawClient.frame([0x03, 0xE8], first: 0x88), 1000),
    ] as [([UInt8], Int)])
  func closesTheSocketForWrongFrames(_ bytes: [UInt8], _ code: Int) throws {
    let server = try TestServer()
    let client = try server.page().client
    client.send(bytes)
    #expect(try client.readCloseCode() == code)
    #expect(try server.request("GET /screen").status == 200)
  }

  @Test func refusesMessagesThatAreTooLargeTogether() throws {
    let server = try TestServer()
    let client = try server.page().client
    let part = [UInt8](repeating: 0x20, count: 200_000)
    client.send(RawClient.frame(part, first: 0x01))
    for _ in 0..<6 { client.send(RawClient.frame(part, first: 0x00)) }
    #expect(try client.readCloseCode() == 1009)
  }

  @Test func stopsReadingForTooManyActions() throws {
    let server = try TestServer()
    let client = try server.page().client
    let screen = try client.readMessage("screen")
    for number in 1...500 {
      try client.send(
        .act(.init(number: number, instance: screen["screen"]?["instance"]?.number, action: ["tap": "right:0"])))
    }
    for number in 1...500 { #expect(try client.readMessage("done")["seq"]?.number == number) }
    #expect(try server.count() == "500")
  }

  @Test func sendsOneScreenToAClientThatHasNotRead() throws {
    let server = try TestServer()
    let (slow, welcome) = try server.page(receives: 4096)
    let other = try server.page().client
    let instance = try other.readMessage("screen")["screen"]?["instance"]?.number
    for number in 1...20 {
      try other.send(.act(.init(number: number, instance: instance, action: ["tap": "right:1"])))
      #expect(try other.readMessage("done")["error"] == nil)
    }
    var types: [String] = []
    var last = JSONValue.null
    repeat {
      last = try slow.readMessage()
      types.append(last["type"]?.text ?? "")
    } while types.last != "screen" || types.count == 1
    #expect(types.count < 20, "it has got each update")
    let window = try #require(welcome["window"]?.text)
    #expect(try server.request("GET /screen?window=\(window)").json["screen"] == last["screen"])
  }

  /// Requests without end, also for the files that need no token, use no memory: one response waits.
  @Test func answersTheNextRequestWhenTheClientHasReadTheLastOne() throws {
    let file = PageAsset(name: "large.js", bytes: Array(repeating: UInt8(ascii: " "), count: 4 << 20))
    let server = try TestServer { $0.assets["/large.js"] = file }
    let client = try server.client(receives: 4096)
    let action = #"{"action":{"tap":"right:0"}}"#
    client.send(
      "GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
        + "POST /action HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer right\r\n"
        + "Content-Length: \(action.utf8.count)\r\n\r\n\(action)")
    for _ in 0..<20 { #expect(try server.count() == "0") }
    #expect(try client.readResponse().status == 200)
    #expect(try client.readResponse().json == ["type": "done"])
    #expect(try server.count() == "1")
  }

  /// The system keeps at most 4 MiB for a client that does not read.
  @Test func answersTheLastPingOfAClientThatHasNotRead() throws {
    let server = try TestServer()
    let client = try server.page(receives: 4096).client
    let instance = try client.readMessage("screen")["screen"]?["instance"]?.number
    let padding = String(repeating: "x", count: 120)
    let pings = (10_000..<46_000).map { Array("\(padding)\($0)".utf8) }
    client.send(pings.flatMap { RawClient.frame($0, first: 0x89) })
    // Once the action after the pings has run, the server has received them all.
    try client.send(.act(.init(number: 1, instance: instance, action: ["tap": "right:0"])))
    while try server.count() != "1" { continue }
    var pongs: [[UInt8]] = []
    while pongs.last != pings.last {
      let frame = try client.readFrame()
      if frame.opcode == 10 { pongs.append(frame.payload) }
    }
    #expect(pongs.count < pings.count)
  }

  @Test func permitsAHundredSockets() throws {
    let server = try TestServer()
    var clients = try (0..<100).map { _ in try server.socket() }
    let response = try server.client().requestSocket(token: "right")
    #expect(response.status == 503)
    #expect(response.json["code"] == "live.sockets")
    #expect(try server.request("GET /socket").status == 503)
    #expect(try server.request("GET /screen").status == 200)
    clients.removeLast().close()
    var status = 503
    for _ in 0..<1000 where status == 503 {
      status = try server.client().requestSocket(token: "right").status
    }
    #expect(status == 101)
  }

  @Test func letsAPersonInAmongConnectionsWithoutAToken() throws {
    let server = try TestServer { $0.maximumConnections = 8 }
    let (page, _) = try server.page()
    var hostile: [RawClient] = []
    for number in 0..<40 {
      let client = try server.client()
      client.send(number.isMultiple(of: 2) ? "GET / HTTP/1.1\r\nHost: local" : "")
      hostile.append(client)
      if number.isMultiple(of: 10) { #expect(try server.request("GET /screen").status == 200) }
    }
    // The connections that were there first have made place.
    #expect(try hostile[0].readToEnd().isEmpty)
    #expect(try server.page().welcome["type"] == "welcome")
    page.send(RawClient.frame([0x31], first: 0x89))
    while try page.readFrame().opcode != 10 {}
  }

  @Test func keepsConnectionsThatHaveShownTheToken() throws {
    let server = try TestServer { $0.maximumConnections = 2 }
    let pages = try (0..<2).map { _ in try server.page().client }
    #expect(try server.client().readToEnd().isEmpty)
    for page in pages {
      page.send(RawClient.frame([0x31], first: 0x89))
      while try page.readFrame().opcode != 10 {}
    }
  }

  @Test func limitsHeadersAndBodies() throws {
    let server = try TestServer()
    let header = "X-Long: " + String(repeating: "x", count: 17 << 10)
    #expect(try server.request("GET /screen", [header]).status == 431)
    let many = (0..<300).map { "X-\($0): \(String(repeating: "x", count: 60))" }
    #expect(try server.request("GET /screen", many).status == 431)
    #expect(try server.request("POST /action", ["Content-Length: 1048577"]).status == 413)
    let body = String(repeating: " ", count: 3 << 20)
    #expect(try server.request("POST /action", body: body).status == 413)
    let chunked = try server.client()
    chunked.send(
      "POST /action HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer right\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<20 { chunked.send("10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n") }
    #expect(try chunked.readResponse().status == 413)
    #expect(try server.request("GET /screen").status == 200)
  }

  @Test(arguments: ["GET\r\n\r\n", "\u{16}\u{03}\u{01}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
  func refusesWhatIsNotHTTP(_ text: String) throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(text)
    #expect(try client.readResponse().status == 400)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test func endsSlowRequests() throws {
    let server = try TestServer { $0.requestTimeout = .seconds(1) }
    let silent = try server.client()
    #expect(try silent.readToEnd().isEmpty)
    let partial = try server.client()
    partial.send("GET /screen HTTP/1.1\r\nHost: local")
    #expect(try partial.readToEnd().isEmpty)
    let waiting = try server.client()
    waiting.send(
      "POST /action HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer right\r\nContent-Length: 9\r\n\r\n{")
    #expect(try waiting.readResponse().status == 408)
    #expect(try waiting.readToEnd().isEmpty)
  }

  @Test func endsSocketsThatSayNothing() throws {
    let server = try TestServer { $0.helloTimeout = .milliseconds(20) }
    let silent = try server.socket()
    let farewell = try silent.readMessage()
    #expect(farewell["reason"] == "protocol")
    #expect(farewell["error"]?["message"] == "the message \"hello\" did not come in time")
    let other = try TestServer { $0.heartbeat = .seconds(1) }
    let dead = try other.page().client
    // It answers no ping.
    _ = try dead.readToEnd()
  }
}
