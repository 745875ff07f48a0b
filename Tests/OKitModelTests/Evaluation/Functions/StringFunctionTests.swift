import OKitModel
import OKitTestSupport
import Testing

@Suite struct StringFunctionTests {
  @Test(
    arguments: [
      ("initial", .string("ada"), .string("a")), ("initial", .string(""), .string("")),
      ("initial", .string("é́x"), .string("é́")), ("capitalize", .string("ada king"), .string("Ada king")),
      ("capitalize", .string(""), .string("")), ("capitalize", .string("ßa"), .string("SSa")),
      ("uppercased", .string("straße"), .string("STRASSE")),
      ("lowercased", .string("ÄÖ"), .string("äö")), ("trimmed", .string(" \n a b\t"), .string("a b")),
      ("trimmed", .string("  "), .string("")),
      ("localized", .string("entry"), .string("Entry")),
      ("localized", .string("gone"), .string("gone")), ("nameInitials", .string("ada king lovelace"), .string("AL")),
      ("nameInitials", .string(" ada "), .string("A")),
      (
        """
        nameInitials
        """, .string("  "), .null
      ), ("length", .string("ada"), .int(3)), ("length", .string("👩‍👩‍👧é"), .int(2)),
      ("searchNormalized", .string("Hello, World!"), .string("heloworld")),
      ("searchNormalized", .string("A-a aa"), .string("a")),
      ("searchNormalized", .string("C++ 1000"), .string("c1000")),
      ("searchNormalized", .string("Große Bücher"), .string("grosebucher")),
      ("searchNormalized", .string("GROSSE BUECHER"), .string("grosebuecher")),
      ("searchNormalized", .string("Ｆｕｌｌ１２"), .string("ful12")),
      ("searchNormalized", .string("Łódź"), .string("łodz")), ("searchNormalized", .string("e\u{301}é"), .string("e")),
      ("searchNormalized", .string("日本 語"), .string("日本語")),
      ("searchNormalized", .string("हिन्दी"), .string("हिन्दी")), ("searchNormalized", .string("!?"), .string("")),
      ("searchNormalized", .string(""), .string("")),
    ] as [(String, Value, Value)])
  func results(name: String, text: Value, expected: Value) throws {
    #expect(try FunctionFixture().call(name, text) == expected)
  }

  @Test func asciiAndFoldedPathsAgree() {
    for seed in 0..<UInt64(500) {
      var random = SplitMix(seed: seed)
      let text = String((0..<20).map { _ in Character(Unicode.Scalar(UInt8.random(in: 1...127, using: &random))) })
      // An em dash is not a letter: it only selects the other path.
      for locale in ["en", "tr"] {
        let search = SearchText(locale: locale)
        #expect(search.normalized(text) == search.normalized(text + "—"), "seed \(seed)")
      }
    }
  }

  /// Digits are kept as often as they are there: `101` is another number than `1001`.
  @Test(arguments: [
    ("101", "101"), ("1001", "1001"), ("1 001", "1001"), ("1.001,00", "100100"), ("A100", "a100"),
    ("Bookkeeper 77", "bokeper77"),
    ("１００１", "1001"), ("٢٢٠", "٢٢٠"), ("Größe 100", "grose100"), ("ⅢⅢ", "ⅲⅲ"), ("m²²", "m²²"),
  ])
  func searchesKeepDigits(text: String, expected: String) {
    #expect(SearchText(locale: "en_US").normalized(text) == expected)
  }

  @Test(arguments: [
    ("tr_TR", "ISPARTA", "ısparta"), ("tr_TR", "İstanbul", "istanbul"), ("tr_TR", "istanbul", "istanbul"),
    ("tr_TR", "IĞDIR", "ıgdır"), ("az", "Iİ", "ıi"), ("en_US", "ISPARTA", "isparta"), ("en_US", "İstanbul", "istanbul"),
    ("de_DE", "IIII", "i"),
  ])
  func searchesUseTheLowerCaseOfTheLocale(locale: String, text: String, expected: String) {
    #expect(SearchText(locale: locale).normalized(text) == expected)
  }

  @Test(
    arguments: [
      ("hexColor", ColorValue(red: 255, green: 147, blue: 0), .string("#ff9300")),
      ("hexColor", ColorValue(red: 0, green: 0, blue: 0, alpha: 128), .string("#00000080")),
      ("isLight", ColorValue(red: 255, green: 255, blue: 255), .bool(true)),
      ("isDark", ColorValue(red: 255, green: 255, blue: 255), .bool(false)),
      ("isDark", ColorValue(red: 0, green: 0, blue: 255), .bool(true)),
    ] as [(String, ColorValue, Value)])
  func colors(name: String, color: ColorValue, expected: Value) throws {
    #expect(try FunctionFixture().call(name, .color(color)) == expected)
  }

  @Test func traits() {
    #expect(names(.readsClock) == ["formatInterval"])
    #expect(
      Set(names(.readsDay)) == ["formatRelativeDate", "formatRelativeDateTime", "formatRelativeFullDate"])
    let free = Set(BuiltInFunctions.table.values.flatMap { $0.values.filter { $0.traits.isEmpty }.map(\.name) })
      .sorted()
    #expect(
      free == [
        "abs", "base64", "capitalize", "ceil", "day", "floor", "formatISO", "formatSeconds", "hexColor", "image",
        "initial", "isDark",
        "isLight",
        "length", "lowercased", "mask", "month", "nameInitials", "prefix", "round", "round2",
        "suffix",
        "trimmed", "unmask", "uppercased", "weekday", "year",
      ])
  }

  private func names(_ traits: FunctionTraits) -> [String] {
    BuiltInFunctions.table.values.flatMap { $0.values.filter { $0.traits.contains(traits) }.map(\.name) }.sorted()
  }
}
