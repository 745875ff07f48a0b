import OKitLua
import Testing

@testable import okit_run

/// Hints of libraries in the words of the command line.
@Suite struct OptionHintTests {
  @Test(arguments: HintPhrase.allCases)
  func `each phrase has words of the command line, and no option itself`(_ phrase: HintPhrase) {
    let text = OptionHint.text(phrase.rawValue)
    #expect(text != phrase.rawValue && !phrase.rawValue.contains("--") && OptionHint.text(text) == text)
  }

  @Test(arguments: [
    ("\(HintPhrase.readOrWrite)", "run with --allow read or --allow write"),
    ("\(HintPhrase.network)example.org", "run with --allow net=example.org"),
    ("\(HintPhrase.readFolder)/a\(HintPhrase.writeFolder)/a", "run with --allow read=/a,write=/a"),
    ("\(HintPhrase.importList)a\(HintPhrase.otherImportList)b", "pass --into a or --into b"),
    ("\(HintPhrase.convert) a\(HintPhrase.form)file", "okit-run models convert app.lua a --to file"),
    (HintPhrase.restoring("default"), "\"okit-run models restore\""),
    (
      "call \(HintPhrase.restoring("my notes")), or \(HintPhrase.restoring("notes/d"))",
      "call \"okit-run models restore 'my notes'\", or \"okit-run models restore notes/d\""
    ),
    ("raise limits.memory", "raise it with --limit-memory"), ("did you mean \"luaPath\"?", "did you mean \"luaPath\"?"),
  ])
  func `a hint has options in the place of phrases`(hint: String, text: String) {
    #expect(OptionHint.text(hint) == text)
  }

  @Test func `so has a note about what is stored, and no other note`() {
    let phrase = HintPhrase.restoring("default")
    let diagnostic = Diagnostic("test", "message").appending(.storedState(phrase)).appending(.other(phrase))
    #expect(diagnostic.withOptions.notes == [.storedState("\"okit-run models restore\""), .other(phrase)])
  }
}
