import OKitEngine
import Testing

@testable import OKitLanguageServer

/// The life of a server, and what it does with messages that are wrong.
@Suite struct ProtocolTests {
  @Test func lifecycle() throws {
    let client = try TestClient([:])
    #expect(try client.request("initialize", .object([:]))["error"]?["code"] == -32600)
    #expect(try client.request("okit/none", .null)["error"]?["code"] == -32601)
    #expect(try client.request("shutdown", .null)["result"] == .null)
    #expect(try client.request("textDocument/hover", .null)["error"]?["code"] == -32600)
    #expect(!client.server.hasExited)
    try client.notify("exit", .null)
    #expect(client.server.hasExited && client.server.exitStatus == 0)
  }

  @Test func capabilities() throws {
    let client = try TestClient([:], encodings: ["utf-32", "utf-8"])
    let result = client.initialization
    #expect(result["serverInfo"] == ["name": "okit", "version": "1"])
    #expect(result["capabilities"]?["positionEncoding"] == "utf-8")
    #expect(result["capabilities"]?["textDocumentSync"] == ["openClose": true, "change": 2, "save": true])
    for name in ["completionProvider", "hoverProvider", "signatureHelpProvider", "codeActionProvider"] {
      #expect(result["capabilities"]?[name] != nil)
    }
    #expect(try TestClient([:]).initialization["capabilities"]?["positionEncoding"] == "utf-16")
  }

  @Test func aServerThatIsNotInitializedRefusesRequests() throws {
    let client = try TestClient([:], initializes: false)
    #expect(try client.request("textDocument/hover", .null)["error"]?["code"] == -32002)
    try client.notify("textDocument/didOpen", .null)
    #expect(!client.server.needsCheck)
    try client.notify("exit", .null)
    #expect(client.server.hasExited && client.server.exitStatus == 1)
  }

  /// Bytes that are not a request, and the code of the error that answers them.
  private static let wrong: [(String, JSONValue)] = [
    ("Content-Length: 3\r\n\r\n{]}", -32700),
    ("Content-Length: 2\r\n\r\n[]", -32600),
    ("Content-Length: 2\r\n\r\n{}", -32600),
    ("Content-Length: 29\r\n\r\n{\"id\":[1],\"method\":\"shutdown\"}", -32700),
    ("Content-Length: 30\r\n\r\n{\"id\":[1],\"method\":\"shutdown\"}", -32600),
    ("Content-Length: 13\r\n\r\n{\"method\": 12}", -32700),
    ("Content-Length: -4\r\n\r\n", -32700),
    ("Content-Length: x\r\n\r\n", -32700),
    ("Content-Length: 99999999999999999999\r\n\r\n", -32700),
    ("Content-Type: json\r\n\r\n", -32700),
    ("Content-Length: 4\r\n\r\n\u{ff}\u{fe}", -32700),
    ("Content-Length: 2000\r\n\r\n" + String(repeating: "[", count: 2000), -32700),
    ("Content-Length: 22\r\n\r\n{\"id\": 1, \"method\": 2}", -32600),
  ]

  @Test(arguments: wrong) func aWrongMessageIsAnsweredAndTheNextOneIsRead(_ text: String, _ code: JSONValue) throws {
    let client = try TestClient([:])
    try client.sendBytes(Array(text.utf8))
    #expect(client.lastFailure?["code"] == code)
    #expect(try client.request("shutdown", .null)["result"] == .null)
  }

  @Test func aLengthThatIsTooShortOrTooLongLosesOnlyMessages() throws {
    let client = try TestClient([:])
    let message = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"okit/none\"}"
    try client.sendBytes(Array("Content-Length: \(message.utf8.count - 5)\r\n\r\n\(message)".utf8))
    #expect(try client.request("okit/none", .null)["error"]?["code"] == -32601)
    try client.sendBytes(Array("Content-Length: \(message.utf8.count + 9)\r\n\r\n\(message)".utf8))
    // The beginning of the next header belongs to the message that is too long.
    try client.notify("okit/lost", .null)
    #expect(try client.request("okit/none", .null)["error"]?["code"] == -32601)
  }

  @Test func aMessageThatIsTooLargeIsSkipped() {
    for size in [1, 7, 150, 1000] {
      var reader = MessageReader()
      reader.maximumLength = 100
      var parts: [MessageReader.Part] = []
      let bytes = Array("Content-Length: 101\r\n\r\n".utf8) + [UInt8](repeating: 0x20, count: 101)
      let stream = bytes + Array("Content-Length: 2\r\n\r\n{}".utf8)
      for start in stride(from: 0, to: stream.count, by: size) {
        reader.append(stream[start..<min(start + size, stream.count)])
        while let part = reader.next() { parts.append(part) }
      }
      #expect(parts == [.invalid("a message of 101 bytes; at most 100 are read"), .message(Array("{}".utf8))])
    }
  }

  @Test func aStreamWithoutMessagesTakesLittleMemory() {
    var reader = MessageReader()
    var count = 0
    for _ in 0..<100 {
      reader.append([UInt8](repeating: 0x78, count: 10_000))
      while let part = reader.next() { if case .invalid = part { count += 1 } }
    }
    #expect(count > 30)
    reader.append(Array("\r\n\r\nContent-Length: 2\r\n\r\n{}".utf8))
    var last: MessageReader.Part?
    while let part = reader.next() { last = part }
    #expect(last == .message(Array("{}".utf8)))
  }

  @Test func messagesMayArriveInPieces() throws {
    let client = try TestClient([:])
    let body = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"shutdown\"}"
    for byte in "Content-Type: x\r\ncontent-length:\(body.utf8.count)\r\n\r\n\(body)".utf8 {
      try client.sendBytes([byte])
    }
    #expect(client.response("p")?["result"] == .null)
  }

  @Test func aRequestThatIsCancelledBeforeItIsReadIsNotAnswered() throws {
    let client = try TestClient([:])
    func message(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
    let messages = [
      "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"shutdown\"}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\"c\"}}",
    ]
    try client.sendBytes(Array(messages.map(message).joined().utf8))
    #expect(client.response("c")?["error"]?["code"] == -32800)
    #expect(try client.request("shutdown", .null)["result"] == .null)
  }

  /// Requests and notifications with parameters that make no sense.
  @Test func wrongParametersAreRefused() throws {
    let client = try TestClient(["app.lua": ""])
    try client.open("app.lua", "local x = 1\n")
    let place: JSONValue = ["line": -1, "character": 1_000_000_000]
    let document: JSONValue = ["uri": client.uri("app.lua")]
    for feature in ["completion", "hover", "signatureHelp"] {
      let method = "textDocument/\(feature)"
      for params: JSONValue in [
        .null, 1, ["textDocument": 1], ["textDocument": document],
        ["textDocument": document, "position": ["line": "0"]],
        ["textDocument": ["uri": "file:///none.lua"], "position": place],
      ] {
        #expect(try client.request(method, params)["error"]?["code"] == -32602)
      }
      #expect(try client.request(method, ["textDocument": document, "position": place])["error"] == nil)
    }
    for params: JSONValue in [
      .null, ["textDocument": document], ["textDocument": document, "contentChanges": [1]],
      [
        "textDocument": document,
        "contentChanges": [["text": "", "range": ["start": ["line": 0, "character": 0], "end": 1]]],
      ],
    ] {
      try client.notify("textDocument/didChange", params)
      #expect(client.notifications.last?["method"] == "window/logMessage")
    }
    try client.settle()
  }
}
