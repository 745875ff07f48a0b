import OKitTestSupport
import Testing

/// `--allow` on the command line, and what the end of a script is for a session.
@Suite struct AllowTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local Shop = okit.Model:extend("Shop", { name = "open" })
      function Shop:read() self.name = io.open("data/name.txt"):read("a") end
      function Shop:leave() self.name = "left" os.exit(3) self.name = "ESCAPED" end
      function Shop:swallow() pcall(os.exit, 4) self.name = "ESCAPED" end
      Shop.label = function() os.exit(5) end
      local shop = okit.Model.register(Shop)
      if okit.arguments[1] == "early" then os.exit(6) end
      if okit.arguments[1] == "stored" then okit.Model.state(function() okit.Model.store(shop) end) end
      okit.ModelDetailTableController:extend("home", { titlePath = "name" })
      """,
      "data/name.txt": "from a file", "secret.txt": "SECRET",
      "app_test.lua": """
      it("reads", function()
        local app = okit.launch("app.lua")
        app:call("read()")
        expect(app:get("name")).to_be("from a file")
        expect(io.open("data/name.txt"):read("a")).to_be("from a file")
        expect(io.open("secret.txt")).to_be(nil)
      end)
      """,
    ])
  }

  private func run(_ arguments: String..., exec: String) throws -> CommandProcess.Result {
    let exec = exec.isEmpty ? [] : ["--exec", exec]
    return try CommandProcess.run(["app.lua", "--documents", "documents"] + exec + arguments, in: folder)
  }

  @Test func readsWhatIsPermitted() throws {
    let result = try run("--allow", "read=data", exec: "call read(); get name; eval (io.open('secret.txt'))")
    #expect(result == CommandProcess.Result(status: 0, output: "from a file\nnil\n", errors: ""))
    let refused = try run(exec: "call read()")
    #expect(refused.status == 1)
    #expect(
      refused.errors.hasPrefix(
        "app.lua:2: attempt to index a nil value (global 'io') (run with --allow read or --allow write)\n"),
      "\(refused.errors)")
  }

  @Test func reachesTheApplicationsOfTests() throws {
    let permitted = try CommandProcess.run(["test", "--allow", "read=data", "app_test.lua"], in: folder)
    #expect(permitted.status == 0, "\(permitted.output)")
    #expect(try CommandProcess.run(["test", "app_test.lua"], in: folder).status == 1)
    #expect(try CommandProcess.run(["test", "--allow", "red", "app_test.lua"], in: folder).status == 2)
  }

  static let exits: [(String, String?, Int32, String)] = [
    ("call leave(); get name", nil, 3, "left"), ("call swallow(); get name", nil, 4, "open"),
    ("call label(); get name", nil, 5, "open"), ("eval os.exit(7); get name", nil, 7, "open"),
    ("set-path name = new; eval os.exit(true); get name", "stored", 0, "new"),
    ("set-path name = new; eval os.exit(9)", "stored", 9, "new"), ("call leave(); get name", "stored", 3, "left"),
  ]

  @Test(arguments: exits)
  func exitEndsTheSessionInOrder(exec: String, argument: String?, status: Int32, stored: String) throws {
    let arguments = argument.map { ["--", $0] } ?? []
    let result = try CommandProcess.run(
      ["app.lua", "--documents", "documents", "--allow", "os", "--exec", exec] + arguments, in: folder)
    #expect(result == CommandProcess.Result(status: status, output: "", errors: ""))
    #expect(try run(exec: "get name").output == stored + "\n")
  }

  @Test func exitEndsAScriptBeforeItsFirstScreen() throws {
    let result = try CommandProcess.run(["app.lua", "--allow", "os", "--", "early"], input: "get name\n", in: folder)
    #expect(result == CommandProcess.Result(status: 6, output: "", errors: ""))
  }

  @Test func whatIsWrittenIsNotCutIntoLines() throws {
    let result = try run("--allow", "write", exec: "eval io.write('a', 1) and nil; eval io.stderr:write('b') and nil")
    #expect(result == CommandProcess.Result(status: 0, output: "a1nil\nnil\n", errors: "b"))
  }
}
