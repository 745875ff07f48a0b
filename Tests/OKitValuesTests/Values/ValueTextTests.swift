import OKitTestSupport
import OKitValues
import Testing

@Suite struct ValueTextTests {
  @Test(arguments: [
    (Value.bool(true), "true"), (.bool(false), "false"), (.int(-42), "-42"), (.int(.max), "9223372036854775807"),
    (.double(9.99), "9.99"), (.double(3), "3"), (.double(-0.0), "0"), (.double(0.1 + 0.2), "0.30000000000000004"),
    (.double(9_007_199_254_740_991), "9007199254740991"), (.double(1e21), "1e+21"), (.double(1e-7), "1e-07"),
    (.double(.infinity), "inf"), (.string("a"), "a"), (.string(""), ""),
    (.date(DateValue(secondsSince1970: 1_580_472_000)), "2020-01-31T12:00:00Z"),
    (.date(DateValue(secondsSince2001: 0.25)), "2001-01-01T00:00:00.250Z"),
    (.data(DataValue(bytes: [1, 2, 3, 4])), "AQIDBA=="), (.color(ColorValue(red: 255, green: 0, blue: 16)), "#ff0010"),
    (.image(.named("book")), "book"), (.list([.int(1), .null, .string("b")]), "1, b"), (.list([]), ""),
    (.map(["b": .int(2), "a": .int(1)]), "1, 2"), (.entity(EntityID(index: 7, generation: 0)), "Book(7)"),
    (.collection(CollectionRef(owner: EntityID(index: 1, generation: 0), slot: 2)), "x, Book(3)"),
  ])
  func text(value: Value, expected: String) {
    let text = value.text(
      describing: { "Book(\($0.index))" },
      elements: { _ in [.string("x"), .entity(EntityID(index: 3, generation: 0))] })
    #expect(text == expected)
  }

  @Test(arguments: [
    Value.null, .image(.data(DataValue(bytes: []))), .function(FunctionValue(FunctionRef(id: 1))),
    .date(DateValue(secondsSince2001: .nan)),
    .date(DateValue(secondsSince2001: 1e300)),
  ])
  func noText(value: Value) {
    #expect(value.text(describing: { _ in nil }, elements: { _ in [] }) == nil)
  }

  @Test(arguments: [
    ("true", Value.bool(true)), ("false", .bool(false)), ("True", .string("True")), ("7", .int(7)), ("-7", .int(-7)),
    ("007", .string("007")), ("+7", .string("+7")), ("9.99", .double(9.99)), ("-0.5", .double(-0.5)),
    ("1.50", .string("1.50")), ("2.0", .string("2.0")), (".5", .string(".5")), ("-0", .string("-0")),
    ("1e3", .string("1e3")), ("1e+21", .string("1e+21")), ("nan", .string("nan")), ("inf", .string("inf")),
    ("9223372036854775808", .string("9223372036854775808")), ("0x10", .string("0x10")), ("", .string("")),
    (" 7", .string(" 7")), ("-", .string("-")), ("1.2.3", .string("1.2.3")),
  ])
  func constant(text: String, expected: Value) {
    #expect(Value(constant: text) == expected)
    #expect(Value(constant: text).scalarText == text)
  }

  @Test func doublesReadBack() {
    for seed in 0..<UInt64(2000) {
      var random = SplitMix(seed: seed)
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(NumberText.double(NumberText.text(of: number)) == number, "seed \(seed)")
    }
  }
}
