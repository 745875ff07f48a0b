import OKitEngine
import Testing

@testable import okit_run

@Suite struct LineEditorTests {
  /// Keys as a terminal sends them, and the line with `|` at the cursor.
  @Test(arguments: [
    ("tap", "tap|"),
    ("tap\u{01}x", "x|tap"),
    ("tap\u{01}\u{05}x", "tapx|"),
    ("tap\u{02}\u{02}\u{06}x", "tax|p"),
    ("tap\u{1B}[D\u{1B}[D\u{1B}[Cx", "tax|p"),
    ("tap\u{1B}[Hx", "x|tap"),
    ("tap\u{1B}OH\u{1B}OFx", "tapx|"),
    ("tap\u{1B}[1~\u{1B}[4~x", "tapx|"),
    ("tap\u{7F}\u{08}", "t|"),
    ("tap\u{01}\u{1B}[3~", "|ap"),
    ("tap\u{01}\u{04}", "|ap"),
    ("tap Add\u{02}\u{02}\u{0B}", "tap A|"),
    ("tap Add\u{02}\u{02}\u{15}", "|dd"),
    ("tap Add now \u{17}", "tap Add |"),
    ("tap Add\u{1B}b\u{1B}bx", "x|tap Add"),
    ("tap Add\u{01}\u{1B}fx", "tapx| Add"),
    ("tap Add\u{1B}[1;5Dx", "tap x|Add"),
    ("Äußeres\u{02}\u{7F}", "Äußer|s"),
    ("日本\u{02}x", "日x|本"),
    ("e\u{0301}x\u{02}\u{7F}", "|x"),
    ("👨‍👩‍👧a\u{02}\u{7F}", "|a"),
    ("a\u{1B}[999zb\u{1B}xc", "abc|"),
    ("a\u{1B}\u{1B}[Db", "b|a"),
  ])
  func edits(keys: String, line: String) {
    var editor = LineEditor(prompt: "> ")
    press(Array(keys.utf8), &editor)
    #expect(shown(editor) == line)
  }

  @Test(arguments: [
    ([0xFF, 0x61], "�a|"),
    ([0xC3, 0x61], "�a|"),
    ([0xE6, 0x97, 0x1B, 0x5B, 0x44, 0x62], "b|�"),
    ([0xC3, 0xC3, 0xA4], "�ä|"),
  ])
  func brokenUTF8(bytes: [UInt8], line: String) {
    var editor = LineEditor(prompt: "> ")
    press(bytes, &editor)
    #expect(shown(editor) == line)
  }

  @Test func endsOfALine() {
    var editor = LineEditor(prompt: "> ")
    #expect(editor.handle(.endOfInput) == .endOfInput)
    #expect(editor.handle(.interrupt) == .interrupt)
    #expect(editor.handle(.clearScreen) == .clearScreen)
    #expect(editor.handle(.left) == .bell)
    #expect(editor.handle(.character("a")) == .redraw)
    #expect(editor.handle(.endOfInput) == .bell)
    #expect(editor.handle(.enter) == .submit("a"))
  }

  @Test func historyKeepsTheLineBeingWritten() {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["one", "two"]))
    press("dra", &editor)
    let steps: [(TerminalKey, LineEditor.Effect, String)] = [
      (.down, .bell, "dra|"), (.up, .redraw, "two|"), (.up, .redraw, "one|"), (.up, .bell, "one|"),
      (.down, .redraw, "two|"), (.down, .redraw, "dra|"), (.down, .bell, "dra|"),
    ]
    for (key, effect, line) in steps {
      #expect(editor.handle(key) == effect)
      #expect(shown(editor) == line)
    }
  }

  @Test func historyTakesNoBlanksNorRepeats() {
    var history = LineHistory(["a", "b", "c"], limit: 2)
    for line in ["c", "", "  ", "d", "d"] { history.add(line) }
    #expect(history.lines == ["c", "d"])
  }

  /// Keys after Ctrl-R (`\u{12}`), and the prompt with the line.
  @Test(arguments: [
    ("\u{12}", "(search \"\") dra|"), ("\u{12}t", "(search \"t\") tap Two|"),
    ("\u{12}tap", "(search \"tap\") tap Two|"),
    ("\u{12}tap\u{12}", "(search \"tap\") tap One|"), ("\u{12}tap\u{12}\u{12}", "(not found \"tap\") tap One|"),
    ("\u{12}One", "(search \"One\") tap One|"), ("\u{12}Onex", "(not found \"Onex\") tap One|"),
    ("\u{12}Onex\u{7F}", "(search \"One\") tap One|"), ("\u{12}tap\u{12}\u{07}", "> dra|"),
    // Esc ends the search, and up and down continue from what it has found.
    ("\u{12}One\u{1B}", "> tap One|"), ("\u{1B}", "> dra|"), ("\u{12}One\u{1B}\u{1B}[B", "> get a|"),
    ("\u{12}\u{1B}", "> dra|"), ("\u{12}xyz\u{1B}", "> dra|"),
    // Another key edits what was found; up and down continue from there.
    ("\u{12}One\u{05}!", "> tap One!|"), ("\u{12}One\u{01}x", "> x|tap One"), ("\u{12}One\u{1B}[B", "> get a|"),
    ("\u{12}One\u{1B}[B\u{1B}[B\u{1B}[B", "> dra|"), ("\u{12}\u{12}", "(search \"\") dra|"), ("\u{07}", "> dra|"),
  ])
  func searchesTheHistory(keys: String, line: String) {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["tap One", "get a", "tap Two"]))
    press("dra" + keys, &editor)
    #expect(editor.prompt + shown(editor) == line)
  }

  @Test func `a key that ends a search without a match shows the line again`() {
    for key in [TerminalKey.killToStart, .left, .down, .tab] {
      var editor = LineEditor(prompt: "> ", history: LineHistory(["tap One"]))
      press("\u{12}xyz", &editor)
      #expect(editor.handle(key) == .bellAndRedraw, "\(key)")
      #expect(editor.prompt + shown(editor) == "> |")
    }
  }

  /// A line that was found and killed is found again.
  @Test(arguments: [["\u{12}One\u{15}\u{12}One"], ["\u{12}One\u{1B}", "\u{15}\u{12}One"]])
  func `a search after an edited line begins at the newest line`(keys: [String]) {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["tap One", "get a"]))
    for keys in keys { press(keys, &editor) }
    #expect(editor.prompt + shown(editor) == "(search \"One\") tap One|")
  }

  @Test func enterTakesWhatTheSearchHasFound() {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["tap One", "get a"]))
    press("\u{12}One", &editor)
    #expect(editor.handle(.enter) == .submit("tap One"))
    press("\u{12}none", &editor)
    #expect(editor.handle(.interrupt) == .interrupt)
  }

  @Test func drawsWhatCouldControlTheTerminalAsEscapes() {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["a\u{1B}b\u{202E}c"]))
    _ = editor.handle(.up)
    #expect(editor.rendering(columns: 80) == "\r> a\\u{1B}b\\u{202E}c\u{1B}[K\r\u{1B}[19C")
  }

  @Test func completesWhatIsCommonThenLists() {
    var editor = LineEditor(prompt: "> ") {
      CommandCompletion.completion(of: $0) { _, _ in ["Dune", "Dungeon", "A > B"] }
    }
    press("t", &editor)
    #expect(editor.handle(.tab) == .bell)
    #expect(editor.handle(.tab) == .list(["tab", "tap", "type"]))
    press("ap\u{09}", &editor)
    #expect(shown(editor) == "tap |")
    press("d\u{09}", &editor)
    #expect(shown(editor) == "tap Dun|")
    press("e\u{09}", &editor)
    #expect(shown(editor) == "tap Dune |")
    #expect(editor.handle(.tab) == .bell)
    press("\u{15}tap a\u{09}", &editor)
    #expect(shown(editor) == "tap \"A > B\" |")
    press("\u{15}tap \"\u{09}\u{09}", &editor)
    #expect(shown(editor) == "tap \"|")
    press("A\u{09}", &editor)
    #expect(shown(editor) == "tap \"A > B\" |")
  }

  @Test func `completion and the search of the history ignore case`() {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["tap Alien", "get name"])) {
      CommandCompletion.completion(of: $0) { _, _ in ["The Thing", "the thief", "Alien"] }
    }
    press("TAP\u{09}\u{15}tap AL\u{09}", &editor)
    #expect(shown(editor) == "tap Alien |")
    press("\u{15}tap THE T\u{09}", &editor)
    #expect(shown(editor) == "tap The Thi|")
    // The names differ in case, and nothing is added.
    press("\u{15}tap tHe tHi", &editor)
    #expect(editor.handle(.tab) == .bell)
    #expect(editor.handle(.tab) == .list(["The Thing", "the thief"]))
    #expect(shown(editor) == "tap tHe tHi|")
    press("\u{15}\u{12}aLIEN\u{1B}", &editor)
    #expect(shown(editor) == "|tap Alien" || shown(editor) == "tap Alien|")
  }

  @Test(arguments: [
    ("", 0, 51), ("se", 0, 3), ("  s", 2, 9), ("xyz ", 4, 0), ("help ad", 5, 1), ("tap Set a", 4, 1),
    ("more Dune > Set", 12, 1), ("more \"a > b", 5, 0), ("TAP s", 4, 1), ("alert user = a, se", 16, 1),
    ("alert user = \"a, b\", s", 21, 1), ("type Name = a, se", 12, 0),
  ])
  func completions(text: String, start: Int, count: Int) {
    let completion = CommandCompletion.completion(of: text) { command, _ in
      command.name == "help" ? CommandTable.names : ["Set as Marked", "Activate"]
    }
    #expect(completion.start == start)
    #expect(completion.candidates.count == count)
  }

  /// Without quotes they would be the numbers of rows.
  @Test(
    arguments: [
      ("delete 10", 7, ["\"10\"", "\"101\""]), ("delete 101", 7, ["\"101\""]), ("delete \"101", 7, ["\"101\""]),
      ("delete d", 7, ["Dune"]), ("delete ", 7, ["\"10\"", "\"101\"", "Dune"]), ("type 101", 5, ["\"101\""]),
      ("more 101", 5, ["\"101\""]), ("filter 101", 7, ["101"]), ("alert 101", 6, ["101"]),
      ("move Dune > before 101", 19, ["\"101\""]), ("move Dune > before \"101", 19, ["\"101\""]),
      ("move Dune > after D", 18, ["Dune"]),
    ] as [(String, Int, [String])])
  func `names that are numbers are completed with quotes`(text: String, start: Int, candidates: [String]) {
    let names = ["101", "Dune", "10"]
    let completion = CommandCompletion.completion(of: text) { command, _ in
      names + (command.name == "move" ? names.flatMap { ["before \($0)", "after \($0)"] } : [])
    }
    #expect(completion.start == start && completion.candidates == candidates, "\(completion)")
    var editor = LineEditor(prompt: "> ") { _ in completion }
    press(text + "\u{09}", &editor)
    if candidates.count == 1 { #expect(shown(editor) == "\(text.prefix(start))\(candidates[0]) |") }
  }

  /// The argument before a name, which decides what can follow.
  @Test(
    arguments: [
      ("move ", nil, ""), ("move Du", nil, "Du"), ("move Dune > ", "Dune >", ""),
      ("more \"a > b\" > S", "a > b >", "S"),
      ("why > ti", " >", "ti"), ("alert us", nil, "us"), ("alert user = ", "user =", ""),
      ("alert user = a, pa", "user = a ,", "pa"), ("alert user = a > ", "user = a >", ""),
      ("more \"a > b", nil, "a > b"),
    ] as [(String, String?, String)])
  func `a completion has the argument before it`(text: String, previous: String?, beginning: String) {
    var found: CompletedName?
    _ = CommandCompletion.completion(of: text) {
      found = $1
      return []
    }
    #expect(found?.beginning == beginning)
    #expect(found?.previous.map { "\($0.argument.text) \($0.separator)" } == previous)
  }

  @Test(
    arguments: [
      ("Kind = ", 7, ["Comic", "Novel"]), ("Kind = n", 7, ["Novel"]), ("\"Kind\" = \"N", 9, ["\"Novel\""]),
      ("Other = ", 8, []), ("Odd = a", 6, ["\"a; b\""]), ("Odd = b", 6, []), ("Kind", nil, []), ("", nil, []),
    ] as [(String, Int?, [String])])
  func completesTheValuesOfACell(text: String, start: Int?, candidates: [String]) {
    let completion = CommandCompletion.completion(ofValue: text, at: 10) { cell in
      cell.text == "Kind" ? ["Novel", "Comic"] : cell.text == "Odd" ? ["a; b"] : []
    }
    #expect(completion?.start == start.map { $0 + 10 })
    #expect(completion?.candidates ?? [] == candidates)
  }

  @Test func leavesRoomForTheLineBesideALongSearch() {
    var editor = LineEditor(prompt: "> ", history: LineHistory(["tap One thing of many"]))
    press("\u{12}thing of many", &editor)
    let drawn = editor.rendering(columns: 20)
    #expect(drawn.hasPrefix("\r(search \"t…"), "\(drawn)")
    #expect(TextWidth.columns(String(drawn.dropFirst().prefix { $0 != "\u{1B}" })) < 20)
  }

  @Test func drawsThePartAroundTheCursor() {
    var editor = LineEditor(prompt: "> ")
    press("日本ab\u{02}", &editor)
    #expect(editor.rendering(columns: 80) == "\r> 日本ab\u{1B}[K\r\u{1B}[7C")
    #expect(editor.rendering(columns: 12) == "\r> 日本ab\u{1B}[K\r\u{1B}[7C")
    press("cdefgh", &editor)
    #expect(editor.rendering(columns: 12) == "\r> 本acdefgh\u{1B}[K\r\u{1B}[11C")
  }

  @Test func listsInColumns() {
    #expect(CandidateList.text(["a", "bb", "c", "d", "e"], columns: 12) == "a   c   e\nbb  d")
    #expect(CandidateList.text(["long name", "日本"], columns: 5) == "long name\n日本")
    #expect(CandidateList.text([], columns: 80) == "")
  }

  private func press(_ text: String, _ editor: inout LineEditor) { press(Array(text.utf8), &editor) }

  private func press(_ bytes: [UInt8], _ editor: inout LineEditor) {
    var decoder = KeyDecoder()
    for key in bytes.flatMap({ decoder.feed($0) }) { _ = editor.handle(key) }
    if decoder.mayBeEscape { _ = editor.handle(decoder.endEscape()) }
  }

  private func shown(_ editor: LineEditor) -> String {
    let characters = editor.buffer.characters
    return String(characters[..<editor.buffer.cursor]) + "|" + String(characters[editor.buffer.cursor...])
  }
}
