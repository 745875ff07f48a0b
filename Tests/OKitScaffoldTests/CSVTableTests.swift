import OKitTestSupport
import Testing

@testable import OKitScaffold

@Suite struct CSVTableTests {
  static let cases: [(String, String)] = [
    (
      "Title,Year,Seen,Rating,Released\nAlien,1979,yes,8.5,1979-05-25\n\"Heat, the film\",1995,no,,1995-12-15\n",
      """
      Shop
        things: [Thing]
      Thing (title)
        title: text
        year: int
        seen: bool
        rating: double?
        released: date

      """
    ),
    (
      "Nr;PLZ;Umsatz;Datum\n1;01067;1.234,50;31.01.2020\n2;80331;99,00;1.2.2020\n",
      """
      Shop
        things: [Thing]
      Thing (nr)
        nr: int
        plz: text
        umsatz: double
        datum: date

      """
    ),
    (
      "a\tb\t\ta\n1\t2\t3\t4\n",
      """
      Shop
        things: [Thing]
      Thing (a)
        a: int
        b: int
        column3: int
        a2: int

      """
    ),
  ]

  @Test(arguments: cases) func infers(_ test: (csv: String, model: String)) throws {
    #expect(try inferred(csv: test.csv, file: "things.csv") == test.model)
  }

  @Test func `a long text is a title if its column is one`() throws {
    let long = "Greatest moments of the orchestra, recorded live between the summer of 1987 and 1999"
    for (column, isTitle) in [
      ("Title", true), ("song name", true), ("Headline", true), ("Statement", true), ("Notes", false),
      ("Description", false),
    ] {
      let model = try inferred(csv: "Year,\(column)\n1999,First Light\n1999,\"\(long)\"\n", file: "albums.csv")
      let name = column.lowercased() == "song name" ? "songName" : column.lowercased()
      #expect(model.contains("Album (\(isTitle ? name : "year"))"), "\(model)")
    }
  }

  static let mistakes: [(String, String)] = [
    (
      "a,b\n1,2,3\n",
      "csv.fields: rows.csv:2:1: expected 2 fields, found 3 (put a field with \",\" in quotes)"
    ),
    (
      "sep=|\na|b\n1|2|3\n",
      "csv.fields: rows.csv:3:1: expected 2 fields, found 3 (put a field with \"|\" in quotes)"
    ),
    ("a,b\n\"1,2\n", "csv.syntax: rows.csv:2:1: the quote is not closed"),
    (
      "a,b\n",
      """
      new.data: rows.csv: the table has no rows below its header (okit-run new needs the names of the columns in the \
      first line, and at least one row)
      """
    ),
  ]

  @Test(arguments: mistakes) func rejects(_ test: (csv: String, message: String)) {
    #expect(problem { _ = try inferred(csv: test.csv) } == test.message)
  }

  /// Cells of a column, one a line, and the values that they become.
  static let numbers: [(separator: String, cells: [String], values: [DataNode])] = [
    (",", ["1,234", "12,500"], [.int(1234), .int(12_500)]),
    (",", ["1,234,567", "12"], [.int(1_234_567), .int(12)]),
    (",", ["1,234.50", "-5.25"], [.decimal("1234.50"), .decimal("-5.25")]),
    (",", ["1,5", "2,25"], [.decimal("1.5"), .decimal("2.25")]),
    (",", ["1.234,50", "7"], [.decimal("1234.50"), .int(7)]),
    (",", ["1,5", "1,234"], [.text("1,5"), .text("1,234")]),
    (",", ["12,34,567"], [.text("12,34,567")]),
    (",", ["$1,234"], [.text("$1,234")]),
    (",", ["1.234", "2.5"], [.decimal("1.234"), .decimal("2.5")]),
    (";", ["1.234", "2.345"], [.text("1.234"), .text("2.345")]),
    (";", ["1.234", "99,00"], [.int(1234), .decimal("99.00")]),
    (";", ["1.234.567"], [.int(1_234_567)]),
    (";", ["1.234", "2.5"], [.decimal("1.234"), .decimal("2.5")]),
    (";", ["1,234"], [.decimal("1.234")]),
    (";", ["0.125"], [.decimal("0.125")]),
    ("\t", ["1,234"], [.text("1,234")]),
    ("\t", ["1.234"], [.decimal("1.234")]),
    (",", ["9223372036854775807"], [.int(.max)]),
    (",", ["1", "12345678901234567890"], [.text("1"), .text("12345678901234567890")]),
    (",", ["2.5", "-99999999999999999999"], [.text("2.5"), .text("-99999999999999999999")]),
    // A Double would change them.
    (",", ["9007199254740993", "2.5"], [.text("9007199254740993"), .text("2.5")]),
    (",", ["9007199254740993", "2"], [.int(9_007_199_254_740_993), .int(2)]),
    (",", ["0.12345678901234567890"], [.text("0.12345678901234567890")]),
    (";", ["9.007.199.254.740.993,0", "1,5"], [.text("9.007.199.254.740.993,0"), .text("1,5")]),
    (",", ["1e400", "1.5"], [.text("1e400"), .text("1.5")]),
    (",", ["0.30000000000000004", "1.10"], [.decimal("0.30000000000000004"), .decimal("1.10")]),
  ]

  @Test(arguments: numbers) func `numbers with marks`(_ test: (separator: String, cells: [String], values: [DataNode]))
  {
    var column = CSVColumn(separator: test.separator.utf8.first ?? 0)
    for cell in test.cells { column.add(cell) }
    let conversion = column.conversion
    #expect(test.cells.map { conversion?($0) ?? .text($0) } == test.values)
  }
}
