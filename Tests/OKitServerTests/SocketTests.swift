import NIOCore
import OKitLive
import OKitTestSupport
import Testing

@testable import OKitServer

@Suite struct SocketTests {
  private static func tap(_ number: Int, _ instance: JSONValue?, button: Int = 0) -> PageMessage {
    .act(.init(number: number, instance: instance?.number, action: ["tap": .string("right:\(button)")]))
  }

  @Test func opensTenWindows() throws {
    let server = try TestServer()
    let pages = try (0..<10).map { _ in try server.page() }
    #expect(Set(pages.compactMap { $0.welcome["window"]?.text }).count == 10)
    let screens = try pages.map { try $0.client.readMessage("screen") }
    try pages[3].client.send(Self.tap(1, screens[3]["screen"]?["instance"]))
    for page in pages {
      let update = try page.client.readMessage()
      #expect(update["type"] == "update")
      #expect(update["changes"]?["fields"]?["title"] == "1")
    }
    #expect(try pages[3].client.readMessage() == ["type": "done", "seq": 1])
  }

  /// The connection is cut while an action is on its way: it is performed once, however much of it has arrived.
  @Test func performsAnActionOnceWhenTheConnectionIsCut() throws {
    let server = try TestServer()
    var (client, welcome) = try server.page()
    let screen = try client.readMessage("screen")
    let (window, epoch) = (welcome["window"]?.text, welcome["epoch"]?.text)
    var seen = try #require(screen["revision"]?.number)
    for number in 1...20 {
      let act = Self.tap(number, screen["screen"]?["instance"])
      let frame = RawClient.frame(try act.jsonValue.jsonBytes())
      client.send(Array(frame.prefix(frame.count * number / 15)))
      number.isMultiple(of: 2) ? client.reset() : client.close()
      (client, welcome) = try server.page(.init(window: window, epoch: epoch, seen: seen))
      #expect(welcome["window"]?.text == window)
      #expect(try #require(welcome["performed"]?.number) >= number - 1)
      try client.send(act)
      var message = try client.readMessage()
      while message["type"] == "update" {
        #expect(message["from"]?.number == seen)
        seen = try #require(message["to"]?.number)
        message = try client.readMessage()
      }
      #expect(message == ["type": "done", "seq": .int(number)])
    }
    #expect(try server.count() == "20")
  }

  @Test func keepsTheOrderOfDelayedMessages() throws {
    let server = try TestServer { $0.latency = .milliseconds(2) }
    let client = try server.page().client
    let screen = try client.readMessage("screen")
    for number in 1...20 { try client.send(Self.tap(number, screen["screen"]?["instance"])) }
    for number in 1...20 {
      #expect(try client.readMessage()["changes"]?["fields"]?["title"] == .string("\(number)"))
      #expect(try client.readMessage() == ["type": "done", "seq": .int(number)])
    }
  }

  @Test func joinsFragments() throws {
    let server = try TestServer()
    let client = try server.socket()
    let bytes = try PageMessage.hello(.init()).jsonValue.jsonBytes()
    client.send(RawClient.frame(Array(bytes[..<5]), first: 0x01))
    client.send(RawClient.frame([], first: 0x89))
    client.send(RawClient.frame(Array(bytes[5...]), first: 0x80))
    #expect(try client.readFrame().opcode == 10)
    #expect(try client.readMessage()["type"] == "welcome")
  }

  @Test(arguments: [false, true]) func tellsADuplicatedTabFromALostConnection(isDuplicated: Bool) throws {
    let server = try TestServer { $0.probeTimeout = isDuplicated ? .seconds(120) : .milliseconds(20) }
    let (first, welcome) = try server.page()
    _ = try first.readMessage("screen")
    let hello = PageMessage.Hello(window: welcome["window"]?.text, epoch: welcome["epoch"]?.text, seen: 1)
    let second = try server.socket()
    try second.send(.hello(hello))
    if isDuplicated {
      // The first page answers: the second is a copy of it.
      let (opcode, payload) = try first.readFrame()
      #expect(opcode == 9)
      first.send(RawClient.frame(payload, first: 0x8A))
      #expect(try second.readMessage("welcome")["window"] != welcome["window"])
    } else {
      // Nobody answers the ping: the first page has lost its connection.
      #expect(try second.readMessage("welcome")["window"] == welcome["window"])
      #expect(try first.readMessage() == ["type": "bye", "reason": "replaced"])
    }
  }

  @Test func saysGoodbye() throws {
    let server = try TestServer()
    let client = try server.page().client
    _ = try client.readMessage("screen")
    try server.stop()
    #expect(try client.readMessage() == ["type": "bye", "reason": "stopped"])
    #expect(try client.readCloseCode() == 1000)
    #expect(throws: RawClient.Failure.self) { try server.client() }
  }

  @Test func runsTimers() throws {
    let server = try TestServer(
      TestServer.counter + "\nokit.after(0.01, function() okit.Model.get().count = 42 end)")
    let client = try server.page().client
    let screen = try client.readMessage("screen")
    if screen["screen"]?["title"] != "42" {
      #expect(try client.readMessage("update")["changes"]?["fields"]?["title"] == "42")
    }
  }
}
