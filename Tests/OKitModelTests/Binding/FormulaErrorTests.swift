import OKitModel
import Testing

/// Each mistake in a formula, with its place.
@Suite struct FormulaErrorTests {
  @Test(arguments: [
    ("= price *", "expected a value, found the end", 9), ("= * price", #"expected a value, found "*""#, 2),
    ("= a b", #"expected an operator, "," or the end, found "b""#, 4), ("= (1", #"expected ")" to close "(""#, 2),
    ("= (1, 2)", #"expected an operator or ")", found ",""#, 4), ("= f(1", #"expected ")" to close the list"#, 3),
    ("= 1)", #"unexpected ")", no parenthesis is open"#, 3), ("= 'abc", "expected ' to close the text", 2),
    ("= \"abc", "expected \" to close the text", 2), ("= 12abc", #"unexpected "a" in a number"#, 4),
    ("= 0x", #"expected hexadecimal digits after "0x""#, 2),
    ("= 0x10000000000000000", "a hexadecimal number has at most 64 bits", 2),
    ("= x'0'", #"expected pairs of hexadecimal digits in "x'…'""#, 2),
    ("= a ! b", #"unexpected "!" in a formula (write "!=" or NOT)"#, 4),
    ("= $a", #"unexpected "$" in a formula (write any other binding in brackets, such as [$ref/name])"#, 2),
    ("= a.", #"expected a name after ".", found the end"#, 4),
    ("= a.@cuont", #"unknown collection operator "@cuont" (did you mean "@count"?)"#, 4),
    ("= a.@", #"expected a collection operator after "@""#, 5),
    (
      "= a@count",
      #"""
      expected an operator, "," or the end, found "@" (a collection operator is written after a dot, such as \#
      books.@count)
      """#,
      3
    ),
    ("= tags[0]", #"expected an operator, found "[" (an element is written [tags[0]])"#, 6),
    ("= [price", #"expected "]" to close the binding in brackets"#, 2),
    ("= [price)", #"expected "/", "," or "]", found ")""#, 8),
    ("= end + 1", "expected a value, found END (a property of that name is written [end])", 2),
    ("= CASE a", "expected WHEN in CASE, found the end", 8),
    ("= CASE WHEN a", "expected THEN after the condition of WHEN, found the end", 13),
    ("= CASE WHEN a THEN b", "expected END to close CASE", 2),
    ("= CASE WHEN a THEN b c", #"expected WHEN, ELSE or END in CASE, found "c""#, 21),
    ("= CASE WHEN a THEN b ELSE c WHEN", "expected END to close CASE, found WHEN", 28),
    ("= a BETWEEN 1", "expected AND after the first bound of BETWEEN, found the end", 13),
    ("= a NOT b", #"expected IN, LIKE, GLOB, REGEXP, BETWEEN or NULL after NOT, found "b""#, 8),
    ("= a IN 1", #"expected "(" after IN, found "1""#, 7),
    ("= a GLOB 'x' ESCAPE 'y'", "GLOB has no ESCAPE", 13),
    ("= CAST(a, TEXT)", #"expected AS in CAST, found ",""#, 8),
    (
      "= CAST(a AS INTEGR)",
      #"""
      expected a type of CAST: INTEGER, REAL, TEXT, BOOLEAN, NUMERIC or BLOB, found "INTEGR" (did you mean \#
      "INTEGER"?)
      """#,
      12
    ),
    (
      "= a COLLATE NOCAES",
      #"expected a collation: BINARY, NOCASE or RTRIM, found "NOCAES" (did you mean "NOCASE"?)"#, 12
    ),
    ("= 'a' 'it''s'", #"expected an operator, "," or the end, found "'it''s'""#, 6),
    ("= a x'41'", #"expected an operator, "," or the end, found "x'41'""#, 4),
    ("= a MATCH b", #"expected an operator, "," or the end, found "MATCH" (use LIKE, GLOB or REGEXP)"#, 4),
    ("f(= a b)", #"expected an operator, "," or ")", found "b""#, 6),
    ("=", "expected a value, found the end", 1), ("= , a", #"expected a value, found ",""#, 2),
  ])
  func message(text: String, message: String, offset: Int) throws {
    let error = #expect(throws: Diagnostic.self) { try Binding.parse(text) }
    #expect(error.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") } == message)
    #expect(error?.excerpt?.range?.lower == offset)
    #expect(error?.code == (text.contains("@c") && text.contains(".@") ? "binding.operator" : "binding.syntax"))
    #expect(error?.description.contains("^") == true)
  }
}
