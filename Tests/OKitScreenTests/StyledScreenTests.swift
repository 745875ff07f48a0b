import OKitEngine
import Testing

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
    let styled = screen.styledText(width: width)
    #expect(styled.lines.map { $0.map(\.text).joined() }.joined(separator: "\n") == screen.text(width: width))
  }

  @Test func partsHaveTheirRoles() {
    let lines = ScreenSamples.example.styledText(width: 72).lines
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

  @Test func cellsHaveTheirColorsAndDisabledOnesAreGray() throws {
    var screen = ScreenSamples.example
    let red = try #require(ColorValue(hex: "#ff0000"))
    var rows = [
      Screen.Row(id: .cell(0), text: "Red"), Screen.Row(id: .cell(1), text: "Gray"),
      Screen.Row(id: .cell(2), text: "Field", control: Control(kind: .text, value: .string("value"))),
    ]
    rows[0].color = "#ff0000"
    rows[1].isEnabled = false
    rows[2].color = "#ff0000"
    rows[2].control?.color = "#ff0000"
    screen.sections = [Section(rows: rows)]
    let lines = screen.styledText(width: 72).lines
    func role(_ text: String) -> TextRole? {
      lines.lazy.flatMap(\.self).first { $0.text.contains(text) }?.role
    }
    #expect(role("Red") == .colored(red))
    #expect(role("Gray") == .disabled)
    #expect(role("Field") == .text)
    #expect(role("value") == .colored(red))
    let palette = TextPalette(screen.theme)
    #expect(ColorContrast.readable(red, on: palette.background(.cell)) == palette.color(.colored(red), on: .cell))
    let members = rows.map(\.jsonValue)
    #expect(members[0]["color"] == .string("#ff0000") && members[0]["enabled"] == nil)
    #expect(members[1]["enabled"] == .bool(false) && members[1]["color"] == nil)
    #expect(members[2]["control"]?["color"] == .string("#ff0000"))
  }
}
