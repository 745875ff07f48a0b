import OKitEngine
import Testing

@testable import OKitStoryboard

@Suite struct BindingTextTests {
  static let texts = [
    "Books", "Book Shop", "A, b", "back\\slash", "#1", "100 %", "a/b(c)", "name@x", "=1+1", "x > y", "it's", "~", "$m",
    "l1\nl2", "..", "<", "!x", "é", "[0]", "a.b",
  ]

  @Test(arguments: texts) func `a text is one localized text, and one constant`(text: String) throws {
    let localized = try Binding.parse(BindingText.localized(text)).parts
    #expect(localized.map(\.kind) == [.localized(text)])
    let constant = try Binding.parse(BindingText.constant(text)).parts
    #expect(constant.map(\.kind) == [.constant(.string(text))])
  }

  @Test func `texts are separated by commas`() throws {
    let parts = try Binding.parse(BindingText.localized(["A", "B, C"])).parts
    #expect(parts.map(\.kind) == [.localized("A"), .localized("B, C")])
  }
}
