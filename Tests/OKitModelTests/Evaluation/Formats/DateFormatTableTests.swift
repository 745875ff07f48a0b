import OKitTestSupport
import OKitValues
import Testing

/// Texts that ICU 77 gives, with plain blanks: the rows were generated with PyICU 2.15. Four names are those of ICU 76
/// in Swift's Foundation: the halves of the day in Hindi, "mat." in French, a short Friday in Arabic.
@Suite struct DateFormatTableTests {
  static let locales = ["en_US", "de_DE", "fr_FR", "hi_IN", "ar", "ja_JP"]

  /// A pattern, and the text of 2020-01-31T09:05:05.250Z in Berlin in each locale.
  static let table = """
    yyyy-MM-dd|2020-01-31|2020-01-31|2020-01-31|2020-01-31|2020-01-31|2020-01-31
    dd.MM.yyyy HH:mm|31.01.2020 10:05|31.01.2020 10:05|31.01.2020 10:05|31.01.2020 10:05|31.01.2020 10:05|31.01.2020 \
    10:05
    d. MMMM yyyy|31. January 2020|31. Januar 2020|31. janvier 2020|31. जनवरी 2020|31. يناير 2020|31. 1月 2020
    EEEE, d. MMM yy|Friday, 31. Jan 20|Freitag, 31. Jan. 20|vendredi, 31. janv. 20|शुक्रवार, 31. जन॰ 20|الجمعة, 31. \
    يناير 20|金曜日, 31. 1月 20
    h:mm a|10:05 AM|10:05 AM|10:05 AM|10:05 पू|10:05 ص|10:05 午前
    hh 'o''clock' a|10 o'clock AM|10 o'clock AM|10 o'clock AM|10 o'clock पू|10 o'clock ص|10 o'clock 午前
    D w W F|31 5 5 5|31 5 5 5|31 5 5 5|31 5 5 5|31 5 5 5|31 5 5 5
    QQQ yyyy|Q1 2020|Q1 2020|T1 2020|ति1 2020|الربع الأول 2020|Q1 2020
    QQQQ|1st quarter|1. Quartal|1er trimestre|पहली तिमाही|الربع الأول|第1四半期
    GGGG y|Anno Domini 2020|n. Chr. 2020|après Jésus-Christ 2020|ईसवी सन 2020|ميلادي 2020|西暦 2020
    LLLL yyyy|January 2020|Januar 2020|janvier 2020|जनवरी 2020|يناير 2020|1月 2020
    ccc|Fri|Fr|ven.|शुक्र|جمعة|金
    HH:mm:ss.SSS|10:05:05.250|10:05:05.250|10:05:05.250|10:05:05.250|10:05:05.250|10:05:05.250
    k K H h|10 10 10 10|10 10 10 10|10 10 10 10|10 10 10 10|10 10 10 10|10 10 10 10
    zzzz|Central European Standard Time|Mitteleuropäische Normalzeit|heure normale d’Europe centrale|मध्य यूरोपीय मानक \
    समय|توقيت وسط أوروبا الرسمي|中央ヨーロッパ標準時
    ZZZZZ|+01:00|+01:00|+01:00|+01:00|+01:00|+01:00
    XXX|+01:00|+01:00|+01:00|+01:00|+01:00|+01:00
    xx|+0100|+0100|+0100|+0100|+0100|+0100
    VV|Europe/Berlin|Europe/Berlin|Europe/Berlin|Europe/Berlin|Europe/Berlin|Europe/Berlin
    O|GMT+1|GMT+1|UTC+1|GMT+1|غرينتش+1|GMT+1
    OOOO|GMT+01:00|GMT+01:00|UTC+01:00|GMT+01:00|غرينتش+01:00|GMT+01:00
    yyyyMMdd|20200131|20200131|20200131|20200131|20200131|20200131
    B h|in the morning 10|vorm. 10|mat. 10|सुबह 10|ص 10|朝 10
    u|2020|2020|2020|2020|2020|2020
    A|36305250|36305250|36305250|36305250|36305250|36305250
    MMMMM|J|J|J|ज|ي|1
    EEEEE|F|F|V|शु|ج|金
    b h:mm|AM 10:05|AM 10:05|AM 10:05|पू 10:05|ص 10:05|午前 10:05
    EEEEEE|Fr|Fr.|ve|शु|جمعة|金
    yy|20|20|20|20|20|20
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
    #expect(row.columns.count == 1 + Self.locales.count)
    for (locale, expected) in zip(Self.locales, row.columns.dropFirst()) {
      let fixture = FunctionFixture(locale: locale, timeZone: "Europe/Berlin")
      let text = try fixture.call("format", .moment("2020-01-31T09:05:05.25Z"), [.string(row.columns[0])])
      #expect(text == .string(expected), "\(locale)")
    }
  }
}
