import Testing

@testable import OKitModel

/// Numbers as the locale writes them, and as a person types them.
@Suite struct NumberSymbolsTests {
  let formatters = FormatterCache()

  @Test(
    arguments: [
      ("en_US", "-1234.5", "-1234.5"), ("de_DE", "-1234.5", "-1234,5"), ("de_CH", "1234.5", "1234.5"),
      ("fr_FR", "2.5e+21", "2,5e+21"), ("sv_SE", "-1e-7", "\u{2212}1e-7"), ("ar_EG", "-20.5", "\u{61C}-٢٠٫٥"),
      ("de_DE", "inf", "inf"),
    ] as [(String, String, String)])
  func aNumberIsWrittenWithTheSymbolsOfTheLocale(locale: String, plain: String, text: String) {
    #expect(formatters.symbols(locale: locale).text(plain) == text)
  }

  /// The form of the locale comes first; what is not a number in it is read in the plain form.
  @Test(
    arguments: [
      ("de_DE", "2,50", "2.50"), ("de_DE", "1.234", "1234"), ("de_DE", "1.234.567,5", "1234567.5"),
      ("de_DE", "2.50", "2.50"), ("de_DE", "0.125", "0.125"), ("de_DE", "12.3456", "12.3456"),
      ("de_DE", "1.234.5", nil), ("de_DE", "1234.567", "1234.567"), ("de_DE", "1,234.5", nil), ("de_DE", "1e3", "1e3"),
      ("de_DE", "-2,5e3", "-2.5e3"), ("de_DE", " 7 ", "7"), ("de_DE", ",5", ".5"), ("de_DE", ",", nil),
      ("de_DE", "", nil), ("de_DE", "viel", nil), ("de_DE", "nan", nil), ("de_DE", "0x10", nil),
      ("de_DE", "1e999", nil),
      ("en_US", "2,50", nil), ("en_US", "1,234", "1234"), ("en_US", "1,234.5", "1234.5"), ("en_US", "1.234", "1.234"),
      ("en_US", "0,125", nil), ("fr_FR", "1 234,5", "1234.5"), ("fr_FR", "1\u{202F}234,5", "1234.5"),
      ("fr_FR", "1.234", "1.234"), ("de_CH", "1'234.5", "1234.5"), ("de_CH", "1’234.5", "1234.5"),
      ("en_IN", "12,34,567.5", "1234567.5"), ("en_IN", "1,234,567", nil), ("sv_SE", "\u{2212}5", "-5"),
      ("sv_SE", "-5", "-5"), ("ar_EG", "٢٠٫٥", "20.5"), ("ar_EG", "20.5", "20.5"),
    ] as [(String, String, String?)])
  func aTypedNumberIsReadInTheFormOfTheLocaleFirst(locale: String, typed: String, plain: String?) {
    #expect(formatters.symbols(locale: locale).plainText(typed) == plain)
  }

  @Test(arguments: ["en_US", "de_DE", "fr_FR", "ar_EG", "fa_IR", "sv_SE", "he_IL", "hi_IN", "en_US_POSIX"])
  func whatIsShownCanBeTypedAgain(locale: String) {
    let symbols = formatters.symbols(locale: locale)
    for plain in ["0", "-1", "1234", "1234.5", "0.125", "-1e-07", "2.5e+21"] {
      #expect(symbols.plainText(symbols.text(plain)).flatMap(Double.init) == Double(plain))
    }
  }
}
