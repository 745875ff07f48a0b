import OKitValues
import Testing

@Suite struct LocalizationTests {
  private let texts = Localization(tables: [
    "en": ["hello": "Hello", "only": "Only English", "two": "%@ and %@", "back": "%2$@ before %1$@"],
    "de": ["hello": "Hallo", "two": "%@ und %@"],
    "de-AT": ["hello": "Servus"],
    "zh_Hans": ["hello": "你好"],
  ])

  @Test(arguments: [
    ("hello", "de_AT", "Servus"), ("hello", "de-AT", "Servus"), ("hello", "de_AT.UTF-8", "Servus"),
    ("hello", "de_DE", "Hallo"), ("hello", "de", "Hallo"), ("hello", "en_US", "Hello"), ("hello", "zh_Hans_CN", "你好"),
    ("hello", "fr_FR", "Hello"), ("hello", "", "Hello"), ("hello", "DE_at", "Servus"), ("hello", "ZH-hans-cn", "你好"),
    ("only", "de_AT", "Only English"), ("gone", "de_DE", "gone"),
  ])
  func lookup(key: String, locale: String, expected: String) {
    #expect(texts.lookup(key, locale: locale) == expected)
  }

  @Test func missingTranslations() {
    #expect(texts.translation(of: "gone", locale: "de_DE") == nil)
    #expect(Localization().lookup("hello", locale: "en_US") == "hello")
    #expect(texts.languages == ["de", "de_AT", "en", "zh_Hans"])
  }

  @Test func laterTextsWin() {
    var texts = texts
    texts.add(["hello": "Hi"], language: "EN")
    #expect(texts.lookup("hello", locale: "en_US") == "Hi")
    #expect(texts.lookup("only", locale: "en_US") == "Only English")
  }

  @Test(arguments: [
    ("two", ["a", "b"], "a und b"), ("two", ["a"], "a und %@"), ("two", [], "%@ und %@"),
    ("back", ["a", "b"], "b before a"),
    ("%d of %lld, %i", ["1", "2", "3"], "1 of 2, 3"), ("100%%", [], "100%"), ("100 %", ["a"], "100 %"),
    ("%x", ["a"], "%x"),
    ("%0$@ %9$@ %1$", ["a"], "%0$@ %9$@ %1$"), ("%", [], "%"), ("%%@ %@", ["%@"], "%@ %@"),
    ("%99999999999999999999$@", ["a"], "%99999999999999999999$@"),
  ])
  func arguments(key: String, arguments: [String], expected: String) throws {
    #expect(try texts.localized(key, arguments: arguments, locale: "de_DE") == expected)
  }
}

@Suite struct StringsFileTests {
  @Test func reads() throws {
    let text = """
      \u{FEFF}/* Comment with "quotes" = 1; */
      "entry" = "Entry"; // the singular
      "entrys"="Entries";
      bare.key = "x" ;
      "say \\"hi\\"" = "line\\nbreak \\\\ \\U00e4\\u00F6 \\Ud83d\\ude00";
      "twice" = "one"; "twice" = "two";
      "multi" = "a
      b";
      """
    #expect(
      try StringsFile.parse(text, file: "a.strings") == [
        "entry": "Entry", "entrys": "Entries", "bare.key": "x", "say \"hi\"": "line\nbreak \\ äö 😀", "twice": "two",
        "multi": "a\nb",
      ])
    #expect(try StringsFile.parse(" \n// nothing", file: "a.strings") == [:])
  }

  @Test(arguments: [
    ("\"a\" \"b\";", "a.strings:1:5: expected \"=\" after the key\n    \"a\" \"b\";\n        ^"),
    ("\n\"ä\" = \"b\"\n\"c\"", "a.strings:2:10: expected \";\" after the text\n    \"ä\" = \"b\"\n             ^"),
    ("\"ä\" = ;", "a.strings:1:7: expected a quoted string\n    \"ä\" = ;\n          ^"),
    ("= \"a\";", "a.strings:1:1: expected a key\n    = \"a\";\n    ^"),
    ("a = \"b", "a.strings:1:5: the text is not closed (close it with \")\n    a = \"b\n        ^"),
    ("/* x", "a.strings:1:1: the comment is not closed (close it with */)\n    /* x\n    ^"),
    ("a = \"\\q\";", "a.strings:1:6: unknown escape \"\\q\"\n    a = \"\\q\";\n         ^"),
    ("a = \"\\U00g0\";", "a.strings:1:8: expected four hexadecimal digits\n    a = \"\\U00g0\";\n           ^"),
    (
      "a = \"\\Ud83d\";",
      "a.strings:1:6: an unpaired surrogate is not a character\n    a = \"\\Ud83d\";\n         ^"
    ),
  ])
  func refuses(text: String, message: String) {
    let problem = #expect(throws: Diagnostic.self) { try StringsFile.parse(text, file: "a.strings") }
    #expect(problem?.code == "strings.syntax")
    #expect(problem?.description == message)
  }

  @Test func refusesOtherEncodings() {
    let bytes = Array("\"a\" = \"b\";\n\"c\" = \"".utf8) + [0xE4] + Array("\";".utf8)
    let problem = #expect(throws: Diagnostic.self) { try StringsFile.parse(bytes, file: "a.strings") }
    #expect(problem?.code == "strings.encoding")
    #expect(problem?.description == "a.strings:2:8: the file is not UTF-8 (save it as UTF-8)")
  }
}
