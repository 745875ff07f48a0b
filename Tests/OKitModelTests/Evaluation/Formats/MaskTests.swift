import OKitModel
import Testing

/// The cases of the specification, and those of Action Data's own formatter.
@Suite struct MaskTests {
  struct Applying: CustomTestStringConvertible {
    let mask: String
    let input: String
    let result: String
    let isValid: Bool
    let removed: String

    init(_ mask: String, _ input: String, _ result: String, _ isValid: Bool, _ removed: String) {
      (self.mask, self.input, self.result, self.isValid, self.removed) = (mask, input, result, isValid, removed)
    }

    var testDescription: String { "\(mask) ← \(input)" }
  }

  static let applying: [Applying] = [
    .init("(###) ###-####", "8085551212", "(808) 555-1212", true, "8085551212"),
    .init("000", "12", "120", false, "120"),
    .init("___", "ab", "ab ", true, "ab "),
    .init("\\###", "12", "#12", true, "12"),
    .init("XX-0000", "AB-1234", "AB-0123", false, "AB0123"),
    .init("***", "aBc", "aBc", true, "aBc"),
    .init("XX-0000", "123456", "  -3456", false, "3456"),
    .init("XXX", "a1c", "A C", false, "AC"),
    .init("abc", "123", "abc", true, ""),
    .init("\\###", "1", "#1 ", false, "1"),
    .init("000", "", "000", false, "000"),
    .init("$#.00", "1", "$1.00", false, "100"),
    .init("_0#Xx*", "?12aBc", "?12Abc", true, "?12Abc"),
    .init("XXX", "abcd", "ABC", true, "ABC"),
    .init("___", "", "   ", true, "   "),
    .init("XXX", "ßab", " AB", false, "AB"),
    .init("#\\", "5", "5", true, "5"),
    .init("(###) ###-####", "808555121", "(808) 555-121 ", false, "808555121"),
    .init("XXX", "éab", " AB", false, "AB"),
    .init("#\\", "", " ", false, ""),
    .init("(###) ###-####", "808 555 12", "(808)  55-5 12", false, "80855512"),
    .init("#--#", "1", "1-- ", false, "1"),
    .init("000", "a23", "023", false, "023"),
    .init("XX-0000", "ab12", "AB-1200", false, "AB1200"),
    .init("(###) ###-####", "808", "(808)    -    ", false, "808"),
    .init("XX-0000", "ab", "AB-0000", false, "AB0000"),
    .init("#", "１", " ", false, ""),
    .init("XXX", "ab", "AB ", false, "AB"),
    .init("##/##/####", "12312024", "12/31/2024", true, "12312024"),
    .init("***", "a1c", "a c", false, "ac"),
    .init("$#.00", "12", "$1.20", false, "120"),
    .init("--#", "1", "--1", true, "1"),
    .init("##/##/####", "12/31/2024", "12/ 3/1 20", false, "123120"),
    .init("abc", "1", "abc", true, ""),
  ]

  @Test(arguments: applying)
  func applies(_ example: Applying) {
    let mask = Mask(example.mask)
    let (text, isValid) = mask.apply(example.input)
    #expect(text == example.result)
    #expect(isValid == example.isValid)
    #expect(mask.remove(from: text) == example.removed)
  }

  @Test(arguments: [
    ("000", "123", "123"),
    ("***", "a C", "aC"),
    ("(###) ###-####", "", ""),
    ("(###) ###-####", "(   )    -    ", ""),
    ("$#.00", "1.23", "3"),
    ("(###) ###-####", "(808) 555", "808555"),
    ("\\##", "5", ""),
    ("___", "a c", "a c"),
    ("___", "abcd", "abc"),
    ("(###) ###-####", "(8a8) 555-1212", "885551212"),
  ])
  func removes(mask: String, text: String, removed: String) {
    #expect(Mask(mask).remove(from: text) == removed)
  }
}
