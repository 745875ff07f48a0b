import Testing

@testable import OKitModel

/// Texts that ICU 77 gives, with plain blanks: the rows were generated with PyICU 2.15. The sign of the yen is that of
/// ICU 76.
@Suite struct NumberFormatTableTests {
  static let locales = ["en_US", "de_DE", "fr_FR", "hi_IN", "ar", "ja_JP"]

  /// A pattern, a number, and its text in each locale.
  static let table = """
    0|1234.5|1234|1234|1234|1234|1234|1234
    #|0|0|0|0|0|0|0
    #,##0|1234567|1,234,567|1.234.567|1 234 567|1,234,567|1,234,567|1,234,567
    #,##0.00|1234.5|1,234.50|1.234,50|1 234,50|1,234.50|1,234.50|1,234.50
    #,##0.00|-1234.5|-1,234.50|-1.234,50|-1 234,50|-1,234.50|\u{200e}-1,234.50|-1,234.50
    #,##0.00;(#,##0.00)|-1234.5|(1,234.50)|(1.234,50)|(1 234,50)|(1,234.50)|(1,234.50)|(1,234.50)
    #,##0.00;(#,##0.00)|1234.5|1,234.50|1.234,50|1 234,50|1,234.50|1,234.50|1,234.50
    #,##,##0.00|123456789.125|12,34,56,789.12|12.34.56.789,12|12 34 56 \
    789,12|12,34,56,789.12|12,34,56,789.12|12,34,56,789.12
    #,####|123456789|1,2345,6789|1.2345.6789|1 2345 6789|1,2345,6789|1,2345,6789|1,2345,6789
    0.###|1.23456|1.235|1,235|1,235|1.235|1.235|1.235
    0.0##|2|2.0|2,0|2,0|2.0|2.0|2.0
    #.##|0.256|0.26|0,26|0,26|0.26|0.26|0.26
    000.00|7.5|007.50|007,50|007,50|007.50|007.50|007.50
    0%|0.125|12%|12%|12%|12%|12\u{200e}%\u{200e}|12%
    0.0%|0.256|25.6%|25,6%|25,6%|25.6%|25.6\u{200e}%\u{200e}|25.6%
    #,##0‰|0.5|500‰|500‰|500‰|500‰|500‰|500‰
    -0|5|-5|-5|-5|-5|\u{200e}-5|-5
    +0;-0|5|+5|+5|+5|+5|\u{200e}+5|+5
    +0;-0|-5|-5|-5|-5|-5|\u{200e}-5|-5
    0.00 ¤|12.5|12.50 $|12,50 €|12,50 €|12.50 ₹|12.50 ¤|12 ¥
    ¤0.00|-12.5|-$12.50|-€12,50|-€12,50|-₹12.50|\u{200e}-¤12.50|-¥12
    ¤¤ #,##0.00|1234.5|USD 1,234.50|EUR 1.234,50|EUR 1 234,50|INR 1,234.50|XXX 1,234.50|JPY 1,234
    #,##0.00 ¤¤|1234.5|1,234.50 USD|1.234,50 EUR|1 234,50 EUR|1,234.50 INR|1,234.50 XXX|1,234 JPY
    0 ¤¤¤|1|1.00 US dollars|1,00 Euro|1,00 euro|1.00 भारतीय रुपया|1.00 (عملة غير معروفة)|1 円
    0.00 ¤¤¤|2.5|2.50 US dollars|2,50 Euro|2,50 euros|2.50 भारतीय रुपए|2.50 (عملة غير معروفة)|2 円
    0.00E0|12345|1.23E4|1,23E4|1,23E4|1.23E4|1.23E4|1.23E4
    ##0.###E0|12345|12.34E3|12,34E3|12,34E3|12.34E3|12.34E3|12.34E3
    ##0.###E0|0.0012345|1.234E-3|1,234E-3|1,234E-3|1.234E-3|1.234E\u{200e}-3|1.234E-3
    00.###E0|0.00123|12.3E-4|12,3E-4|12,3E-4|12.3E-4|12.3E\u{200e}-4|12.3E-4
    0.###E+0|12345|1.234E+4|1,234E+4|1,234E+4|1.234E+4|1.234E\u{200e}+4|1.234E+4
    0.0E00|0.000123|1.2E-04|1,2E-04|1,2E-04|1.2E-04|1.2E\u{200e}-04|1.2E-04
    #E0|12345|1.2345E4|1,2345E4|1,2345E4|1.2345E4|1.2345E4|1.2345E4
    @@@|12345.678|12300|12300|12300|12300|12300|12300
    @@@|0.12345|0.123|0,123|0,123|0.123|0.123|0.123
    @@#|3.14159|3.14|3,14|3,14|3.14|3.14|3.14
    @##|3|3|3|3|3|3|3
    @@##|0.00012345|0.0001234|0,0001234|0,0001234|0.0001234|0.0001234|0.0001234
    @,@@@|1234567|1,235,000|1.235.000|1 235 000|1,235,000|1,235,000|1,235,000
    *x#,##0|123|xx123|xx123|xx123|xx123|xx123|xx123
    *x#,##0.00|-12|xx-12.00|xx-12,00|xx-12,00|xx-12.00|x\u{200e}-12.00|xx-12.00
    $*x#,##0.00|123.4|$xx123.40|$xx123,40|$xx123,40|$xx123.40|$xx123.40|$xx123.40
    #,##0*x kg|12|12xxx kg|12xxx kg|12xxx kg|12xxx kg|12xxx kg|12xxx kg
    #,##0 kg*x|12|12 kgxxx|12 kgxxx|12 kgxxx|12 kgxxx|12 kgxxx|12 kgxxx
    #,##0.05|1234.53|1,234.55|1.234,55|1 234,55|1,234.55|1,234.55|1,234.55
    #,##0.05|2.27|2.25|2,25|2,25|2.25|2.25|2.25
    #,#50|1230|1,250|1.250|1 250|1,250|1,250|1,250
    0.25|1.4|1.50|1,50|1,50|1.50|1.50|1.50
    #,##0.5|2.3|2.5|2,5|2,5|2.5|2.5|2.5
    '#'0|5|#5|#5|#5|#5|#5|#5
    ~0|5|~5|~5|~5|~5|~5|~5
    ~\u{301}0|5|~\u{301}5|~\u{301}5|~\u{301}5|~\u{301}5|~\u{301}5|~\u{301}5
    'a'~'b'0 ''~'%'|5|a~b5 '~%|a~b5 '~%|a~b5 '~%|a~b5 '~%|a~b5 '~%|a~b5 '~%
    ~~0'~';-'o''~'0|-5|-o'~5|-o'~5|-o'~5|-o'~5|\u{200e}-o'~5|-o'~5
    0 'o''clock'|5|5 o'clock|5 o'clock|5 o'clock|5 o'clock|5 o'clock|5 o'clock
    'a''b' 0|1|a'b 1|a'b 1|a'b 1|a'b 1|a'b 1|a'b 1
    0.00 'km/h'|99.5|99.50 km/h|99,50 km/h|99,50 km/h|99.50 km/h|99.50 km/h|99.50 km/h
    '%'0|5|%5|%5|%5|%5|%5|%5
    0;'neg' 0|-3|neg 3|neg 3|neg 3|neg 3|neg 3|neg 3
    0.#|0.25|0.2|0,2|0,2|0.2|0.2|0.2
    0.#|0.35|0.4|0,4|0,4|0.4|0.4|0.4
    0|2.5|2|2|2|2|2|2
    0|3.5|4|4|4|4|4|4
    0|1000000000000000.0|1000000000000000|1000000000000000|1000000000000000|1000000000000000|1000000000000000|100000000\
    0000000
    #,##0.###|1e-07|0|0|0|0|0|0
    0.0|1e+21|1000000000000000000000.0|1000000000000000000000,0|1000000000000000000000,0|1000000000000000000000.0|10000\
    00000000000000000.0|1000000000000000000000.0
    (0)|-5|-(5)|-(5)|-(5)|-(5)|\u{200e}-(5)|-(5)
    0.00;0.00-|-5|5.00-|5,00-|5,00-|5.00-|5.00\u{200e}-|5.00-
    #,##0 '€'|1234|1,234 €|1.234 €|1 234 €|1,234 €|1,234 €|1,234 €
    """

  struct Row: CustomTestStringConvertible {
    let columns: [String]
    var testDescription: String { columns[0] }
  }

  static let rows = table.split(separator: "\n").map {
    Row(columns: $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
  }

  @Test(arguments: rows)
  func formatsAsICU(_ row: Row) throws {
    let number = try #require(Double(row.columns[1]))
    #expect(row.columns.count == 2 + Self.locales.count)
    for (locale, expected) in zip(Self.locales, row.columns.dropFirst(2)) {
      let text = try FunctionFixture(locale: locale).call("formatNumber", .double(number), [.string(row.columns[0])])
      #expect(text == .string(expected), "\(locale)")
    }
  }

  /// The minus of the first pattern tells no negative number; the other one has a name for the plural and one for the
  /// singular.
  private static let unreadable = ["-0", "0 ¤¤¤"]

  /// What a pattern has formatted reads as the number again, as far as the digits that it shows.
  @Test(arguments: rows.filter { !unreadable.contains($0.columns[0]) })
  func readsItsOwnTexts(_ row: Row) throws {
    let number = try #require(Double(row.columns[1]))
    for locale in Self.locales {
      let cache = FormatterCache()
      let format = try cache.numberFormat(row.columns[0], locale: locale)
      let text = FormatterCache.withPlainBlanks(try #require(format.text(of: .double(number))))
      let read = try format.number(in: text)
      let again = FormatterCache.withPlainBlanks(try #require(format.text(of: read)))
      #expect(again == text, "\(locale)")
    }
  }
}
