import OKitExchange
import OKitTestSupport
import OKitValues
import Testing

@Suite struct SPONReaderTests {
  struct Example: Sendable {
    let text: String
    /// JSON, or the problem.
    let result: String
    let line: Int

    init(_ text: String, _ result: String, line: Int = #line) {
      (self.text, self.result, self.line) = (text, result, line)
    }
  }

  static let examples = [
    Example("@obj<>", "{}"),
    Example("@array[]", "[]"),
    Example("@array[1!, 2.5^, 3&, true%, `a, b`$, `c`, aGk=*]", #"[1,2.5,3,true,"a, b","c","aGk="]"#),
    Example(
      "@obj:Film<title$=`Alien` year!=`1979` seen%=`false` price&=`9.5`>",
      #"{"$type":"Film","price":9.5,"seen":false,"title":"Alien","year":1979}"#),
    Example("\u{FEFF} @obj:Other<a$=`x`>\n", #"{"a":"x"}"#),
    Example("@obj<a$=`&01;b&01;`>", #"{"a":"`b`"}"#),
    Example("@obj<a$=`<]>[,=`\n\tb$ = ``>", #"{"a":"<]>[,=","b":""}"#),
    Example("@obj<box=@obj:Box<w!=`1`> list=@array[@obj<n!=`1`>, @array[]]>", #"{"box":{"w":1},"list":[{"n":1},[]]}"#),
    Example("@obj<other?=`x`>", #"{"other":"x"}"#),
    Example(
      "",
      #"""
      spon.syntax: f: byte 0: expected a value and the sign of its type (one of % ! $ ^ & * ?), found the end of the \#
      file
      """#
    ),
    Example(
      "@array[1]",
      #"spon.syntax: f: byte 8: expected a value and the sign of its type (one of % ! $ ^ & * ?), found "]""#),
    Example("@array[1! 2!]", #"spon.syntax: f: byte 10: expected "," or "]", found "2!]""#),
    Example("@array[1!", #"spon.syntax: f: byte 9: expected "," or "]", found the end of the file"#),
    Example("@obj<a!=`x`>", #"spon.syntax: f: byte 8: expected an integer of 64 bits, found "x""#),
    Example("@obj<a%=`yes`>", #"spon.syntax: f: byte 8: expected true or false, found "yes""#),
    Example("@obj<a&=`nan`>", #"spon.syntax: f: byte 8: expected a number, found "nan""#),
    Example("@obj<a*=`!`>", #"spon.syntax: f: byte 8: expected Base64, found "!""#),
    Example(
      "@obj<a=`x`>",
      #"""
      spon.syntax: f: byte 5: expected a key that ends in the sign of a type (one of % ! $ ^ & * ?), found "a=`x`>"
      """#),
    Example("@obj<a$=`x` a$=`y`>", #"spon.syntax: f: byte 12: duplicate key "a""#),
    Example("@obj<a$=`x", #"spon.syntax: f: byte 8: expected a closing backquote, found "`x""#),
    Example("@obj<> x", #"spon.syntax: f: byte 7: expected the end of the file, found "x""#),
    Example("@obj:X", #"spon.syntax: f: byte 6: expected "<" after the name of a type, found the end of the file"#),
  ]

  @Test(arguments: examples)
  func reads(_ example: Example) throws {
    let result: String
    do { result = try Self.read(example.text).json() } catch let diagnostic as Diagnostic {
      result = "\(diagnostic.code.rawValue): \(diagnostic)"
    }
    #expect(result == example.result, "line \(example.line)")
  }

  @Test func `nesting is limited`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "@array[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try Self.read(nested(250)) }
    for depth in [251, 100_000] {
      #expect(problem { _ = try Self.read(nested(depth)) }.contains("at most 250 levels of nesting"))
    }
  }

  static func read(_ text: String) throws -> JSONValue {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var reader = SPONReader(bytes, file: "f") { $0 == "Film" }
      let value = try reader.value()
      try reader.finish()
      return value
    }
  }
}
