import OKitTestSupport
import Testing

@Suite struct ReplCommandTests {
  private static let files = [
    "app.lua": """
    local okit = require "okit"
    local Counter = okit.Model:extend("Counter", { value = 0 })
    counter = okit.Model.register(Counter)
    okit.ModelDetailTableController:extend("home", { titlePath = "value", edit = false })
    """
  ]

  private func repl(_ input: String, _ arguments: [String] = ["app.lua"]) throws -> CommandProcess.Result {
    try CommandProcess.run(["repl"] + arguments, input: input, in: TestFolder(Self.files))
  }

  @Test func linesRunOneAfterTheOther() throws {
    let result = try repl(
      """
      counter.value = counter.value + 1
      for i = 1, 2 do

        print(i)
      end
      counter.value, counter
      :get value
      :stack
      """)
    #expect(result.lines.count == 5)
    #expect(result.lines.prefix(2) == ["1", "2"])
    #expect(result.lines[2].hasPrefix("1\tCounter ("))
    #expect(result.lines.suffix(2) == ["1", "home"])
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test(arguments: ["exit", "q", "quit"])
  func wordsEndTheSession(_ word: String) throws {
    let result = try repl("1\n\(word)\n2")
    #expect(result.lines == ["1"])
    #expect(result.status == 0)
    // A variable of that name is a value.
    #expect(try repl("\(word) = 5\n\(word)\n2").lines == ["5", "2"])
  }

  @Test func mistakesAreToldAndTheRestRuns() throws {
    let result = try repl("x = 1\nerror('broken')\n:oops\nx = = 2\nx\nfunction f(")
    #expect(result.lines == ["1"])
    #expect(result.errors.contains("<stdin>:2: broken"))
    #expect(result.errors.contains("unknown command \"oops\""))
    #expect(result.errors.contains("<stdin>:4: unexpected symbol near '='"))
    #expect(result.errors.contains("<stdin>:6: "))
    #expect(result.status == 1)
  }

  @Test func errorsShowTheLineThatWasTyped() throws {
    let result = try repl("1 + 1\nfunction f(x)\n  return x.name.first\nend\n\nlocal a = f({})\n")
    #expect(result.errors.contains("<stdin>:3: "))
    #expect(result.errors.contains("      return x.name.first\n"))
    #expect(try repl("nothing.at_all").errors.contains("    nothing.at_all\n"))
  }

  @Test func modelsSurviveALimit() throws {
    let result = try repl(
      "counter.value = 5\nx = 1\ncounter.value = 6 while true do end\ncounter.value, x\n",
      ["app.lua", "--limit-instructions", "1000000"])
    #expect(result.lines == ["5\tnil"])
    #expect(result.errors.contains("limit of 1000000 instructions"))
    #expect(result.errors.contains("which was reloaded"))
    #expect(result.status == 1)
  }

  @Test func theStateIsStored() throws {
    let folder = try TestFolder(Self.files)
    let arguments = ["repl", "app.lua", "--documents", "documents"]
    #expect(try CommandProcess.run(arguments + ["--exec", "counter.value = 7"], in: folder).status == 0)
    let result = try CommandProcess.run(arguments, input: "counter.value\n:quit\nprint('not any more')\n", in: folder)
    #expect(result.lines == ["7"])
  }

  @Test func withoutAScriptThereIsAnEmptyApplication() throws {
    let folder = try TestFolder(["part.lua": "return 'a part'"])
    let result = try CommandProcess.run(
      ["repl", "--exec", "require 'part', okit.app.stack", "--exec", "f(", "--exec", ":stack", "--", "x"], in: folder)
    #expect(result.lines == ["\"a part\"\t{ \"home\" }", "home"])
    #expect(result.errors.hasPrefix("--exec:2: "))
    #expect(result.status == 1)
    #expect(!folder.exists(".local"))
  }
}
