import OKitEngine
import OKitLanguageServer
import OKitLua
import OKitTestSupport
import Testing

/// A client in the process of the test: it writes messages to a server, and reads those of the server.
final class TestClient {
  let server: LanguageServer
  let folder: TestFolder
  private(set) var notifications: [JSONValue] = []
  private var responses: [JSONValue: JSONValue] = [:]
  private var count = 0
  /// The answer to `initialize`.
  private(set) var initialization = JSONValue.null
  /// The last error of a response.
  private(set) var lastFailure: JSONValue?

  /// - Parameters:
  ///   - files: the files of the folder that the client opens.
  ///   - encodings: the position encodings that the client offers.
  ///   - workspace: what the client can do with its workspace.
  init(
    _ files: [String: String], options: JSONValue = .null, encodings: [String] = [],
    workspace: JSONValue = .object([:]), initializes: Bool = true
  ) throws {
    folder = try TestFolder(files)
    server = LanguageServer(version: "1") {
      var options = LuaApplication.Options()
      options.parts = .everything
      options.limits.time = .seconds(2)
      return options
    }
    guard initializes else { return }
    let response = try request(
      "initialize",
      [
        "rootUri": .string("file://\(folder.path)"), "initializationOptions": options,
        "capabilities": [
          "general": ["positionEncodings": .array(encodings.map(JSONValue.string))], "workspace": workspace,
        ],
      ])
    initialization = try #require(response["result"])
    try notify("initialized", .object([:]))
  }

  // MARK: Messages

  /// Sends a request, and returns the whole response.
  @discardableResult
  func request(_ method: String, _ params: JSONValue) throws -> JSONValue {
    count += 1
    let id = JSONValue.int(count)
    try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    let response = responses.removeValue(forKey: id)
    return try #require(response)
  }

  /// The response to a request with an id of its own.
  func response(_ id: String) -> JSONValue? { responses[.string(id)] }

  func notify(_ method: String, _ params: JSONValue) throws {
    try send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func send(_ message: JSONValue) throws {
    let body = try message.jsonBytes()
    try sendBytes(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func sendBytes(_ bytes: [UInt8]) throws { try take(server.receive(bytes)) }

  /// Lets the server check all that has changed.
  func settle() throws { while server.needsCheck { try take(server.check()) } }

  /// Reads the messages of the server, whose framing must be right.
  private func take(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
      let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = try #require(Int(header.dropFirst("Content-Length: ".count)))
      let body = rest[end.upperBound...].prefix(length)
      try #require(body.count == length)
      let message = try JSONValue.parse(json: Array(body))
      lastFailure = message["error"] ?? lastFailure
      if let id = message["id"], message["method"] == nil {
        responses[id] = message
      } else {
        notifications.append(message)
      }
      rest = rest[end.upperBound...].dropFirst(length)
    }
  }

  // MARK: Documents

  func uri(_ name: String) -> JSONValue { .string("file://\(folder.path)/\(name)") }

  func open(_ name: String, _ text: String, version: Int = 1) throws {
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(name), "languageId": "lua", "version": .int(version), "text": .string(text),
        ]
      ])
  }

  func change(_ name: String, _ text: String, version: Int) throws {
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri(name), "version": .int(version)], "contentChanges": [["text": .string(text)]],
      ])
  }

  /// The diagnostics that the client shows for a file: one line each.
  func diagnostics(_ name: String) -> [String] {
    let last = notifications.last {
      $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == uri(name)
    }
    guard case .array(let diagnostics)? = last?["params"]?["diagnostics"] else { return [] }
    return diagnostics.map { diagnostic in
      func text(_ value: JSONValue?) -> String { (try? value?.json()) ?? "nil" }
      let (start, end) = (diagnostic["range"]?["start"], diagnostic["range"]?["end"])
      func place(_ value: JSONValue?) -> String { "\(text(value?["line"])):\(text(value?["character"]))" }
      return "\(place(start))-\(place(end)) \(text(diagnostic["severity"])) \(text(diagnostic["code"])) "
        + text(diagnostic["message"])
    }
  }
}
