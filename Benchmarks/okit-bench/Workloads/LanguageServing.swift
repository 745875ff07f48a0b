import OKitEngine
import OKitLanguageServer
import OKitLua

extension Workload {
  static let languageServer = Workload(
    name: "lsp", about: "answers of okit-run lsp for 100 controllers with 2,000 bindings"
  ) { _, report in
    let editor = try BenchEditor(CheckedApplication(controllers: 100).script)
    try editor.answer("completion", "textDocument/completion", expecting: "director", report)
    try editor.answer("hover", "textDocument/hover", expecting: "Film.title", report)
    try editor.answer("signatureHelp", "textDocument/signatureHelp", expecting: "null", report)
    try editor.answer("definition", "textDocument/definition", expecting: "\"range\"", report)
    try editor.answer("1,000 references", "textDocument/references", expecting: "\"range\"", report)
    try editor.answer("rename in 1,000 places", "textDocument/rename", expecting: "\"newText\"", report)
    try editor.answer("semanticTokens", "textDocument/semanticTokens/full", expecting: "\"data\":[", report)
    let time = try measure(.milliseconds, repeats: 11) { try editor.check() }
    try report.add("lsp: didChange and diagnostics", time, .milliseconds, goal: 100)
  }
}

/// An editor with one open script, in the last of whose bindings a key is pressed before each request.
private final class BenchEditor {
  private let server = LanguageServer(version: "bench") { LuaApplication.Options() }
  private let uri: JSONValue = "file:///okit-bench/app.lua"
  private let place: JSONValue
  private var version = 1

  init(_ script: String) throws {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.lastIndex { $0.contains("path = \"title") } ?? 0
    let column = lines[line].firstRange(of: "title")?.lowerBound.utf16Offset(in: lines[line]) ?? 0
    place = ["line": .int(line), "character": .int(column + 5)]
    _ = try send("initialize", ["capabilities": .object([:])], id: 0)
    _ = try send(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "lua", "version": 1, "text": .string(script)]])
    try check(pressing: false)
  }

  /// Measures the time from a pressed key to the answer of a request.
  func answer(_ name: String, _ method: String, expecting text: String, _ report: Report) throws {
    let params: JSONValue = ["textDocument": ["uri": uri], "position": place, "newName": "caption"]
    let answer = try send(method, params, id: 1)
    guard answer.contains(text) else { throw WrongResult(description: "\(name): \(answer)") }
    let time = try measure(.milliseconds, repeats: 51) {
      try press()
      _ = try send(method, params, id: 1)
    }
    try report.add("lsp: \(name) after a key", time, .milliseconds, goal: 20)
  }

  /// Presses a key, and checks the application.
  func check() throws { try check(pressing: true) }

  private func check(pressing: Bool) throws {
    if pressing { try press() }
    var found = ""
    while server.needsCheck { found += String(decoding: server.check(), as: UTF8.self) }
    guard found.contains("publishDiagnostics") else { throw WrongResult(description: "no diagnostics") }
  }

  /// Inserts and removes a character, so that the script stays as it is.
  private func press() throws {
    for (text, end) in [("s", 0), ("", 1)] {
      version += 1
      guard case .int(let line)? = place["line"], case .int(let column)? = place["character"] else { return }
      _ = try send(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri, "version": .int(version)],
          "contentChanges": [
            [
              "text": .string(text),
              "range": [
                "start": ["line": .int(line), "character": .int(column)],
                "end": ["line": .int(line), "character": .int(column + end)],
              ],
            ]
          ],
        ])
    }
  }

  private func send(_ method: String, _ params: JSONValue, id: Int? = nil) throws -> String {
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    if let id { message["id"] = .int(id) }
    let body = try JSONValue.object(message).jsonBytes()
    return String(decoding: server.receive(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body), as: UTF8.self)
  }
}
