import Foundation
import OKitTestSupport
import Testing

/// Errors before an application runs: a message with place and nearest correct name, exit code 1 or 2, and no file
/// changed.
@Suite struct BadInputTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder(["app.lua": ShopScript.text, "shop/app.lua": ShopScript.text]) }

  private func run(_ arguments: String..., input: String = "") throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, input: input, in: folder)
  }

  // MARK: The command line

  @Test func `help describes itself`() throws {
    let result = try run("help", "help")
    #expect(result.status == 0)
    #expect(result.output.contains("okit-run help [<subcommands> ...]"), "\(result)")
  }

  private static let subcommands =
    "(expected one of run, tui, serve, render, new, repl, test, explore, record, trace, check, lsp, models, api, "
    + "storyboard, help)\n"

  @Test(arguments: [
    (["--limit-memory", "1K"], "the script exceeded the memory limit of 1024 bytes (raise it with --limit-memory)"),
    (["--limit-depth", "1"], "(raise it with --limit-depth)"),
    (["--limit-depth", "2"], "(raise it with --limit-depth)"),
  ])
  func `a limit that is too low names its option`(options: [String], text: String) throws {
    let result = try CommandProcess.run(["app.lua", "--documents", "d"] + options, in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  static let usage: [([String], String)] = [
    (["ap.lua"], "no such file: ap.lua (did you mean \"app.lua\"?)\n"),
    (["rum"], "no such file: rum (did you mean \"run\"?)\n"),
    (["rnu"], "no such file: rnu (did you mean \"run\"?)\n"),
    (["rnu", "app.lua"], "unknown subcommand \"rnu\" (did you mean \"run\"?)\n"),
    (["help", "foo"], "unknown subcommand \"foo\" \(Self.subcommands)"),
    (["help", "rnu"], "unknown subcommand \"rnu\" (did you mean \"run\"?)\n"),
    (["help", "models", "shwo"], "unknown subcommand \"shwo\" (did you mean \"show\"?)\n"),
    (["verify", "--help"], "unknown subcommand \"verify\" \(Self.subcommands)"),
    (["rnu", "-h"], "unknown subcommand \"rnu\" (did you mean \"run\"?)\n"),
    (
      ["models", "foo"],
      """
      unknown subcommand "foo" (expected one of list, show, verify, restore, compact, export, import, convert, \
      describe, 
      """
        + "rekey, backup)\n"
    ),
    (
      ["models", "foo", "--documents", "d"],
      """
      unknown subcommand "foo" (expected one of list, show, verify, restore, compact, export, import, convert, \
      describe, 
      """
        + "rekey, backup)\n"
    ),
    (["models", "lsit"], "unknown subcommand \"lsit\" (did you mean \"list\"?)\n"),
    (["--verison"], "unknown option \"--verison\" (did you mean \"--version\"?)\n"),
    (["test", "--mutat"], "unknown option \"--mutat\" (did you mean \"--mutate\"?)\n"),
    (["run", "--wach"], "unknown option \"--wach\" (did you mean \"--watch\"?)\n"),
    (
      ["models", "restore", "shop", "--endpoint", "http://127.0.0.1:1", "--documents", "."],
      "unknown option \"--endpoint\"\n"
    ),
    (["help", "--foo"], "unknown option \"--foo\"\n"),
    (["help", "models", "--vrbose"], "unknown option \"--vrbose\"\n"),
    (["models", "show", "--foo"], "unknown option \"--foo\"\n"),
    (["models", "list", "--foo"], "unknown option \"--foo\"\n"),
    (["models", "restore", "--documnts", "d"], "unknown option \"--documnts\" (did you mean \"--documents\"?)\n"),
    (["models", "list", "--hepl"], "unknown option \"--hepl\" (did you mean \"--help\"?)\n"),
    (["models", "lsit", "--documents", "d"], "unknown subcommand \"lsit\" (did you mean \"list\"?)\n"),
    (["app.lua", "more"], "Error: Unexpected argument 'more'\n"),
    (["shop/nothing.lua"], "no such file: shop/nothing.lua\n"),
    (["shop/ap.lua"], "no such file: shop/ap.lua (did you mean \"shop/app.lua\"?)\n"),
    (["shop"], "shop is a folder, not a script (did you mean \"shop/app.lua\"?)\n"),
    ([], "Error: Missing expected argument '<script>'\n"),
    (["app.lua", "--sead", "1"], "unknown option \"--sead\" (did you mean \"--seed\"?)\n"),
    (
      ["app.lua", "--seed", "x"],
      "Error: The value 'x' is invalid for '--seed <seed>': \"x\" is not a seed; use a whole number from 0."
    ),
    (["app.lua", "--now", "so\u{1B}[31mon\u{202E}"], #"Error: The value 'so\u{1B}[31mon\u{202E}' is invalid"#),
    (["app.lua", "--now", "soon"], "Error: The value 'soon' is invalid for '--now <date>': \"soon\" is not a date"),
    (["app.lua", "--limit-memory", "much"], "Error: The value 'much' is invalid for '--limit-memory <size>'"),
    (
      ["app.lua", "--limit-instructions", "0"],
      "Error: The value '0' is invalid for '--limit-instructions <number>'"
    ),
    (["app.lua", "--limit-time", "0"], "Error: The value '0' is invalid for '--limit-time <span>'"),
    (
      ["app.lua", "--limit-time", "99999999999999999999s"],
      "Error: The value '99999999999999999999s' is invalid for '--limit-time <span>'"
    ),
    (
      ["app.lua", "--lua-path", "nothere"],
      "Error: The value 'nothere' is invalid for '--lua-path <dir>': no such folder: nothere."
    ),
    (
      ["app.lua", "--lua-path", "nothere/?.lua;;"],
      "Error: The value 'nothere/?.lua;;' is invalid for '--lua-path <dir>': no such folder: nothere."
    ),
    (
      ["app.lua", "--allow", "net=a b"],
      "Error: --allow: \"a b\" is not the name of a host (use for example example.org or example.org:8080)."
    ),
    (
      ["app.lua", "--allow", "env=SEC*"],
      "Error: --allow: \"SEC*\" is not the name of a variable (use for example HOME)."
    ),
    (["app.lua", "--allow", "raed=/tmp"], "Error: --allow: unknown permission \"raed\" (did you mean \"read\"?)."),
    (["app.lua", "--allow", "os=ls"], "Error: --allow: the permission \"os\" takes no value, got \"ls\"."),
    (
      ["app.lua", "--allow", "read=nowhere"],
      "Error: --allow: cannot grant the permission for nowhere: No such file or directory"
    ),
    (["app.lua", "--log", "loud"], "Error: The value 'loud' is invalid for '--log <level>'"),
    (["app.lua", "--documents", ""], "--documents needs the name of a folder"),
    (["app.lua", "--time-zone", "Mars/Base"], "unknown time zone \"Mars/Base\""),
    (["app.lua", "--time-zone", "SystemV/PST8PDT"], "this system has no data of the time zone \"SystemV/PST8PDT\""),
    (["app.lua", "--time-zone", "GMT-18:00"], "this system has no data of the time zone \"GMT-18:00\""),
    (["app.lua", "--locale", "xx_YYY"], "unknown locale \"xx_YYY\" (use a language and a region: de_DE)"),
    (["app.lua", "--locale", "de_DE@euro"], "unknown keyword \"euro\" in the locale \"de_DE@euro\""),
    (["app.lua", "--locale", "en_US@numbers="], "unknown keyword \"numbers=\" in the locale \"en_US@numbers=\""),
    (["app.lua", "--locale", "de_D"], "unknown locale \"de_D\" (did you mean \"de_DE\"?)"),
  ]

  @Test(arguments: usage)
  func refuses(arguments: [String], errors: String) throws {
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(errors), "\(result.errors)")
  }

  @Test func tellsVersionAndHelp() throws {
    let version = try run("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(try run("run", "--version") == version)
    let help = try run("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("USAGE: okit-run"))
    #expect(help.output.contains("okit-run app.lua --exec 'tap Add; screen'\n"))
    #expect(try run("help", "models", "list").output.contains("USAGE: okit-run models list"))
    #expect(try run("manual").lines[0].wholeMatch(of: /\.Dd [A-Z][a-z]+ \d{1,2}, \d{4}/) != nil)
    #expect(try run("models", "help").output == run("help", "models").output)
    #expect(try run("models", "help", "list").output == run("help", "models", "list").output)
    #expect(try run("models", "help", "lst").errors == "unknown subcommand \"lst\" (did you mean \"list\"?)\n")
    for columns in [70, 80, 120] {
      let help = try CommandProcess.run(["help", "run"], in: folder, environment: ["COLUMNS": "\(columns)"])
      #expect(help.lines.allSatisfy { $0.count <= columns }, "\(help.output)")
    }
    #expect(try run("run", "--help").output.contains("--documents <dir>"))
  }

  // MARK: Scripts

  @Test func tellsWhatIsWrongWithAScript() throws {
    let scripts: [(String, Data, String)] = [
      ("syntax.lua", Data("local x = \nlocal y ==\n".utf8), "syntax.lua:2: "),
      ("bytes.lua", Data("local x = \"".utf8) + Data([0xFF]) + Data("\"\n".utf8), "bytes.lua"),
      ("error.lua", Data("\nerror(\"no way\")\n".utf8), "error.lua:2: no way"),
      (
        "binding.lua", Data("okit.ModelListTableController:extend(\"x\", { titlePath = \"a(\" })\n".utf8),
        "binding.lua:1: "
      ),
      (
        "property.lua", Data("okit.ModelListTableController:extend(\"x\", { titelPath = \"a\" })\n".utf8),
        "did you mean \"titlePath\"?"
      ),
    ]
    for (name, text, message) in scripts {
      try folder.write(text, to: name)
      let result = try run(name)
      #expect(result.status == 1, "\(name)")
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(name): \(result.errors)")
    }
  }

  // MARK: Documents

  @Test func refusesDocumentsThatCannotBeUsed() throws {
    try folder.write("a file", to: "taken")
    let result = try run("app.lua", "--log", "warn", "--documents", "taken/inside")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("cannot use taken/inside: Not a directory (a part of the path"), "\(result.errors)")
    #expect(try folder.read("taken") == "a file")
  }

  static let damaged: [(String, String)] = [
    ("", "byte 0"), ("{\"books\": [", "byte 11"), ("{\"books\": 5}", "books"), ("[]", "expected an object"),
    (String(repeating: "[", count: 10_000), "byte "),
    ("{\"books\":[{\"id\":\"a\"},{\"id\":\"a\"}]}", "the id \"a\" is used twice"),
  ]

  @Test(arguments: damaged)
  func refusesDamagedModelsAndKeepsThem(text: String, message: String) throws {
    try folder.write(text, to: "d/okit/data/default.json")
    let result = try run("app.lua", "--log", "warn", "--documents", "d", input: "call fill()\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("d/okit/data/default.json"), "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try folder.read("d/okit/data/default.json") == text)
  }

  @Test func aSecondProcessIsRefused() throws {
    let first = try CommandProcess(["app.lua", "--log", "warn", "--documents", "d"], in: folder)
    try first.send("get title\n")
    #expect(first.line() == "Book Shop")
    let second = try run("app.lua", "--log", "warn", "--documents", "d", input: "call fill()\n")
    #expect(second.status == 1)
    #expect(second.errors.contains("is in use by okit-run (process "), "\(second.errors)")
    #expect(try first.end() == 0)
    #expect(try run("app.lua", "--documents", "d", input: "get books.@count\n").output == "0\n")
  }
}
