import OKitEngine
import OKitLanguageServer
import OKitLua
import OKitTestSupport

extension FuzzTarget {
  /// Messages of a client: each request has one answer, and the server answers after any input.
  ///
  /// A line that begins with `{` is the body of a message, one that begins with `=` opens a document with the rest of
  /// the input, and any other line is sent as it is.
  public static let languageServer = FuzzTarget(name: "lsp") {
    { input in try FuzzedEditor().run(input) }
  }
}

private final class FuzzedEditor {
  private let server: LanguageServer
  private var answered: [JSONValue: Int] = [:]
  private static let uri: JSONValue = "file:///nowhere/app.lua"

  init() {
    server = LanguageServer(version: "fuzz") {
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 600_000_000)))
      options.parts = .everything
      options.limits = LuaLimits(memory: 16 << 20, time: .milliseconds(400), instructions: 100_000)
      return options
    }
  }

  func run(_ input: [UInt8]) throws {
    try send(["id": "initialize", "method": "initialize", "params": .object([:])])
    var rest = input[...]
    while !rest.isEmpty, !server.hasExited {
      let (line, after) = Array(rest).splitLine()
      rest = after
      switch line.first {
      case UInt8(ascii: "{"): try frame(Array(line))
      case UInt8(ascii: "="):
        try open(String(decoding: rest, as: UTF8.self))
        rest = []
      default: try take(server.receive(Array(line) + [0x0D, 0x0A]))
      }
      if server.needsCheck { try take(server.check()) }
    }
    // The end of a message whose length was too long.
    for _ in 0..<3 where !server.hasExited && answered["last"] == nil {
      try take(server.receive([UInt8](repeating: 0x0A, count: 20_000)))
      try send(["id": "last", "method": "okit/none"])
    }
    for (id, count) in answered where id != .null {
      try require(count == 1 || id != "initialize", "\(id): \(count) answers")
    }
  }

  /// Opens a document, asks at several places, changes it, and asks again.
  private func open(_ text: String) throws {
    try send([
      "method": "textDocument/didOpen",
      "params": ["textDocument": ["uri": Self.uri, "version": 1, "languageId": "lua", "text": .string(text)]],
    ])
    if server.needsCheck { try take(server.check()) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.prefix(20).enumerated() {
      for column in Set([0, line.utf16.count / 2, line.utf16.count]).sorted() { try ask(number, column) }
    }
    try send([
      "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": Self.uri, "version": 2],
        "contentChanges": [
          [
            "text": "\"",
            "range": [
              "start": ["line": 0, "character": .int(text.utf8.count % 7)],
              "end": ["line": .int(lines.count / 2), "character": 3],
            ],
          ]
        ],
      ],
    ])
    try ask(0, text.utf8.count % 7 + 1)
  }

  private func ask(_ line: Int, _ column: Int) throws {
    for name in ["completion", "hover", "signatureHelp"] {
      let id = JSONValue.string("\(name) \(line) \(column)")
      let before = answered[id] ?? 0
      try send([
        "id": id, "method": .string("textDocument/\(name)"),
        "params": [
          "textDocument": ["uri": Self.uri], "position": ["line": .int(line), "character": .int(column)],
        ],
      ])
      try require((answered[id] ?? 0) == before + 1 || server.hasExited, "no answer to \(id)")
    }
  }

  private func send(_ message: JSONValue) throws { try frame(try message.jsonBytes()) }

  private func frame(_ body: [UInt8]) throws {
    try take(server.receive(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body))
  }

  /// Reads what the server has written, which must be well-formed.
  private func take(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)),
        let length = Int(
          String(decoding: rest[..<end.lowerBound].dropFirst("Content-Length: ".utf8.count), as: UTF8.self))
      else { throw FuzzFinding("an answer without a header") }
      let body = rest[end.upperBound...].prefix(length)
      try require(body.count == length, "an answer that is too short")
      let message = try JSONValue.parse(json: Array(body))
      if let id = message["id"], message["method"] == nil { answered[id, default: 0] += 1 }
      rest = rest[end.upperBound...].dropFirst(length)
    }
  }
}
