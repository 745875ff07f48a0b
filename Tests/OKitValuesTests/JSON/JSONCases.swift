import OKitValues
import Testing

/// One document: what it means, or the message and the byte offset that it is refused with.
struct JSONCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    case value(JSONValue)
    case refused(String, at: Int)
  }

  var bytes: [UInt8]
  var outcome: Outcome

  var testDescription: String { String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription }

  static func reads(_ text: String, _ value: JSONValue) -> JSONCase {
    JSONCase(bytes: Array(text.utf8), outcome: .value(value))
  }

  static func refuses(_ text: String, _ message: String, at offset: Int) -> JSONCase {
    JSONCase(bytes: Array(text.utf8), outcome: .refused(message, at: offset))
  }

  static func refuses(_ bytes: [UInt8], _ message: String, at offset: Int) -> JSONCase {
    JSONCase(bytes: bytes, outcome: .refused(message, at: offset))
  }

  static func refuses(in string: [UInt8], at offset: Int = 1) -> JSONCase {
    let byte = String(string[offset - 1], radix: 16, uppercase: true)
    return refuses([0x22] + string + [0x22], "expected UTF-8, found the byte 0x\(byte)", at: offset)
  }
}

extension JSONCase {
  /// Documents that every reader must take.
  static let valid: [JSONCase] = [
    .reads("null", nil), .reads("true", true), .reads("false", false), .reads(" \t\r\n null \t\r\n ", nil),
    .reads("[]", []), .reads("[ ]", []), .reads("{}", [:]), .reads("{ }", [:]), .reads("[[],{}]", [[], [:]]),
    .reads("[null,1,\"1\",{}]", [nil, 1, "1", [:]]), .reads("[1 , 2]", [1, 2]), .reads("[\n1\n,\n2\n]", [1, 2]),
    .reads("{\"a\":1}", ["a": 1]), .reads("{ \"a\" : 1 , \"b\" : [ ] }", ["a": 1, "b": []]),
    .reads("{\"\":0}", ["": 0]), .reads("{\"a\":{\"a\":{\"a\":1}}}", ["a": ["a": ["a": 1]]]),
    .reads("[{\"a\":1},{\"a\":2}]", [["a": 1], ["a": 2]]), .reads("{\"a\":1,\"A\":2}", ["a": 1, "A": 2]),
    .reads("                              [                  1]", [1]),
    // Numbers
    .reads("0", 0), .reads("-0", .double(-0.0)), .reads("1", 1), .reads("-1", -1), .reads("1234567890", 1_234_567_890),
    .reads("9223372036854775807", .int(.max)), .reads("-9223372036854775808", .int(.min)),
    .reads("9223372036854775808", .number("9223372036854775808")),
    .reads("-9223372036854775809", .number("-9223372036854775809")),
    .reads("18446744073709551616", .number("18446744073709551616")),
    .reads("123456789012345678901234567890", .number("123456789012345678901234567890")),
    .reads("0.5", 0.5), .reads("-0.5", -0.5), .reads("1.0", 1.0), .reads("0.0", 0.0), .reads("-0.0", .double(-0.0)),
    .reads("1e0", 1.0), .reads("1E3", 1000.0), .reads("1e+3", 1000.0), .reads("1e-3", 0.001), .reads("0e9", 0.0),
    .reads("1.5e300", 1.5e300), .reads("0e999999999999999999999", 0.0), .reads("1e-999999999999999999999", 0.0),
    .reads("123.456e-78", 123.456e-78),
    .reads("5e-324", .double(.leastNonzeroMagnitude)),
    .reads("1.7976931348623157e308", 1.7976931348623157e308),
    .reads("9007199254740993.0", 9007199254740992.0),
    .reads("0.1", 0.1),
    .reads("3.14159265358979323846", 3.141592653589793),
    .reads("1e22", 1e22), .reads("1e23", 1e23), .reads("9007199254740991e22", 9007199254740991e22),
    .reads("0.000000000000000000000000000001", 1e-30),
    .reads("2.2250738585072011e-308", .double(.leastNormalMagnitude.nextDown)),
    .reads("[-1,0,1]", [-1, 0, 1]), .reads("1 ", 1),
    // Texts
    .reads("\"\"", ""),
    .reads("\"a\"", "a"),
    .reads("\"12345678\"", "12345678"),
    .reads("\"123456789abcdefg\"", "123456789abcdefg"),
    .reads("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
    .reads("\"/\"", "/"),
    .reads("\"\u{7F}\"", "\u{7F}"),
    .reads("\"\\u0041\"", "A"),
    .reads("\"\\u00e9\\u00E9\"", "éé"),
    .reads("\"\\u0000\"", "\0"),
    .reads("\"a\\u0000b\"", "a\0b"),
    .reads("\"\\u20ac\"", "€"), .reads("\"\\uD83D\\uDE00\"", "😀"), .reads("\"\\ud83d\\ude00\"", "😀"),
    .reads("\"\\uD800\\uDC00\"", "\u{10000}"),
    .reads("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"),
    .reads("\"\\uFFFF\"", "\u{FFFF}"),
    .reads("\"é€😀\"", "é€😀"),
    .reads("\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", "\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"),
    .reads("\"\u{D7FF}\u{E000}\"", "\u{D7FF}\u{E000}"),
    .reads("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
    .reads("\"\u{FEFF}\"", "\u{FEFF}"),
    .reads("\"1234567é12345678\\n12345678é\"", "1234567é12345678\n12345678é"), .reads("\"[1,2]{}\"", "[1,2]{}"),
    .reads("{\"\\u0061\":1}", ["a": 1]), .reads("{\"é\":1}", ["é": 1]), .reads("{\"a\\nb\":1}", ["a\nb": 1]),
  ]

  /// Documents that every reader must refuse.
  static let invalid: [JSONCase] = [
    .refuses("", "the file is empty", at: 0), .refuses(" \n", "expected a value, found the end of the file", at: 2),
    .refuses([0], "expected a value, found the byte 0x00", at: 0),
    .refuses([0xEF, 0xBB, 0xBF, 0x31], "expected a value, found a byte order mark", at: 0),
    .refuses([0xEF, 0xBB], "expected a value, found the byte 0xEF", at: 0),
    .refuses([0xFF, 0xFE, 0x31, 0], "expected a value, found the byte 0xFF", at: 0),
    .refuses("\u{A0}1", "expected a value, found the byte 0xC2", at: 0),
    .refuses("\u{C}1", "expected a value, found the byte 0x0C", at: 0),
    // Structure
    .refuses("[", "expected a value, found the end of the file", at: 1),
    .refuses("]", "expected a value, found ']'", at: 0),
    .refuses("{", "expected a key or '}', found the end of the file", at: 1),
    .refuses("}", "expected a value, found '}'", at: 0),
    .refuses("[1", "expected ',' or ']', found the end of the file", at: 2),
    .refuses("[1,", "expected a value, found the end of the file", at: 3),
    .refuses("[1,]", "expected a value, found ']'", at: 3), .refuses("[,1]", "expected a value, found ','", at: 1),
    .refuses("[1,,2]", "expected a value, found ','", at: 3),
    .refuses("[1 2]", "expected ',' or ']', found '2'", at: 3),
    .refuses("[1}", "expected ',' or ']', found '}'", at: 2),
    .refuses("[1:2]", "expected ',' or ']', found ':'", at: 2),
    .refuses("[1]]", "expected the end of the file, found ']'", at: 3),
    .refuses("1 2", "expected the end of the file, found '2'", at: 2),
    .refuses("[]\0", "expected the end of the file, found the byte 0x00", at: 2),
    .refuses("{}x", "expected the end of the file, found 'x'", at: 2),
    .refuses("{\"a\"", "expected ':', found the end of the file", at: 4),
    .refuses("{\"a\" 1}", "expected ':', found '1'", at: 5),
    .refuses("{\"a\":", "expected a value, found the end of the file", at: 5),
    .refuses("{\"a\":}", "expected a value, found '}'", at: 5),
    .refuses("{\"a\":1,}", "expected a key, found '}'", at: 7),
    .refuses("{\"a\":1", "expected ',' or '}', found the end of the file", at: 6),
    .refuses("{\"a\":1 \"b\":2}", "expected ',' or '}', found '\"'", at: 7),
    .refuses("{,}", "expected a key or '}', found ','", at: 1),
    .refuses("{1:1}", "expected a key or '}', found '1'", at: 1),
    .refuses("{a:1}", "expected a key or '}', found 'a'", at: 1),
    .refuses("{'a':1}", "expected a key or '}', found '''", at: 1),
    .refuses("{\"a\":1]", "expected ',' or '}', found ']'", at: 6),
    .refuses("{\"a\":1,\"a\":2}", "duplicate key \"a\"", at: 7),
    .refuses("{\"a\":1,\"\\u0061\":2}", "duplicate key \"a\"", at: 7),
    .refuses("{\"\\u0061\":1,\"b\":0,\"a\":2}", "duplicate key \"a\"", at: 18),
    .refuses("{\"x\":{\"k\":1},\"y\":0,\"x\":1}", "duplicate key \"x\"", at: 19),
    .refuses(
      "{\"\u{E9}\":1,\"e\u{301}\":2}", "duplicate key \"e\u{301}\" in another Unicode form", at: 8
    ),
    .refuses("[1,/*c*/2]", "expected a value, found '/'", at: 3),
    .refuses("[1] // c", "expected the end of the file, found '/'", at: 4),
    // Literals
    .refuses("nul", "expected 'null', found the end of the file", at: 3),
    .refuses("nulL", "expected 'null', found 'L'", at: 3),
    .refuses("True", "expected a value, found 'T'", at: 0), .refuses("tru]", "expected 'true', found ']'", at: 3),
    .refuses("falsy", "expected 'false', found 'y'", at: 4),
    .refuses("undefined", "expected a value, found 'u'", at: 0),
    .refuses("nullx", "expected the end of the file, found 'x'", at: 4),
    // Numbers
    .refuses("-", "expected a digit, found the end of the file", at: 1),
    .refuses("+1", "expected a value, found '+'", at: 0),
    .refuses("01", "expected no digit after a leading 0, found '1'", at: 1),
    .refuses("-01", "expected no digit after a leading 0, found '1'", at: 2),
    .refuses("00", "expected no digit after a leading 0, found '0'", at: 1),
    .refuses(".5", "expected a value, found '.'", at: 0),
    .refuses("-.5", "expected a digit, found '.'", at: 1),
    .refuses("1.", "expected a digit after '.', found the end of the file", at: 2),
    .refuses("1.e3", "expected a digit after '.', found 'e'", at: 2),
    .refuses("1e", "expected a digit in the exponent, found the end of the file", at: 2),
    .refuses("1e+", "expected a digit in the exponent, found the end of the file", at: 3),
    .refuses("[1e]", "expected a digit in the exponent, found ']'", at: 3),
    .refuses("1ee2", "expected a digit in the exponent, found 'e'", at: 2),
    .refuses("1.2.3", "expected the end of the file, found '.'", at: 3),
    .refuses("--1", "expected a digit, found '-'", at: 1),
    .refuses("0x1F", "expected the end of the file, found 'x'", at: 1),
    .refuses("NaN", "expected a value, found 'N'", at: 0), .refuses("Infinity", "expected a value, found 'I'", at: 0),
    .refuses("-Infinity", "expected a digit, found 'I'", at: 1),
    .refuses("1_000", "expected the end of the file, found '_'", at: 1),
    .refuses("1e400", "expected a number within the range of a 64-bit double, found 1e400", at: 0),
    .refuses("[-1e400]", "expected a number within the range of a 64-bit double, found -1e400", at: 1),
    .refuses(
      "1e999999999999999999999", "expected a number within the range of a 64-bit double, found 1e999999999999999999999",
      at: 0),
    // Texts
    .refuses("\"", "expected '\"', found the end of the file", at: 1),
    .refuses("\"abc", "expected '\"', found the end of the file", at: 4),
    .refuses("\"abcdefgh12", "expected '\"', found the end of the file", at: 11),
    .refuses("'a'", "expected a value, found '''", at: 0),
    .refuses("\"a\nb\"", "expected no control character in a string, found the byte 0x0A", at: 2),
    .refuses("\"12345678\t\"", "expected no control character in a string, found the byte 0x09", at: 9),
    .refuses("\"\0\"", "expected no control character in a string, found the byte 0x00", at: 1),
    .refuses("\"\u{1F}\"", "expected no control character in a string, found the byte 0x1F", at: 1),
    .refuses("\"\\x41\"", "expected one of \"\\/bfnrtu after '\\', found 'x'", at: 2),
    .refuses("\"\\a\"", "expected one of \"\\/bfnrtu after '\\', found 'a'", at: 2),
    .refuses("\"\\", "expected one of \"\\/bfnrtu after '\\', found the end of the file", at: 2),
    .refuses("\"\\\"", "expected '\"', found the end of the file", at: 3),
    .refuses("\"\\u12\"", "expected four hexadecimal digits after '\\u', found '\"'", at: 5),
    .refuses("\"\\u12G4\"", "expected four hexadecimal digits after '\\u', found 'G'", at: 5),
    .refuses("\"\\U0041\"", "expected one of \"\\/bfnrtu after '\\', found 'U'", at: 2),
    .refuses("\"\\uD800\"", "expected a low surrogate after a high one, found '\\uD800'", at: 1),
    .refuses("\"\\uD800x\"", "expected a low surrogate after a high one, found '\\uD800'", at: 1),
    .refuses("\"\\uD800\\n\"", "expected a low surrogate after a high one, found '\\uD800'", at: 1),
    .refuses("\"\\uD800\\u0041\"", "expected a low surrogate after a high one, found '\\uD800'", at: 1),
    .refuses("\"\\uD800\\uD800\"", "expected a low surrogate after a high one, found '\\uD800'", at: 1),
    .refuses("\"a\\uDC00\"", "expected a high surrogate before a low one, found '\\uDC00'", at: 2),
    // UTF-8
    .refuses(in: [0x80]), .refuses(in: [0xBF]), .refuses(in: [0xFF]), .refuses(in: [0xFE]), .refuses(in: [0xC0, 0x80]),
    .refuses(in: [0xC1, 0xBF]), .refuses(in: [0xE0, 0x80, 0x80]), .refuses(in: [0xE0, 0x9F, 0xBF]),
    .refuses(in: [0xF0, 0x80, 0x80, 0x80]), .refuses(in: [0xF0, 0x8F, 0xBF, 0xBF]), .refuses(in: [0xED, 0xA0, 0x80]),
    .refuses(in: [0xED, 0xBF, 0xBF]), .refuses(in: [0xF4, 0x90, 0x80, 0x80]), .refuses(in: [0xF5, 0x80, 0x80, 0x80]),
    .refuses(in: [0xF8, 0x88, 0x80, 0x80, 0x80]),
    .refuses(in: [0xC3]),
    .refuses(in: [0xE2, 0x82]),
    .refuses(in: [0xF0, 0x9F, 0x98]),
    .refuses(in: [0xC3, 0x41]), .refuses(in: [0xE2, 0x82, 0xC3]), .refuses(in: [0x41, 0xE9, 0x42], at: 2),
    .refuses([0x22, 0xE2, 0x82], "expected UTF-8, found the byte 0xE2", at: 1),
    .refuses([0x5B, 0xE9, 0x5D], "expected a value, found the byte 0xE9", at: 1),
  ]
}
