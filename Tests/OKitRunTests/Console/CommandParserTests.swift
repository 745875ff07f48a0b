import OKitEngine
import Testing

@testable import okit_run

@Suite struct CommandParserTests {
  static let commands: [(line: String, command: String?)] = [
    ("", nil),
    ("   ", nil),
    ("# a comment", nil),
    ("#tap Add", nil),
    ("screen", parsed("screen", false)),
    ("  screen  # now", parsed("screen", false)),
    ("screen --full", parsed("screen", true)), ("scroll down", parsed("scroll", Command.Scroll.rows(.down))),
    ("scroll up", parsed("scroll", Command.Scroll.rows(.up))),
    ("scroll 120", parsed("scroll", Command.Scroll.rows(.row(120)))), ("exit", parsed("quit")), ("q", parsed("quit")),
    ("quit", parsed("quit")),
    ("tap Add", parsed("tap", name("Add"))), ("TAP Add", parsed("tap", name("Add"))),
    ("tap   Add\t", parsed("tap", name("Add"))),
    ("tap Set as Marked", parsed("tap", name("Set as Marked"))),
    ("tap \"Set as Marked\"", parsed("tap", quoted("Set as Marked"))),
    ("tap 'New Book'", parsed("tap", quoted("New Book"))),
    ("tap Emma's Book", parsed("tap", name("Emma's Book"))),
    ("tap '90s", parsed("tap", name("'90s"))),
    ("tap 'Emma's Book'", parsed("tap", quoted("Emma's Book"))),
    ("tap \"say \\\"hi\\\" \\\\ \\x\"", parsed("tap", quoted("say \"hi\" \\ \\x"))),
    ("tap Add #now", parsed("tap", name("Add"))),
    ("tap \"Book #1\" # the first", parsed("tap", quoted("Book #1"))),
    ("tap C#", parsed("tap", name("C#"))),
    ("row 3", parsed("row", name("3"))),
    ("more Dune", parsed("more", (name("Dune"), Argument?.none))),
    ("more Dune > Set as Marked", parsed("more", (name("Dune"), Argument?.some(name("Set as Marked"))))),
    ("why", parsed("why", (Argument?.none, Argument?.none))),
    ("why Dune", parsed("why", (Argument?.some(name("Dune")), Argument?.none))),
    ("why \"A > B\" > detail", parsed("why", (Argument?.some(quoted("A > B")), Argument?.some(name("detail"))))),
    ("why > title", parsed("why", (Argument?.none, Argument?.some(name("title"))))),
    ("more \"A > B\">\"C\"", parsed("more", (quoted("A > B"), Argument?.some(quoted("C"))))),
    ("quick Dune", parsed("quick", name("Dune"))),
    ("delete 'Emma (1815)'", parsed("delete", quoted("Emma (1815)"))),
    ("type Name = Emma", parsed("type", (name("Name"), name("Emma")))),
    ("type Name =", parsed("type", (name("Name"), name("")))),
    ("type Name = \"  Emma \"", parsed("type", (name("Name"), quoted("  Emma ")))),
    ("type Name = a = b > c", parsed("type", (name("Name"), name("a = b > c")))),
    ("type Name = No. #1 of #2 # both", parsed("type", (name("Name"), name("No. #1 of #2")))),
    ("type \"a = b\" = c", parsed("type", (quoted("a = b"), name("c")))),
    ("type Size = 5\"", parsed("type", (name("Size"), name("5\"")))),
    ("type Name = \"Dune\" is \"good\"", parsed("type", (name("Name"), name("\"Dune\" is \"good\"")))),
    ("type Comment = \"two\\nlines\"", parsed("type", (name("Comment"), quoted("two\nlines")))),
    ("set Marked = true", parsed("set", (name("Marked"), name("true")))),
    ("choose Genre = \"Science Fiction\"", parsed("choose", (name("Genre"), quoted("Science Fiction")))),
    ("alert > OK", parsed("alert", ([Command.AlertField](), Argument?.some(name("OK"))))),
    ("alert OK", parsed("alert", ([Command.AlertField](), Argument?.some(name("OK"))))),
    ("alert = Emma > OK", parsed("alert", ([Command.AlertField(name: nil, text: "Emma")], Argument?.some(name("OK"))))),
    (
      "alert Name = Emma > OK",
      parsed("alert", ([Command.AlertField(name: name("Name"), text: "Emma")], Argument?.some(name("OK"))))
    ),
    ("alert Name = Emma", parsed("alert", ([Command.AlertField(name: name("Name"), text: "Emma")], Argument?.none))),
    (
      "alert User = a > \"Pass word\" = \"b > c\" > Log In",
      parsed(
        "alert",
        (
          [
            Command.AlertField(name: name("User"), text: "a"),
            Command.AlertField(name: quoted("Pass word"), text: "b > c"),
          ], Argument?.some(name("Log In"))
        ))
    ),
    (
      "alert user = a, pass = b > OK",
      parsed(
        "alert",
        (
          [Command.AlertField(name: name("user"), text: "a"), Command.AlertField(name: name("pass"), text: "b")],
          Argument?.some(name("OK"))
        ))
    ),
    (
      "alert user = a, b, \"pass, word\" = \"c, d = e\", f",
      parsed(
        "alert",
        (
          [
            Command.AlertField(name: name("user"), text: "a, b"),
            Command.AlertField(name: quoted("pass, word"), text: "\"c, d = e\", f"),
          ], Argument?.none
        ))
    ),
    (
      "alert = a=b, = c > OK",
      parsed("alert", ([Command.AlertField(name: nil, text: "a=b, = c")], Argument?.some(name("OK"))))
    ),
    ("accessory Dune", parsed("accessory", name("Dune"))), ("close", parsed("close")), ("refresh", parsed("refresh")),
    ("move Dune > before Emma", parsed("move", (name("Dune"), Command.Move(side: .before, row: name("Emma"))))),
    ("move \"A > B\" > after 3", parsed("move", (quoted("A > B"), Command.Move(side: .after, row: name("3"))))),
    ("move Dune > BEFORE Emma", parsed("move", (name("Dune"), Command.Move(side: .before, row: name("Emma"))))),
    ("move 1 > before \"1\"", parsed("move", (name("1"), Command.Move(side: .before, row: quoted("1"))))),
    ("clear E-mail # now", parsed("clear", name("E-mail"))),
    ("back", parsed("back")),
    ("next", parsed("next")), ("previous", parsed("previous")), ("done", parsed("done")), ("cancel", parsed("cancel")),
    ("submit", parsed("submit")),
    ("search", parsed("search", "")),
    ("search dune messiah", parsed("search", "dune messiah")),
    ("filter Marked", parsed("filter", name("Marked"))),
    ("menu", parsed("menu")),
    ("action back", parsed("action", Action.back)),
    ("action \"refresh\" # now", parsed("action", Action(.refresh))),
    ("action {\"tap\": \"cell:3\"}", parsed("action", Action(.tapRow(.id(.cell(3)))))),
    ("action {\"action\": \"back\", \"instance\": 3}", parsed("action", Action(.back, instance: 3))),
    (
      "action {\"edit\": \"cell:0/control\", \"text\": \"a # b\"}",
      parsed("action", Action(.edit(.id(.cell(0)), .text("a # b"))))
    ),
    ("get #true", parsed("get", "#true")),
    ("get name, #x # both", parsed("get", "name, #x")),
    ("get shop>books[0]/name", parsed("get", "shop>books[0]/name")),
    ("get \"a b\"", parsed("get", "a b")),
    ("set-path books[0]/name = Emma", parsed("set-path", (name("books[0]/name"), name("Emma")))),
    ("set-path fn(#a=b) = #x", parsed("set-path", (name("fn(#a=b)"), name("#x")))),
    ("call books[0]/setAsMarked()", parsed("call", "books[0]/setAsMarked()")),
    ("eval return #shop.books # how many", parsed("eval", "return #shop.books")),
    ("eval print(\"a # b\", 'it # is')", parsed("eval", "print(\"a # b\", 'it # is')")),
    ("eval \"a\"", parsed("eval", "\"a\"")),
    ("models", parsed("models")), ("stack", parsed("stack")), ("changes", parsed("changes")), ("undo", parsed("undo")),
    ("redo", parsed("redo")),
    ("store", parsed("store")), ("background", parsed("background")), ("foreground", parsed("foreground")),
    ("json", parsed("json")), ("quit", parsed("quit")),
    ("advance 5m", parsed("advance", 300.0)),
    ("advance 1h30m", parsed("advance", 5400.0)),
    ("help", parsed("help", SessionCommand?.none as Any)),
    ("help set-path", parsed("help", CommandTable.command("set-path") as Any)),
  ]

  @Test(arguments: commands)
  func parses(line: String, command: String?) throws {
    #expect(try CommandParser.parse(line).map { Self.parsed($0.definition.name, $0.arguments) } == command)
  }

  @Test(arguments: [
    ("tpa Add", "unknown command \"tpa\" (did you mean \"tap\"?)"),
    ("setpath x = 1", "unknown command \"setpath\" (did you mean \"set-path\"?)"),
    ("frobnicate", "unknown command \"frobnicate\" (\"help\" lists the commands)"),
    ("screen now", "\"screen\" takes only --full, got \"now\" (usage: screen [--full])"),
    ("tap", "missing argument for \"tap\" (usage: tap X)"),
    ("tap # Add", "missing argument for \"tap\" (usage: tap X)"),
    ("more > Activate", "missing argument for \"more\" (usage: more X > Action)"),
    ("why >", "missing argument for \"why\" (usage: why [X] [> property])"),
    ("more Dune >", "missing argument for \"more\" (usage: more X > Action)"),
    ("type Name", "expected \"=\" after \"Name\" (usage: type CELL = text)"),
    ("type = Emma", "missing argument for \"type\" (usage: type CELL = text)"),
    ("alert", "missing argument for \"alert\" (usage: alert [field = text, …] > Button)"),
    ("alert Name > OK", "expected \"=\" after \"Name\" (usage: alert [field = text, …] > Button)"),
    ("move Dune", "expected \">\" and a place after \"Dune\" (usage: move X > before Y)"),
    ("move Dune > 3", "expected \"before\" or \"after\" and a row, got \"3\" (usage: move X > before Y)"),
    ("move Dune > before", "missing argument for \"move\" (usage: move X > before Y)"),
    ("close now", "\"close\" takes no arguments, got \"now\" (usage: close)"),
    ("get #", "missing argument for \"get\" (usage: get path)"),
    ("eval", "missing argument for \"eval\" (usage: eval lua)"),
    ("action", "missing argument for \"action\" (usage: action json)"),
    ("action {\"tap\": 3}", "/tap: expected a string, got 3"),
    ("advance soon", "\"soon\" is not a time span (use 90s, 5m, 1h30m, 2d or a number of seconds)"),
    ("help tpa", "unknown command \"tpa\" (did you mean \"tap\"?)"),
    ("tap \"Add", "the quote is not closed\n    tap \"Add\n        ^"),
    ("more ä > \"b", "the quote is not closed\n    more ä > \"b\n             ^"),
  ])
  func explains(line: String, message: String) {
    let error = #expect(throws: Diagnostic.self) { try CommandParser.parse(line) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("", []),
    (" ; ;", []),
    ("tap Add; screen", ["tap Add", "screen"]),
    ("tap Add;screen;", ["tap Add", "screen"]),
    ("screen\ntap Add; json\r\nquit", ["screen", "tap Add", "json", "quit"]),
    ("tap \"a; b\"; tap 'c; d';screen", ["tap \"a; b\"", "tap 'c; d'", "screen"]),
    ("tap Emma's; tap Ada's", ["tap Emma's", "tap Ada's"]),
    ("eval print('a;b'); screen", ["eval print('a;b')", "screen"]),
    ("eval f(function() a; b end); screen", ["eval f(function() a; b end)", "screen"]),
    ("eval if x then a; b end; screen", ["eval if x then a; b end", "screen"]),
    ("eval for i = 1, 2 do a; b end; screen", ["eval for i = 1, 2 do a; b end", "screen"]),
    ("eval repeat a; b until c; screen", ["eval repeat a; b until c", "screen"]),
    ("eval t = { 1; 2 } ends = 1; screen", ["eval t = { 1; 2 } ends = 1", "screen"]),
    ("eval [[a; 'b]] .. [=[;]];]=]; screen", ["eval [[a; 'b]] .. [=[;]];]=]", "screen"]),
    ("eval a --[[;]] ; screen -- a; b", ["eval a --[[;]]", "screen -- a", "b"]),
    ("eval a -- b; c\nscreen", ["eval a -- b; c", "screen"]),
    ("eval a # b; c\nscreen", ["eval a # b; c", "screen"]),
    ("eval f(function()\n  a\n  # b\nend)\nscreen", ["eval f(function()\n  a\n  # b\nend)", "screen"]),
    ("eval 'a\\'; b'; screen", ["eval 'a\\'; b'", "screen"]),
    ("eval t[1]; eval if a then; screen", ["eval t[1]", "eval if a then; screen"]),
    ("eval \"a; b\nscreen", ["eval \"a; b", "screen"]),
    ("tap Add # this; screen\nback", ["tap Add # this; screen", "back"]),
    ("get #a; screen", ["get #a", "screen"]),
    ("action {\"search\": \"it's; 1\"}; back", ["action {\"search\": \"it's; 1\"}", "back"]),
  ])
  func separates(text: String, statements: [String]) {
    #expect(CommandParser.statements(in: text) == statements)
  }

  @Test(arguments: [
    ("0", 0), ("90", 90), ("1.5", 1.5), ("90s", 90), ("0.5s", 0.5), ("5m", 300), ("1h30m", 5400), ("2d", 172_800),
    ("1d2h3m4s", 93_784), ("", nil), ("m", nil), ("5x", nil), ("-5", nil), ("5m5", nil), ("1m1h", nil), ("5m5m", nil),
    ("inf", nil), ("1e9", nil), ("1..2", nil), ("٣s", nil),
  ])
  func durations(text: String, seconds: Double?) {
    #expect(DurationText.seconds(text) == seconds)
  }

  @Test(arguments: [
    ("true", JSONValue.bool(true)), ("nil", .null), ("5", 5), ("-2.5", -2.5), ("1e3", 1000.0), ("0x10", "0x10"),
    ("nan", "nan"), ("Emma", "Emma"), ("", ""), ("#5", "#5"), ("007", 7), (".5", 0.5),
  ])
  func literals(text: String, value: JSONValue) {
    #expect(Argument(text: text).literal == value)
    #expect(Argument(text: text, isQuoted: true).literal == .string(text))
  }

  @Test func rowNumbers() {
    #expect(Argument(text: "12").rowNumber == 12)
    #expect(Argument(text: "0").rowNumber == nil)
    #expect(Argument(text: "12", isQuoted: true).rowNumber == nil)
  }

  @Test(arguments: [24, 40, 60, 72, 80, 100, 200])
  func `the help fits into the columns`(columns: Int) {
    let lines = CommandTable.help(columns: columns).split(separator: "\n")
    // Only the form of a command is never broken.
    let forms = SessionCommand.all.map(\.form)
    #expect(lines.allSatisfy { $0.count <= columns || forms.contains(String($0)) })
    // Nothing is lost by breaking lines.
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(CommandTable.help(columns: columns)) == words(CommandTable.help(columns: 1000)))
  }

  @Test func helpNamesEveryCommandOnce() {
    let lines = CommandTable.help(columns: 100).split(separator: "\n").map(String.init)
    for form in SessionCommand.all.map(\.form) {
      #expect(lines.filter { $0.hasPrefix(form + " ") }.count == 1, "\(form)")
    }
    #expect(
      CommandTable.help(CommandTable.command("more"), columns: 80)
        == "more X > Action\n  swipes a row and chooses an action from its More... sheet\n  example: more Dune > Seen")
  }

  /// Each example is a line that the parser accepts.
  @Test func `has a command for each action that the driver declares for sessions`() {
    let declared =
      AppDriver.actions.compactMap { $0.command?.name } + RowDriver.actions.compactMap { $0.command?.name }
      + CellDriver.actions.compactMap { $0.command?.name }
    #expect(declared.count > 20)
    #expect(Set(declared).subtracting(SessionCommand.all.map(\.name)).isEmpty)
  }

  @Test(arguments: SessionCommand.all.map(\.name))
  func `the help of a command has an example`(name: String) throws {
    let command = try #require(CommandTable.command(name))
    #expect(command.example == name || command.example.hasPrefix(name + " "))
    _ = try #require(try CommandParser.parse(command.example))
    #expect(CommandTable.help(command, columns: 80).hasSuffix("\n  example: \(command.example)"))
  }

  private static func parsed(_ name: String, _ arguments: Any = ()) -> String { "\(name) \(arguments)" }
  private static func name(_ text: String) -> Argument { Argument(text: text) }
  private static func quoted(_ text: String) -> Argument { Argument(text: text, isQuoted: true) }
}
