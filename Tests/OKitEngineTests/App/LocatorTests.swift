import OKitEngine
import OKitTestSupport
import Testing

/// Locators as hosts hand them over, and as messages show them.
@Suite struct LocatorTests {
  static let readable: [(JSONValue, Locator, String)] = [
    ("Emma", Locator("Emma"), "\"Emma\""),
    (2, Locator(index: 2), "{ index = 2 }"),
    (["text": "Emma", "index": 2], Locator("Emma", index: 2), "{ text = \"Emma\", index = 2 }"),
    (["text": "Emma"], Locator("Emma"), "\"Emma\""),
    (["kind": "button", "text": "Add"], Locator("Add", kind: .button), "{ kind = \"button\", text = \"Add\" }"),
    (
      ["section": "Today", "detail": "x"], Locator(detail: "x", section: .header("Today")),
      "{ detail = \"x\", section = \"Today\" }"
    ),
    (["section": 1, "index": 3], Locator(section: .number(1), index: 3), "{ section = 1, index = 3 }"),
  ]

  @Test(arguments: readable)
  func reads(jsonValue: JSONValue, locator: Locator, text: String) throws {
    #expect(try Locator(jsonValue) == locator)
    #expect(locator.description == text)
  }

  static let refused: [(JSONValue, String)] = [
    (true, "locator.form: a locator must be a string, a number or a table"),
    ([:], "locator.form: a locator needs \"text\" or another field"),
    (0, "locator.form: locators count from 1, got 0"),
    (["index": "x"], "locator.form: the field \"index\" of a locator cannot be \"x\""),
    (["txt": "x"], "locator.form: a locator has no field \"txt\" (did you mean \"text\"?)"),
    (
      ["kind": "buton"],
      """
      locator.kind: unknown kind "buton"; expected one of "button", "row", "action", "title", "tab", "cover"
      """
        + " (did you mean \"button\"?)"
    ),
  ]

  @Test(arguments: refused)
  func refuses(jsonValue: JSONValue, message: String) {
    #expect(AppSample.message { _ = try Locator(jsonValue) } == message)
  }
}
