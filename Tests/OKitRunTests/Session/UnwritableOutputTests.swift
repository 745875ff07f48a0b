import Foundation
import OKitTestSupport
import Testing

/// Output that cannot be written is a failure: exit code 1, after the state was stored.
@Suite struct UnwritableOutputTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder(["app.lua": ShopScript.text]) }

  static let commands: [[String]] = [
    ["--version"], ["--help"], ["help", "run"], ["run", "--version"], ["test", "--help"], ["manual"],
    ["--generate-completion-script", "bash"], ["api"], ["app.lua", "--exec", "screen"], ["app.lua", "--exec", "json"],
    ["app.lua", "--exec", "help"], ["app.lua", "--exec", "get title"], ["app.lua", "--exec", "eval print(1)"],
    ["app.lua", "--allow", "os", "--exec", "get title; eval os.exit(0)"], ["repl", "--exec", "1 + 1"],
    ["models", "list", "--documents", "d"], ["models", "show", "--documents", "d"],
    ["models", "verify", "--documents", "d"],
  ]

  @Test(arguments: commands)
  func `a full disk and a closed pipe`(arguments: [String]) throws {
    _ = try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "call fill()"], in: folder)
    #expect(try CommandProcess.run(arguments, in: folder).status == 0)
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    #expect(try CommandProcess.run(arguments, unwritable: full, in: folder) == 1)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(try CommandProcess.run(arguments, unwritable: pipe.fileHandleForWriting, in: folder) == 1)
  }

  @Test func `the state is stored all the same`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let arguments = ["app.lua", "--documents", "d"]
    let status = try CommandProcess.run(
      arguments, input: "get title\nset-path title = later\n", unwritable: full, in: folder)
    #expect(status == 1)
    #expect(try CommandProcess.run(arguments + ["--exec", "get title"], in: folder).output == "later\n")
  }
}
