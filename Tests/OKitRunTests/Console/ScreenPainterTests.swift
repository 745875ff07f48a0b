import OKitEngine
import Testing

@testable import okit_run

@Suite struct ScreenPainterTests {
  private static let colored = ["COLORTERM": "truecolor", "TERM": "xterm-256color"]

  private static func depth(_ choice: ColorChoice, _ variables: [String: String], isTerminal: Bool = true)
    -> ColorDepth?
  {
    ColorDepth.of(choice, Environment { variables[$0] }, isTerminal: isTerminal)
  }

  @Test(arguments: [
    (ColorChoice.auto, colored, true, ColorDepth?.some(.trueColor)),
    (.auto, ["TERM": "xterm-256color"], true, .palette256), (.auto, ["TERM": "xterm"], true, .palette16),
    (.auto, ["TERM": "xterm", "COLORTERM": "24bit"], true, .trueColor),
    (.auto, ["TERM": "dumb", "COLORTERM": "truecolor"], true, nil), (.auto, [:], true, nil),
    (.auto, ["TERM": "xterm", "NO_COLOR": "1"], true, nil),
    (.auto, ["TERM": "xterm", "NO_COLOR": ""], true, .palette16),
    (.auto, colored, false, nil), (.never, colored, true, nil), (.always, [:], false, .palette16),
    (.always, ["TERM": "dumb", "NO_COLOR": "1"], false, .palette16), (.always, colored, false, .trueColor),
  ])
  func `the colors follow the environment`(
    _ choice: ColorChoice, _ variables: [String: String], _ isTerminal: Bool, _ expected: ColorDepth?
  ) {
    #expect(Self.depth(choice, variables, isTerminal: isTerminal) == expected)
  }

  private static var screen: Screen {
    var screen = Screen(kind: .detail, name: "home", title: "Title", right: [BarButton(title: "Add")])
    screen.sections = [Section(header: "Head", rows: [Screen.Row(id: .cell(0), text: "red \u{1B}[31m text")])]
    return screen
  }

  private static func painted(_ depth: ColorDepth, _ theme: Theme) -> String {
    ScreenPainter(depth: depth).text(of: screen.styledText(width: 40), theme: theme)
  }

  /// Without the sequences that set colors, the text is the plain one: a text of a model adds none.
  @Test(arguments: [ColorDepth.trueColor, .palette256, .palette16], [Theme.standard, .dark])
  func `colors are all that is added`(_ depth: ColorDepth, _ theme: Theme) {
    var rest = Self.painted(depth, theme)[...]
    var plain = ""
    while let start = rest.firstIndex(of: "\u{1B}") {
      plain += rest[..<start]
      let sequence = rest[start...].prefix { $0 != "m" }
      #expect(sequence.dropFirst(2).allSatisfy { $0.isNumber || $0 == ";" }, "\(sequence.debugDescription)")
      rest = rest[sequence.endIndex...].dropFirst()
    }
    #expect(plain + rest == Self.screen.text(width: 40))
    #expect(plain.contains("\\u{1B}[31m"))
  }

  @Test func `the colors are those of the theme`() {
    #expect(Self.painted(.trueColor, .dark).contains("\u{1B}[0;38;2;255;128;0;48;2;0;0;0m[Add]"))
    #expect(Self.painted(.trueColor, .dark).contains("\u{1B}[0;1;38;2;255;255;255;48;2;0;0;0mTitle"))
    #expect(Self.painted(.palette256, .standard).contains("48;5;231m"))
    #expect(Self.painted(.palette16, .standard).contains(";107m"))
  }

  @Test func `the nearest color of a palette is taken`() {
    #expect(ColorDepth.index256(ColorValue(red: 255, green: 0, blue: 0)) == 196)
    #expect(ColorDepth.index256(ColorValue(gray: 8)) == 232)
    #expect(ColorDepth.index256(.white) == 231)
    #expect(ColorDepth.index16(.black) == 0)
    #expect(ColorDepth.index16(ColorValue(red: 250, green: 10, blue: 10)) == 9)
  }
}
