/// The menu, which covers the content while it is open.
extension AppDriver {
  /// Runs `body`, and explains that the menu covers what it does not find.
  ///
  /// - Throws: `action.impossible` for an element of the content below the menu.
  func explaining<T>(_ locator: Locator, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let failure as Diagnostic where failure.code == "locator.none" {
      let whole = wholeScreen()
      guard whole.menu != nil, let text = locator.text, whole.contentNames.contains(text) else { throw failure }
      throw Diagnostic(
        "action.impossible", "the menu is open and covers \(PrintableText.quoted(text))",
        hint: "close it with \"menu\" first", notes: [.screen(of: whole)])
    }
  }
}

extension Screen {
  /// The names of the elements, without those of the menu.
  fileprivate var contentNames: [String] {
    let rows = sections.flatMap(\.rows)
    return (left + right + toolbar).map(\.title) + tabs.map(\.title) + [title]
      + rows.flatMap { [$0.text, $0.button?.title, $0.control?.placeholder].compactMap(\.self) }
  }
}
