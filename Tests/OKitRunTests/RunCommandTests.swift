import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// Sessions with an application: the commands from standard input and from `--exec`.
@Suite struct RunCommandTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder(["shop/app.lua": ShopScript.text]) }

  private func run(_ commands: [String], _ arguments: [String] = []) throws -> CommandProcess.Result {
    let input = commands.map { $0 + "\n" }.joined()
    return try CommandProcess.run(
      ["shop/app.lua", "--log", "warn", "--documents", "documents"] + arguments, input: input, in: folder)
  }

  /// A timer runs before a command that is no turn, as soon as it is due: here while the screen is computed.
  @Test func dueTimersRunBeforeTheNextCommand() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local m = okit.Model.register(okit.Model:extend("M", { count = 0 }))
      function later() okit.after(0.01, function() m.count = m.count + 1 end) end
      okit.ModelDetailTableController:extend("home", { titlePath = function(m)
        local start = os.clock()
        while os.clock() - start < 0.05 do end
        return "count " .. m.count
      end })
      """
    ])
    let result = try CommandProcess.run(
      ["app.lua", "--documents", "d"], input: "eval later()\nscreen\nget count\n", in: folder)
    #expect(result.status == 0 && result.lines.last == "1", "\(result)")
  }

  /// Whatever stands where a file is expected, nothing waits for it.
  @Test(arguments: ["en.lproj/Localizable.strings", "Main.storyboard", "app.lua", "part.lua", "a_test.lua"])
  func fifosAreErrors(name: String) throws {
    let folder = try TestFolder([
      "en.lproj/Localizable.strings": "", "Main.storyboard": "", "a_test.lua": "", "part.lua": "",
      "app.lua": """
      local okit = require "okit"
      okit.Model.register(okit.Model:extend("R", { name = "" }))
      require "part"
      \(name == "Main.storyboard" ? "okit.storyboard 'Main.storyboard'" : "")
      okit.ModelDetailTableController:extend("home", { titlePath = "name" })
      """,
    ])
    let path = folder.path + "/" + name
    for isLink in [false, true] {
      #expect(unlink(path) == 0)
      #expect(mkfifo(isLink ? folder.path + "/pipe" : path, 0o600) == 0)
      if isLink { #expect(symlink(folder.path + "/pipe", path) == 0) }
      let commands =
        name == "a_test.lua"
        ? [["test", "a_test.lua"], ["test", "--list", "a_test.lua"]]
        : [["run", "app.lua", "--exec", "screen"], ["check", "app.lua"], ["api", "app.lua"], ["repl", "app.lua"]]
          + (name == "Main.storyboard" ? [["storyboard", name]] : [])
      for command in commands {
        let result = try CommandProcess.run(command, in: folder)
        #expect(result.status != 0, "\(command)")
        let output = result.errors + result.output
        #expect(output.contains("it is a FIFO, not a regular file"), "\(command): \(result)")
      }
    }
  }

  @Test func showsTheFirstScreenWithoutCommands() throws {
    for input in [[], ["# only a comment", ""]] {
      let result = try run(input)
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.lines.first?.hasPrefix("╭─ books ") == true)
      #expect(result.output.contains("Book Shop"))
      #expect(result.output.contains("0 Books"))
    }
  }

  @Test func showsWhatIsAskedFor() throws {
    let result = try run(["tap Add", "screen"])
    #expect(result.status == 0)
    #expect(result.output.contains("New Book"))
    #expect(result.output.contains("‹Name›"))
    #expect(result.lines.filter { $0.hasPrefix("╭─ books ") }.count == 1)
  }

  static let sessions: [([String], String)] = [
    (["get title"], "Book Shop\n"),
    (["get books.@count", "get books[7]/name", "get #a"], "0\nnil\na\n"),
    (["tap Add", "alert name = Kim > OK", "get books[0]/name"], "Kim\n"),
    (["tap Add", "alert = Kim > OK", "get books[0]/name"], "Kim\n"),
    (["call fill()", "row Emma", "stack", "back", "stack"], "books\nbook\nbooks\n"),
    (["call fill()", "row 2", "get name"], "Emma\n"),
    (["call fill()", "more Dune > Mark", "get books[0]/marked"], "true\n"),
    (["call fill()", "more Dune", "tap Mark", "get books[0]/marked"], "true\n"),
    (["call fill()", "quick Dune", "get books[0]/marked"], "true\n"),
    (["call fill()", "delete Dune", "alert > Yes", "get books.@count"], "1\n"),
    (["call fill()", "delete Dune", "tap No", "get books.@count"], "2\n"),
    (
      [
        "call fill()", "tap Dune", "tap Edit", "type Name = Dune II", "set Marked = true", "choose Size = L",
        "set Copies = 4", "tap Done", "get name", "get marked", "get size", "get copies",
      ], "Dune II\ntrue\n2\n4\n"
    ),
    (["call fill()", "tap Dune", "tap Edit", "choose Size = 2", "get size"], "1\n"),
    (["set-path title = A", "changes", "changes"], "/title: \"Book Shop\" → \"A\"\nno changes\n"),
    (
      ["call fill()", "models", "store", "models"],
      "default  Shop  3 entities  unsaved changes\ndefault  Shop  3 entities\n"
    ),
    (["eval return 1 + 1, \"a;b\"", "eval x = 3", "eval return x"], "2\na;b\n3\n"),
    (
      ["eval return okit.now().timestamp", "advance 5m", "eval return okit.now().timestamp"],
      "1577836800\n1577837100\n"
    ),
    (["background", "foreground", "call fill()", "row Dune", "stack"], "books\nbook\n"),
    (
      ["help tap"],
      "tap X\n  taps a button, an alert's or a sheet's action, a row, or a cell of a grid: tap\n  2, Price\n"
        + "  example: tap Edit\n"
    ),
    (["call fill()", "quit", "get title"], ""),
    (["eval print(\"hello\")"], "hello\n"), (["eval \"a\\255b\""], "a\\xFFb\n"),
  ]

  @Test(arguments: sessions)
  func carriesOut(commands: [String], output: String) throws {
    let result = try run(commands, ["--now", "2020-01-01"])
    #expect(result == CommandProcess.Result(status: 0, output: output, errors: ""))
    let exec = try CommandProcess.run(
      ["shop/app.lua", "--log", "warn", "--documents", "other", "--now", "2020-01-01", "--exec"]
        + [commands.joined(separator: "; ")], in: folder)
    #expect(exec == result)
  }

  @Test func searchesAndFilters() throws {
    let result = try run(["call fill()", "search em", "screen", "search", "filter 1", "screen"])
    #expect(result.status == 0)
    let screens = result.output.components(separatedBy: "╭─ books")
    #expect(screens.count == 3)
    #expect(screens[1].contains("Emma") && !screens[1].contains("Dune"))
    #expect(screens[2].contains("no entries"))
  }

  @Test func printsJSON() throws {
    let result = try run(
      [
        "call fill()", "json", "models", "stack", "changes", "get books[0]/name", "screen",
        "eval 'a \"text\"', { 1 }, print",
      ],
      ["--format", "json"])
    #expect(result.status == 0)
    let documents = try result.lines.map { try JSONValue.parse(json: Array($0.utf8), file: "output") }
    #expect(documents.count == 9)
    #expect(documents[0]["title"] == "Book Shop")
    #expect(documents[1] == [["name": "default", "type": "Shop", "entities": 3, "unsaved": true]])
    #expect(documents[2] == ["books"])
    #expect(documents[4] == "Dune")
    #expect(documents[5] == documents[0])
    #expect(documents[6] == "a \"text\"")
    #expect(documents[7] == [1])
    #expect(documents[8] == "function")
  }

  @Test func keepsTheStateFromSessionToSession() throws {
    #expect(try run(["call fill()"]).status == 0)
    #expect(folder.exists("documents/okit/data/default.json"))
    #expect(try run(["get books[1]/name"]).output == "Emma\n")
  }

  static let failures: [([String], String)] = [
    (["tpa Add"], "<stdin>:1: unknown command \"tpa\" (did you mean \"tap\"?)\n"),
    (["# first", "tap"], "<stdin>:2: missing argument for \"tap\" (usage: tap X)\n"),
    (["menu"], "<stdin>:1: the application has no menu\n"),
    (["undo"], "<stdin>:1: there is nothing to undo\n"),
    (
      ["get title", "set-path titel = 1"],
      "<stdin>:2: Shop has no property \"titel\" (did you mean \"title\"?)\n    titel\n    ^\n"
    ),
    (
      ["get titel"],
      "<stdin>:1: Shop has no property or function \"titel\" (did you mean \"title\"?)\n    titel\n    ^\n"
    ),
    (["get books[7]/nam"], "<stdin>:1: Book has no property or function \"nam\" (did you mean \"name\"?)\n"),
    (["get title["], "<stdin>:1: "), (["call titel/x()"], "<stdin>:1: Shop has no property or function \"titel\""),
    (["call title/foo"], "<stdin>:1: "),
    (["set-path titel/x = 1"], "<stdin>:1: Shop has no property or function \"titel\" (did you mean \"title\"?)\n"),
    (["advance soon"], "<stdin>:1: \"soon\" is not a time span (use 90s, 5m, 1h30m, 2d or a number of seconds)\n"),
    (
      ["filter Alls"],
      "<stdin>:1: no scope matches \"Alls\" on \"books\"; available: \"All\", \"0\", \"1\" (did you mean \"All\"?)\n"
    ),
  ]

  @Test(arguments: failures)
  func stopsAtTheFirstFailure(commands: [String], errors: String) throws {
    let result = try run(commands + ["set-path title = later"])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix(errors), "\(result.errors)")
    #expect(!result.output.contains("nil"))
    #expect(try run(["get title"]).output == "Book Shop\n")
  }

  @Test func aFailureOfTheScriptIsReportedAndTakenBack() throws {
    let result = try run(["call fill()", "more Dune > Fail", "get books[0]/name"])
    #expect(result.status == 1)
    #expect(result.output == "Dune\n")
    #expect(result.errors.contains("shop/app.lua:8: it fails"), "\(result.errors)")
  }

  @Test func storesNothingAfterARefusedCommand() throws {
    let lost =
      "the changes since the last store are not stored (--keep-going runs the other commands and stores them)\n"
    let commands = ["call fill()", "tap Nothing", "set-path title = later"]
    for arguments in [[], ["--exec", commands.joined(separator: ";")]] {
      let refused = try run(commands, arguments)
      #expect(refused.status == 1 && refused.errors.hasSuffix(lost), "\(refused)")
      #expect(!folder.exists("documents/okit/data/default.json"))
    }
    let going = try run(commands + ["tpa", "get books.@count"], ["--keep-going"])
    #expect(going.status == 1 && going.output == "2\n" && !going.errors.contains("not stored"), "\(going)")
    #expect(going.errors.contains("no element") || going.errors.contains("Nothing"), "\(going)")
    #expect(try run(["get title", "get books.@count"]).output == "later\n2\n")
    let stored = try run(["set-path title = kept", "store", "set-path title = lost", "tpa"])
    #expect(stored.status == 1 && stored.errors.hasSuffix(lost), "\(stored)")
    #expect(try run(["get title"]).output == "kept\n")
    // An error of the script is no refused command, whoever has called its function.
    let failures = ["more Dune > Fail", "call books[0]/fail()", "set-path books[0]/fail() = 1", "eval error('no')"]
    for (number, failure) in failures.enumerated() {
      #expect(try run([failure, "set-path title = after \(number)"]).status == 1, "\(failure)")
      #expect(try run(["get title"]).output == "after \(number)\n", "\(failure)")
    }
    #expect(try run(["eval x y", "set-path title = lost"]).status == 1)
    #expect(try run(["get title"]).output == "after 3\n")
    let terminal = try run(["get title"], ["--exec", "get title", "--keep-going"])
    #expect(terminal.status == 0 && terminal.output == "after 3\n")
    try folder.write("print('done')", to: "program.lua")
    #expect(
      try CommandProcess.run(["program.lua", "--keep-going"], in: folder).errors.contains("needs an application"))
  }

  @Test func refusesInputThatIsNoText() throws {
    let input = Data("get title\n".utf8) + Data([0x67, 0xFF, 0x0A])
    let result = try CommandProcess.run(["shop/app.lua", "--log", "warn"], input: input, in: folder)
    #expect(result.status == 1)
    #expect(result.output == "Book Shop\n")
    #expect(result.errors == "<stdin>:2: the command is not valid UTF-8\n")
    let going = try CommandProcess.run(
      ["shop/app.lua", "--log", "warn", "--keep-going"], input: input + Data("get title\n".utf8), in: folder)
    #expect(going.status == 1 && going.output == "Book Shop\nBook Shop\n", "\(going)")
  }

  @Test func keepsModelsBelowTheUsersDataFolder() throws {
    _ = try CommandProcess.run(["shop/app.lua"], input: "call fill()\n", in: folder)
    #expect(folder.exists(".local/share/okit-run/shop/okit/data/default.json"))
    _ = try CommandProcess.run(
      ["shop/app.lua"], input: "call fill()\n", in: folder, environment: ["XDG_DATA_HOME": folder.path + "/xdg"])
    #expect(folder.exists("xdg/okit-run/shop/okit/data/default.json"))
    _ = try CommandProcess.run(
      ["shop/app.lua"], input: "call fill()\n", in: folder, environment: ["OKIT_DOCUMENTS": "own"])
    #expect(folder.exists("own/okit/data/default.json"))
  }

  @Test func handsArgumentsOverAndLogs() throws {
    try folder.write("print(#okit.arguments, okit.arguments[2])\n" + ShopScript.text, to: "args.lua")
    let result = try CommandProcess.run(
      ["run", "args.lua", "--documents", "d", "--", "-x", "two"], input: "stack\n", in: folder)
    #expect(result == CommandProcess.Result(status: 0, output: "2\ttwo\nbooks\n", errors: "info: ready\n"))
  }
}
