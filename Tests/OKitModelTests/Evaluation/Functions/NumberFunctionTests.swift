import OKitValues
import Testing

@Suite struct NumberFunctionTests {
  @Test(
    arguments: [
      ("round2", .double(9.99), [], .double(9.99)), ("round2", .double(9.9), [], .double(9.9)),
      ("round2", .double(9.999), [], .double(10)), ("round2", .double(-1.235), [], .double(-1.24)),
      ("round2", .int(3), [], .int(3)), ("round2", .double(1e300), [], .double(1e300)),
      ("round", .double(2.5), [], .double(3)), ("round", .double(3.14159), [.int(3)], .double(3.142)),
      ("round", .double(1234.5), [.int(-2)], .double(1200)), ("round", .int(1250), [.int(-2)], .int(1300)),
      ("round", .double(1.5), [.int(.max)], .double(1.5)), ("round", .double(1.5), [.int(.min)], .double(0)),
      ("abs", .int(-3), [], .int(3)), ("abs", .int(.min), [], .double(0x1p63)),
      ("abs", .double(-2.5), [], .double(2.5)),
      ("floor", .double(-2.5), [], .double(-3)), ("ceil", .double(-2.5), [], .double(-2)),
      ("ceil", .int(2), [], .int(2)),
      ("prefix", .double(9.9), [.string("EUR")], .string("EUR 9.9")),
      ("suffix", .double(3), [.string("km")], .string("3 km")),
      ("suffix", .int(3), [.int(4)], .string("3 4")),
      ("prefixLocalized", .int(2), [.string("entry")], .string("Entry 2")),
      ("suffixLocalized", .int(2), [.string("entry")], .string("2 Entry")),
      ("suffixPlural", .int(0), [.string("entry")], .string("0 Entries")),
      ("suffixPlural", .int(1), [.string("entry")], .string("1 Entry")),
      ("suffixPlural", .double(1), [.string("entry")], .string("1 Entry")),
      ("suffixPlural", .double(1.5), [.string("entry")], .string("1.5 Entries")),
      ("suffixPlural", .int(2), [.string("book")], .string("2 books")),
      ("prefixPlural", .int(2), [.string("entry")], .string("Entries 2")),
      ("prefixPluralLocalized", .int(1), [.string("entry")], .string("Entry 1")),
      ("suffixPluralLocalized", .int(-1), [.string("entry")], .string("-1 Entries")),
      ("suffix", .int(1), [.null], .null), ("formatSeconds", .int(125), [], .string("02:05")),
      ("formatSeconds", .double(59.9), [], .string("00:59")), ("formatSeconds", .int(3725), [], .string("01:02:05")),
      ("formatSeconds", .int(-5), [], .string("-00:05")), ("formatSeconds", .double(.nan), [], .string("nan")),
      ("formatSecondsText", .int(125), [], .string("2 min. 5 sec.")),
      ("formatSecondsText", .int(5), [], .string("5 sec.")),
      ("formatSecondsText", .int(3725), [], .string("62 min. 5 sec.")),
      ("formatFileSize", .int(0), [], .string("Zero kB")),
      ("formatFileSize", .int(1), [], .string("1 byte")), ("formatFileSize", .int(998), [], .string("998 bytes")),
      ("formatFileSize", .int(1500), [], .string("2 kB")), ("formatFileSize", .int(999_999), [], .string("1 MB")),
      ("formatFileSize", .int(1_500_000), [], .string("1.5 MB")),
      ("formatFileSize", .int(1_234_567_890), [], .string("1.23 GB")),
      ("formatFileSize", .double(-1500.9), [], .string("-2 kB")),
      ("formatFileSize", .int(.max), [], .string("9,223.37 PB")),
      ("formatFileSize", .double(1e30), [], .string("1e+30")),
      ("formatFileSize", .double(.nan), [], .string("nan")),
      ("formatNumber", .double(1234.5), [.string("#,##0.00")], .string("1,234.50")),
      ("formatNumber", .double(-1234.5), [.string("#,##0.00;(#,##0.00)")], .string("(1,234.50)")),
      ("formatNumber", .int(.max), [.string("0")], .string("9223372036854775807")),
      ("formatNumber", .int(7), [.string("000")], .string("007")),
      ("formatNumber", .double(0.256), [.string("0.0%")], .string("25.6%")),
      ("formatCurrency", .double(1234.5), [.string("EUR")], .string("€1,234.50")),
      ("formatCurrency", .double(-9.99), [.string("usd")], .string("-$9.99")),
      ("formatCurrency", .int(10), [.string("JPY")], .string("¥10")),
      ("formatCurrency", .int(10), [.string("XYZ")], .string("XYZ 10.00")),
    ] as [(String, Value, [Value], Value)])
  func english(name: String, number: Value, arguments: [Value], expected: Value) throws {
    #expect(try FunctionFixture().call(name, number, arguments) == expected)
  }

  @Test(
    arguments: [
      ("suffixPlural", .int(2), [.string("entry")], .string("2 Einträge")),
      ("formatSecondsText", .int(125), [], .string("2 Min. 5 Sek.")),
      ("formatFileSize", .int(0), [], .string("0 kB")), ("formatFileSize", .int(1), [], .string("1 Byte")),
      ("formatFileSize", .int(1_500_000), [], .string("1,5 MB")),
      ("formatNumber", .double(1234.5), [.string("#,##0.00")], .string("1.234,50")),
      ("formatCurrency", .double(1234.5), [.string("EUR")], .string("1.234,50 €")),
    ] as [(String, Value, [Value], Value)])
  func german(name: String, number: Value, arguments: [Value], expected: Value) throws {
    #expect(try FunctionFixture(locale: "de_DE").call(name, number, arguments) == expected)
  }

  @Test(arguments: [
    ("fr_FR", 1_500_000, "1,5 Mo"), ("fr_FR", 2, "2 octets"), ("ru_RU", 3, "3 байта"), ("ja_JP", 1500, "2 kB"),
    ("ar_EG", 1, "١ بايت"), ("de_CH", 1_234_567_890, "1.23 GB"),
  ])
  func fileSizes(locale: String, bytes: Int, expected: String) throws {
    #expect(try FunctionFixture(locale: locale).call("formatFileSize", .int(bytes)) == .string(expected))
  }

  @Test func frenchBlanksArePlain() throws {
    let text = try FunctionFixture(locale: "fr_FR").call("formatCurrency", .double(1234.5), [.string("EUR")])
    #expect(text == .string("1 234,50 €"))
  }

  @Test(
    arguments: [
      ("suffix", [], "function.parameters", "\"suffix\" takes 1 parameter, not 0"),
      ("round", [.int(1), .int(2)], "function.parameters", "\"round\" takes 0 to 1 parameters, not 2"),
      ("round2", [.int(1)], "function.parameters", "\"round2\" takes 0 parameters, not 1"),
      ("round", [.string("x")], "function.argument", "parameter \"digits\" of \"round\" must be an integer, not \"x\""),
      ("suffix", [.list([])], "function.argument", "parameter \"word\" of \"suffix\" must be a string, not List"),
      (
        "formatCurrency", [.string("Euro")], "function.argument",
        "parameter \"code\" of \"formatCurrency\" must be a currency code such as \"EUR\", not \"Euro\""
      ),
    ] as [(String, [Value], Diagnostic.Code, String)])
  func mistakes(name: String, arguments: [Value], code: Diagnostic.Code, message: String) {
    let problem = #expect(throws: Diagnostic.self) { try FunctionFixture().call(name, .int(1), arguments) }
    #expect(problem?.code == code)
    #expect(problem?.message == message)
  }
}
