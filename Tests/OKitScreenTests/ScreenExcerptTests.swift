import OKitScreen
import Testing

/// The text of a screen in a message has the first rows of a long screen.
@Suite struct ScreenExcerptTests {
  private func screen(_ counts: [Int]) -> Screen {
    var number = 0
    let sections = counts.map { count in
      Section(
        rows: (0..<count).map { _ in
          number += 1
          return Screen.Row(id: .cell(number), text: "Row \(number)")
        })
    }
    return Screen(kind: .detail, name: "long", title: "t", sections: sections)
  }

  @Test(arguments: [
    ([100], nil), ([60, 40], nil), ([101], "… (1 more row)"), ([60, 60, 5], "… (25 more rows)"),
    ([10_000], "… (9900 more rows)"),
  ])
  func excerpt(counts: [Int], end: String?) {
    let screen = screen(counts)
    let text = screen.excerpt()
    #expect(text.contains("Row 100 "))
    #expect(!text.contains("Row 101 "))
    #expect(text.hasSuffix(end ?? "╯"))
    if end == nil { #expect(text == screen.text()) }
  }
}
