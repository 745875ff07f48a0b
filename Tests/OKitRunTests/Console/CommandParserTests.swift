import OKitEngine
import Testing

@testable import okit_run

@Suite struct CommandParserTests {
  static let commands: [(String, Command?)] = [
    ("", nil),
    ("   ", nil),
    ("# a comment", nil),
    ("#tap Add", nil),
    ("screen", .screen(isFull: false)),
    ("  screen  # now", .screen(isFull: false)),
    ("screen --full", .screen(isFull: true)), ("scroll down", .scroll(.down)), ("scroll up", .scroll(.up)),
    ("scroll 120", .scroll(.row(120))), ("exit", .quit), ("q", .quit), ("quit", .quit),
    ("tap Add", .tap(name("Add"))),
    ("tap   Add\t", .tap(name("Add"))),
    ("tap Set as Marked", .tap(name("Set as Marked"))),
    ("tap \"Set as Marked\"", .tap(quoted("Set as Marked"))),
    ("tap 'New Book'", .tap(quoted("New Book"))),
    ("tap Emma's Book", .tap(name("Emma's Book"))),
    ("tap '90s", .tap(name("'90s"))),
    ("tap 'Emma's Book'", .tap(quoted("Emma's Book"))),
    ("tap \"say \\\"hi\\\" \\\\ \\x\"", .tap(quoted("say \"hi\" \\ \\x"))),
    ("tap Add #now", .tap(name("Add"))),
    ("tap \"Book #1\" # the first", .tap(quoted("Book #1"))),
    ("tap C#", .tap(name("C#"))),
    ("row 3", .row(name("3"))),
    ("more Dune", .more(name("Dune"), action: nil)),
    ("more Dune > Set as Marked", .more(name("Dune"), action: name("Set as Marked"))),
    ("why", .why(nil, property: nil)),
    ("why Dune", .why(name("Dune"), property: nil)),
    ("why \"A > B\" > detail", .why(quoted("A > B"), property: "detail")),
    ("why > title", .why(nil, property: "title")),
    ("more \"A > B\">\"C\"", .more(quoted("A > B"), action: quoted("C"))),
    ("quick Dune", .quick(name("Dune"))),
    ("delete 'Emma (1815)'", .delete(quoted("Emma (1815)"))),
    ("type Name = Emma", .type(cell: name("Name"), text: "Emma")),
    ("type Name =", .type(cell: name("Name"), text: "")),
    ("type Name = \"  Emma \"", .type(cell: name("Name"), text: "  Emma ")),
    ("type Name = a = b > c", .type(cell: name("Name"), text: "a = b > c")),
    ("type Name = No. #1 of #2 # both", .type(cell: name("Name"), text: "No. #1 of #2")),
    ("type \"a = b\" = c", .type(cell: quoted("a = b"), text: "c")),
    ("type Size = 5\"", .type(cell: name("Size"), text: "5\"")),
    ("type Name = \"Dune\" is \"good\"", .type(cell: name("Name"), text: "\"Dune\" is \"good\"")),
    ("type Comment = \"two\\nlines\"", .type(cell: name("Comment"), text: "two\nlines")),
    ("set Marked = true", .set(cell: name("Marked"), value: name("true"))),
    ("choose Genre = \"Science Fiction\"", .choose(cell: name("Genre"), option: quoted("Science Fiction"))),
    ("alert > OK", .alert(fields: [], button: name("OK"))),
    ("alert OK", .alert(fields: [], button: name("OK"))),
    ("alert = Emma > OK", .alert(fields: [.init(name: nil, text: "Emma")], button: name("OK"))),
    ("alert Name = Emma > OK", .alert(fields: [.init(name: name("Name"), text: "Emma")], button: name("OK"))),
    ("alert Name = Emma", .alert(fields: [.init(name: name("Name"), text: "Emma")], button: nil)),
    (
      "alert User = a > \"Pass word\" = \"b > c\" > Log In",
      .alert(
        fields: [.init(name: name("User"), text: "a"), .init(name: quoted("Pass word"), text: "b > c")],
        button: name("Log In"))
    ),
    (
      "alert user = a, pass = b > OK",
      .alert(fields: [.init(name: name("user"), text: "a"), .init(name: name("pass"), text: "b")], button: name("OK"))
    ),
    (
      "alert user = a, b, \"pass, word\" = \"c, d = e\", f",
      .alert(
        fields: [.init(name: name("user"), text: "a, b"), .init(name: quoted("pass, word"), text: "\"c, d = e\", f")],
        button: nil)
    ),
    (
      "alert = a=b, = c > OK",
      .alert(fields: [.init(name: nil, text: "a=b, = c")], button: name("OK"))
    ),
    ("accessory Dune", .accessory(name("Dune"))), ("close", .close), ("refresh", .refresh),
    ("move Dune > before Emma", .move(name("Dune"), .init(side: .before, row: name("Emma")))),
    ("move \"A > B\" > after 3", .move(quoted("A > B"), .init(side: .after, row: name("3")))),
    ("move 1 > before \"1\"", .move(name("1"), .init(side: .before, row: quoted("1")))),
    ("clear E-mail # now", .clear(cell: name("E-mail"))),
    ("back", .back),
    ("next", .key(.next)), ("previous", .key(.previous)), ("done", .key(.done)), ("cancel", .key(.cancel)),
    ("submit", .key(.submit)),
    ("search", .search("")),
    ("search dune messiah", .search("dune messiah")),
    ("filter Marked", .filter(name("Marked"))),
    ("menu", .menu),
    ("action back", .action(.back)),
    ("action \"refresh\" # now", .action(.refresh)),
    ("action {\"tap\": \"cell:3\"}", .action(.tapRow(.id(.cell(3))))),
    (
      "action {\"edit\": \"cell:0/control\", \"text\": \"a # b\"}",
      .action(.edit(.id(.cell(0)), .text("a # b")))
    ),
    ("get #true", .get(path: "#true")),
    ("get name, #x # both", .get(path: "name, #x")),
    ("get shop>books[0]/name", .get(path: "shop>books[0]/name")),
    ("get \"a b\"", .get(path: "a b")),
    ("set-path books[0]/name = Emma", .setPath("books[0]/name", value: name("Emma"))),
    ("set-path fn(#a=b) = #x", .setPath("fn(#a=b)", value: name("#x"))),
    ("call books[0]/setAsMarked()", .call(path: "books[0]/setAsMarked()")),
    ("eval return #shop.books # how many", .eval(lua: "return #shop.books")),
    ("eval print(\"a # b\", 'it # is')", .eval(lua: "print(\"a # b\", 'it # is')")),
    ("eval \"a\"", .eval(lua: "\"a\"")),
    ("models", .models), ("stack", .stack), ("changes", .changes), ("undo", .undo), ("redo", .redo),
    ("store", .store), ("background", .background), ("foreground", .foreground), ("json", .json), ("quit", .quit),
    ("advance 5m", .advance(seconds: 300)),
    ("advance 1h30m", .advance(seconds: 5400)),
    ("help", .help(nil)),
    ("help set-path", .help(.setPath)),
  ]

  @Test(arguments: commands)
  func parses(line: String, command: Command?) throws {
    #expect(try CommandParser.parse(line) == command)
  }

  @Test(arguments: [
    ("tpa Add", "unknown command \"tpa\" (did you mean \"tap\"?)"),
    ("setpath x = 1", "unknown command \"setpath\" (did you mean \"set-path\"?)"),
    ("frobnicate", "unknown command \"frobnicate\" (\"help\" lists the commands)"),
    ("TAP Add", "unknown command \"TAP\" (did you mean \"tap\"?)"),
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
    let forms = Command.Verb.allCases.map { CommandTable.entry($0).form }
    #expect(lines.allSatisfy { $0.count <= columns || forms.contains(String($0)) })
    // Nothing is lost by breaking lines.
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(CommandTable.help(columns: columns)) == words(CommandTable.help(columns: 1000)))
  }

  @Test func helpNamesEveryCommandOnce() {
    let lines = CommandTable.help(columns: 100).split(separator: "\n").map(String.init)
    for verb in Command.Verb.allCases {
      let form = CommandTable.entry(verb).form
      #expect(lines.filter { $0.hasPrefix(form + " ") }.count == 1, "\(form)")
    }
    #expect(
      CommandTable.help(.more, columns: 80)
        == "more X > Action\n  swipes a row and chooses an action from its More... sheet\n  example: more Dune > Seen")
  }

  /// Each example is a line that the parser accepts.
  @Test(arguments: Command.Verb.allCases)
  func `the help of a command has an example`(verb: Command.Verb) throws {
    let entry = CommandTable.entry(verb)
    #expect(entry.example == verb.rawValue || entry.example.hasPrefix(verb.rawValue + " "))
    _ = try #require(try CommandParser.parse(entry.example))
    #expect(CommandTable.help(verb, columns: 80).hasSuffix("\n  example: \(entry.example)"))
  }

  private static func name(_ text: String) -> Argument { Argument(text: text) }
  private static func quoted(_ text: String) -> Argument { Argument(text: text, isQuoted: true) }
}
