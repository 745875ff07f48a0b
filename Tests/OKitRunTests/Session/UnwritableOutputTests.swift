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
    ["models", "verify", "--documents", "d"], ["models", "export", "--documents", "d", "--format", "xml"],
    ["models", "export", "--documents", "d", "--format", "csv"],
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

  @Test(arguments: ["pretty", "tap", "junit", "json"])
  func `a report that cannot be written`(format: String) throws {
    try folder.write("it('passes', function() end)", to: "a_test.lua")
    for file in ["/dev/full", "."] {
      let result = try CommandProcess.run(["test", "--format", format, "--output", file], in: folder)
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains("cannot write"))
    }
  }

  /// The system ends a process that writes beyond the limit, unless that is only an error.
  @Test(arguments: [
    ["app.lua", "--documents", "d", "--exec", "set-path title = \(String(repeating: "long", count: 300)); store"],
    ["api"], ["manual"], ["test", ".", "--format", "json", "--output", "report.json"],
  ])
  func `a limit of the size of files`(arguments: [String]) throws {
    let tests = (1...20).map { "it('a test with number \($0)', function() end)" }
    try folder.write(tests.joined(separator: "\n"), to: "many_test.lua")
    _ = try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "set-path title = Before"], in: folder)
    let result = try CommandProcess.run(arguments, in: folder, after: "ulimit -f 1")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("File too large"), "\(result)")
    let title = try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "get title"], in: folder).output
    #expect(title == "Before\n")
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
