import OKitExchange
import OKitValues
import Testing

@Suite struct CSVReaderTests {
  /// A text and its records, or the problem that `next` throws after those that are right.
  struct Example: Sendable {
    let text: String
    let records: [[String?]]
    let problems: [String]
    let line: Int

    init(_ text: String, _ records: [[String?]], _ problems: [String] = [], line: Int = #line) {
      (self.text, self.records, self.problems, self.line) = (text, records, problems, line)
    }
  }

  /// Nil is a field of nothing.
  static let examples = [
    Example("", []),
    Example("a", [["a"]]),
    Example("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    Example("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    Example("a,b\r\nc,d\n\n\r\ne,f", [["a", "b"], ["c", "d"], ["e", "f"]]),
    Example("\u{FEFF}a,b\n", [["a", "b"]]),
    Example("\u{FEFF}\"a\"\n", [["a"]]),
    Example("a,,\"\",\n,", [["a", nil, "", nil], [nil, nil]]),
    Example(" a , b ", [[" a ", " b "]]),
    Example("a, \"b, c\" ,\t\"d\"\n \"\",  \n", [["a", "b, c", "d"], ["", "  "]]),
    Example("sep=;\na;b,c\nd;e\n", [["a", "b,c"], ["d", "e"]]),
    Example("\u{FEFF}SEP=|\r\na|b;c\r\n", [["a", "b;c"]]),
    Example("\"sep=\t\"\na\t \"b\"\n", [["a", "b"]]),
    Example("\n\nsep=,\n\na;b,c;d;e\n", [["a;b", "c;d;e"]]),
    Example("sep= \na \"b c\"\n", [["a", "b c"]]),
    Example(
      "sep=;;\na;b\n", [],
      [
        """
        csv.header: f.csv:1:1: expected one character after "sep=", which separates the fields (write for example \
        sep=; or sep=:)
        """
      ]),
    Example(
      "sep=\na;b\n", [],
      [
        """
        csv.header: f.csv:1:1: expected one character after "sep=", which separates the fields (write for example \
        sep=; or sep=:)
        """
      ]),
    Example("a;b,c;d\n1;2\n", [["a", "b,c", "d"], ["1", "2"]]),
    Example("\"a;b;c\",d\n", [["a;b;c", "d"]]),
    Example("\"a\r\nb;;;\";c|d\r\n1;2", [["a\r\nb;;;", "c|d"], ["1", "2"]]),
    Example("a|b\n1|2", [["a", "b"], ["1", "2"]]),
    Example("a,b\rc,\"d\re\"\r\rf,g", [["a", "b"], ["c", "d\re"], ["f", "g"]]),
    Example(
      "sep=;\ra;b\rc;\"d\"x\re;f\r", [["a", "b"], ["e", "f"]],
      ["csv.syntax: f.csv:3:6: expected \";\" or the end of the line after a quoted field"]),
    Example(
      "a\tb\n\"c\"d\te\nf\tg", [["a", "b"], ["f", "g"]],
      ["csv.syntax: f.csv:2:4: expected a tab or the end of the line after a quoted field"]),
    Example("\"a,b\",\"c\nd\",\"e\r\nf\"\n", [["a,b", "c\nd", "e\r\nf"]]),
    Example("\"say \"\"hi\"\"\",\"\"\"\"", [["say \"hi\"", "\""]]),
    Example("ä,日本,\"🎬\"", [["ä", "日本", "🎬"]]),
    Example("\"a", [], ["csv.syntax: f.csv:1:1: the quote is not closed"]),
    Example("x\na,\"b\nc\n", [["x"]], ["csv.syntax: f.csv:2:3: the quote is not closed"]),
    Example(
      "\"a\"b,c\nd\n", [["d"]],
      ["csv.syntax: f.csv:1:4: expected \",\" or the end of the line after a quoted field"]),
    Example(
      "ä,a\"b\nd\n", [["d"]],
      ["csv.syntax: f.csv:1:4: unexpected quote in a field (put the field in quotes and double its quotes)"]),
    Example(
      "a\nb\rc\nd\n", [["a"], ["d"]],
      ["csv.syntax: f.csv:2:2: expected a line feed after a carriage return outside quotes"]),
    Example("1,2,3,4,5\nd\n", [["d"]], ["csv.limit: f.csv:1:9: expected at most 4 fields in a record"]),
    Example(
      "12345678\n123456789\nd\n", [["12345678"], ["d"]], ["csv.limit: f.csv:2:1: expected at most 8 bytes in a field"]),
    Example(
      "\"12345678\"\n\"123456789\"\nd\n", [["12345678"]],
      [
        """
        csv.limit: f.csv:2:1: expected at most 8 bytes in a field
        """
      ]),
  ]

  @Test(arguments: examples)
  func reads(_ example: Example) {
    var limits = CSVReader.Limits()
    (limits.columns, limits.fieldLength) = (4, 8)
    if example.problems.allSatisfy({ !$0.hasPrefix("csv.limit") }) { limits.fieldLength = 100 }
    let (records, problems) = Self.read(Array(example.text.utf8), limits)
    #expect(records == example.records, "line \(example.line)")
    #expect(problems == example.problems, "line \(example.line)")
  }

  @Test func `bytes that are not UTF-8 reject their record only`() {
    let (records, problems) = Self.read([0x61, 0x2C, 0xC3, 0x0A, 0x62], CSVReader.Limits())
    #expect(records == [["b"]])
    let hint = "save it as UTF-8"
    #expect(problems == ["csv.syntax: f.csv:1:3: the field is not valid UTF-8 (\(hint))"])
  }

  static func read(_ bytes: [UInt8], _ limits: CSVReader.Limits) -> (records: [[String?]], problems: [String]) {
    bytes.withUnsafeBufferPointer { bytes in
      let locator = LineLocator(bytes, file: "f.csv")
      let dialect: CSVDialect
      do throws(Diagnostic) { dialect = try CSVDialect(of: bytes, locator) } catch {
        return ([], ["\(error.code.rawValue): \(error)"])
      }
      var reader = CSVReader(bytes, locator, dialect, limits: limits)
      var (records, problems): ([[String?]], [String]) = ([], [])
      while true {
        do throws(CSVReader.Failure) {
          guard let fields = try reader.next() else { return (records, problems) }
          records.append(fields.map { $0.text.isEmpty && !$0.isQuoted ? nil : $0.text })
        } catch { problems.append("\(error.diagnostic.code.rawValue): \(error.diagnostic)") }
      }
    }
  }
}
