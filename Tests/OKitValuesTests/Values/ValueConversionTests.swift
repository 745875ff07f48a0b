import OKitValues
import Testing

@Suite struct ValueConversionTests {
  @Test(arguments: [
    (Value.null, false), (.bool(true), true), (.bool(false), false), (.string(""), false), (.string("false"), false),
    (.string("no"), false), (.string("0"), false), (.string("yes"), true), (.string("0.0"), true), (.int(0), false),
    (.int(-1), true), (.double(0), false), (.double(0.1), true), (.list([]), true),
    (.date(DateValue(secondsSince2001: 0)), true),
  ])
  func truth(value: Value, expected: Bool) {
    #expect(value.truth == expected)
  }

  @Test(
    arguments: [
      (Value.int(2), 2, 2), (.double(2), 2, 2), (.double(2.5), nil, 2.5), (.double(1e300), nil, 1e300),
      (.string("12"), 12, 12), (.string(" 12 "), 12, 12), (.string("007"), 7, 7), (.string("2.0"), 2, 2),
      (.string("2.5"), nil, 2.5), (.string("1e3"), 1000, 1000), (.string("-3"), -3, -3), (.string("12 km"), nil, nil),
      (.string(""), nil, nil), (.string("nan"), nil, nil), (.string("0x10"), nil, nil), (.string("1e999"), nil, nil),
      (.string("9223372036854775808"), nil, 9_223_372_036_854_775_808), (.bool(true), nil, nil), (.null, nil, nil),
    ] as [(Value, Int?, Double?)])
  func numbers(value: Value, int: Int?, double: Double?) {
    #expect(value.int == int)
    #expect(value.double == double)
  }

  @Test func dates() {
    let date = DateValue(secondsSince1970: 1_580_472_000)
    #expect(Value.date(date).date == date)
    #expect(Value.string("2020-01-31T12:00:00Z").date == date)
    #expect(Value.string("soon").date == nil)
    #expect(Value.int(5).date == nil)
  }

  @Test func images() {
    #expect(Value.string("book").image == .named("book"))
    #expect(Value.image(.named("a")).image == .named("a"))
    #expect(Value.string("").image == nil)
    #expect(Value.int(1).image == nil)
  }

  @Test(arguments: [
    (Value.bool(false), Value.bool(true)), (.int(1), .int(2)), (.int(1), .double(1.5)), (.double(-1), .int(0)),
    (.int(1 << 60 - 1), .double(0x1p60)), (.double(0x1p60), .int(1 << 60 + 1)), (.int(.max), .double(0x1p63)),
    (.int(.max), .double(.nan)), (.double(.infinity), .double(.nan)), (.double(-.infinity), .int(.min)),
    (.string("B"), .string("a")), (.string("a"), .string("b")), (.string("z"), .string("ä")),
    (.date(DateValue(secondsSince2001: 1)), .date(DateValue(secondsSince2001: 2))), (.null, .bool(false)),
    (.bool(true), .int(0)), (.int(9), .string("1")), (.list([.int(1)]), .list([.int(1), .int(0)])),
    (.list([.int(1), .int(5)]), .list([.int(2)])), (.map(["a": .int(1)]), .map(["a": .int(2)])),
  ])
  func order(smaller: Value, larger: Value) {
    #expect(smaller.order(to: larger) == .before)
    #expect(larger.order(to: smaller) == .after)
    #expect(smaller.order(to: smaller) == .same)
  }

  @Test func equalNumbersAreSame() {
    #expect(Value.int(2).order(to: .double(2)) == .same)
    #expect(Value.double(.nan).order(to: .double(.nan)) == .same)
    #expect(Value.double(-0x1p63).order(to: .int(.min)) == .same)
  }

  @Test(
    arguments: [
      (Value.null, JSONValue.null), (.bool(true), true), (.int(1), 1), (.double(1.5), 1.5), (.string("a"), "a"),
      (.list([.int(1), .null]), [1, nil]), (.map(["a": .list([])]), ["a": []]),
    ] as [(Value, JSONValue)])
  func plainBothWays(value: Value, jsonValue: JSONValue) {
    #expect(value.jsonValue == jsonValue)
    #expect(Value(jsonValue) == value)
  }

  @Test func plainOfOtherScalars() {
    #expect(Value.date(DateValue(secondsSince2001: 60)).jsonValue == 60)
    #expect(Value.date(DateValue(secondsSince2001: 0.5)).jsonValue == 0.5)
    #expect(Value.data(DataValue(bytes: [255])).jsonValue == "/w==")
    #expect(Value.color(ColorValue(red: 0, green: 0, blue: 255)).jsonValue == "#0000ff")
    #expect(Value.list([.function(FunctionValue(FunctionRef(id: 1)))]).jsonValue == nil)
    #expect(DateValue(60 as JSONValue) == DateValue(secondsSince2001: 60))
    #expect(DateValue("2001-01-01T00:01:00Z" as JSONValue) == DateValue(secondsSince2001: 60))
    #expect(DateValue(true as JSONValue) == nil)
    #expect(DataValue("/w==" as JSONValue) == DataValue(bytes: [255]))
    #expect(ColorValue("#0000ff" as JSONValue) == ColorValue(red: 0, green: 0, blue: 255))
  }

  @Test(arguments: [
    ("", []), ("Zg==", [102]), ("Zm8=", [102, 111]), ("Zm9v", [102, 111, 111]), ("+/+/", [251, 255, 191]),
  ])
  func base64(text: String, bytes: [UInt8]) {
    #expect(DataValue(bytes: bytes).base64 == text)
    #expect(DataValue(base64: text) == DataValue(bytes: bytes))
  }

  @Test(arguments: [" Zm\n9v\t", "Zm9\r\nv", "Z m 9 v"])
  func base64WithWhiteSpace(text: String) {
    #expect(DataValue(base64: text) == DataValue(bytes: [102, 111, 111]))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Z===", "=", "====", "Zm9=v", "Zm9v!", "Zm-_", "Zg==Zg==", "AZ=9", "/m+ZgmA9==",
    "Zm9v\u{0B}",
  ])
  func invalidBase64(text: String) {
    #expect(DataValue(base64: text) == nil)
  }
}
