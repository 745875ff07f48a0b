import Foundation
import OKitTestSupport
import Testing

/// `okit-run lsp`: standard input and output, and how it ends.
@Suite struct LanguageServerCommandTests {
  private static func message(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  private static let initialize = message(
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#)
  private static let shutdown = message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
  private static let exit = message(#"{"jsonrpc":"2.0","method":"exit"}"#)

  static let ends: [(input: String, status: Int32)] = [
    (initialize + shutdown + exit, 0), (initialize + exit, 1), (exit, 1), ("", 1), (initialize + shutdown, 0),
    (initialize, 1), ("no message", 1),
  ]

  @Test(arguments: ends) func exitStatus(_ end: (input: String, status: Int32)) throws {
    let result = try CommandProcess.run(["lsp", "--stdio"], input: end.input, in: TestFolder())
    #expect(result.status == end.status)
    #expect(result.errors == "")
    #expect(result.output.contains(#""serverInfo":{"name":"okit""#) == end.input.contains("initialize"))
  }

  @Test func aSignalEndsTheServer() throws {
    let process = try CommandProcess(["lsp"], in: TestFolder())
    try process.send(Self.initialize)
    #expect(process.line()?.hasPrefix("Content-Length: ") == true)
    #expect(process.end(by: SIGTERM) == 128 + SIGTERM)
  }

  @Test func anOutputThatCannotBeWrittenEndsTheServer() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    #expect(try CommandProcess.run(["lsp"], input: Self.initialize, unwritable: full, in: TestFolder()) == 1)
  }

  @Test func wrongOptionsAreRefused() throws {
    #expect(try CommandProcess.run(["lsp", "app.lua"], in: TestFolder()).status == 2)
    #expect(try CommandProcess.run(["lsp", "--allow", "everything"], in: TestFolder()).status == 2)
  }
}
