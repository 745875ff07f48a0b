import Testing

@testable import OKitEngine

@Suite struct StyledScreenTests {
  private static let screens: [Screen] = {
    var dialog = ScreenSamples.list
    dialog.alert = Alert(title: "Delete?", message: "Really", actions: [DialogAction(title: "Yes")])
    var covered = ScreenSamples.list
    covered.cover = Cover(text: "Locked")
    var marks = ScreenSamples.list
    marks.title = "\u{301}e\u{301}漢字\u{1B}[31m\u{202E}"
    return [ScreenSamples.example, ScreenSamples.list, dialog, covered, marks]
  }()

  /// Colors are added to the text, and change nothing of it.
  @Test(arguments: screens, [24, 40, 72, 100])
  func `the text is the same with styles`(_ screen: Screen, _ width: Int) {
    let styled = screen.styledText(width: width, height: nil)
    #expect(styled.lines.map { $0.map(\.text).joined() }.joined(separator: "\n") == screen.text(width: width))
  }

  @Test func partsHaveTheirRoles() {
    let lines = ScreenSamples.example.styledText(width: 72, height: nil).lines
    func role(_ text: String) -> TextRole? {
      lines.lazy.flatMap(\.self).first { $0.text.contains(text) }?.role
    }
    #expect(role("[Menu]") == .tint)
    #expect(role("Book Shop") == .title)
    #expect(role("2 Books") == .muted)
    #expect(role("Today") == .muted)
    #expect(role("Dune") == .text)
    #expect(role("not marked") == .muted)
    #expect(role("╭") == .line)
    #expect(lines.first?.first?.surface == .bar)
  }
}
