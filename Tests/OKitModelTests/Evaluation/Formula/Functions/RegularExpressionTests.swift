import Testing

@testable import OKitModel

@Suite struct RegularExpressionTests {
  @Test(
    arguments: [
      ("", "", true), ("", "abc", true), ("b", "abc", true), ("^b", "abc", false), ("^a", "abc", true),
      ("c$", "abc", true),
      ("b$", "abc", false), ("^$", "", true), ("^$", "a", false), ("a.c", "a\nc", true), ("^.$", "é", true),
      ("^.$", "𝄞", true),
      ("^.$", "e\u{301}", false), ("ab*c", "ac", true), ("ab+c", "ac", false), ("ab+c", "abbbc", true),
      ("ab?c", "abbc", false),
      ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true), ("^a{2,3}$", "aaaa", false),
      ("^a{0,2}$", "", true), ("^(ab|cd)+$", "abcdab", true), ("^(ab|cd)+$", "abc", false), ("^(|a)b$", "b", true),
      ("a|b|c", "xcx", true), ("^[abc]$", "b", true), ("^[^abc]$", "b", false), ("^[^abc]$", "", false),
      ("^[a-cx-z]$", "y", true),
      ("^[]a]$", "]", true), ("^[^]a]$", "b", true), ("^[\\]]$", "]", true), ("[z-a]", "b", false),
      ("\\bcat\\b", "a cat!", true),
      ("\\bcat\\b", "concat", false), ("^\\w+$", "a_1", true), ("^\\w$", "é", false), ("^\\W$", "é", true),
      ("^\\d+$", "123", true),
      ("\\D", "123", false), ("^\\s$", "\t", true), ("\\S", " \n", false), ("\\.", "a", false),
      ("^\\x41\\u20AC$", "A€", true),
      ("\\t", "a\tb", true), ("A", "a", false), ("(a*)*b", "aaab", true), ("^(a|aa)+$", "aaaaa", true),
      ("a^b", "ab", false),
      ("ab\u{0}c", "ab", true), ("b", "a\u{0}b", false), ("(^a)|(b$)", "xb", true), ("((((a))))", "a", true),
      ("^(a?){3}a{3}$", "aaa", true),
    ] as [(String, String, Bool)])
  func matches(pattern: String, text: String, expected: Bool) throws {
    #expect(try RegularExpression(pattern).matches(text, ExecutionBudget()) == expected)
  }

  @Test(arguments: [
    ("*a", "nothing to repeat before \"*\""), ("a|+", "nothing to repeat before \"+\""),
    ("(?a)", "nothing to repeat before \"?\""),
    ("(a", "unmatched \"(\""), ("a)", "unmatched \")\""), ("[a", "unclosed \"[\""), ("[", "unclosed \"[\""),
    ("[a-", "unclosed \"[\""),
    ("[[:alpha:]]", "it has a class of POSIX in brackets"), ("a{2", "unmatched \"{\""), ("a{x}", "unmatched \"{\""),
    ("a{3,2}", "in {p,q}, q is less than p"), ("a{1001}", "it repeats more than 1000 times"),
    ("\\y", "unknown escape \"\\y\""),
    ("[\\d]", "unknown escape \"\\d\""), ("\\xG0", "unknown escape \"\\x\""), ("\\u12", "unknown escape \"\\u\""),
    ("a\\", "nothing follows the last backslash"), ("((a{1000}){1000}){1000}", "its repetitions are too large"),
    ("((){1000}){1000}", "its repetitions are too large"),
    (String(repeating: "(", count: 101), "its groups are nested too deeply"),
  ])
  func mistakes(pattern: String, problem: String) {
    let diagnostic = #expect(throws: Diagnostic.self) { try RegularExpression(pattern) }
    #expect(diagnostic?.code == "function.pattern")
    #expect(diagnostic?.message == "\(PrintableText.quoted(pattern)) is not a regular expression: \(problem)")
  }

  @Test func `a long expression is rejected`() {
    let diagnostic = #expect(throws: Diagnostic.self) { try RegularExpression(String(repeating: "a", count: 10_001)) }
    #expect(diagnostic?.message.hasSuffix("it is longer than 10000 characters") == true)
    #expect(diagnostic.map { $0.message.utf8.count < 500 } == true)
  }
}
