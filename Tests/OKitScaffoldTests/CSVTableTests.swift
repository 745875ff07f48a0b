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

  static let mistakes: [(String, String)] = [
    ("a,b\n1,2,3\n", "csv.fields: rows.csv:2:1: expected 2 fields, found 3 (put a field with a comma in quotes)"),
    ("a,b\n\"1,2\n", "csv.syntax: rows.csv:2:1: the quote is not closed"),
    ("a,b\n", "new.data: rows.csv: the document is empty (okit-run new needs an object, or a list of objects)"),
  ]

  @Test(arguments: mistakes) func rejects(_ test: (csv: String, message: String)) {
    #expect(problem { _ = try inferred(csv: test.csv) } == test.message)
  }
}
