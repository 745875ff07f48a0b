import OKitEngine
import Testing

/// The elements of a screen as text, for someone who operates it.
@Suite struct ScreenElementTests {
  private static func window(
    _ screen: Screen, width: Int = 72, height: Int = 24, isFilled: Bool = false
  ) -> ScreenWindow {
    ScreenLayout(screen, width: width).window(height: height, isFilled: isFilled)
  }

  /// The text that an element has, line by line; what is above it does not count.
  private static func text(of element: TextElement, in window: ScreenWindow) -> [String] {
    zip(window.text.split(separator: "\n"), window.elements).compactMap { line, spans in
      var text = ""
      var column = 0
      for character in line {
        if spans.last(where: { $0.columns.contains(column) })?.element == element { text.append(character) }
        column += TextWidth.columns(character)
      }
      return text.isEmpty ? nil : text
    }
  }

  private static var screen: Screen {
    var screen = Screen(kind: .detail, name: "home", title: "Title", right: [BarButton(title: "Add")])
    screen.left = [BarButton(title: "One"), BarButton(title: "Two")]
    screen.search = SearchBar(text: "x", scopes: ["All", "Some"])
    screen.index = ["A", "B"]
    screen.toolbar = [BarButton(.edit, title: "Edit")]
    screen.tabs = [Tab(title: "First", isSelected: true), Tab(title: "Second")]
    var rows = [
      Screen.Row(id: .cell(0), text: "Plain", accessory: .detail),
      Screen.Row(id: .cell(1), text: "Field", control: Control(kind: .text, value: .string("value"))),
    ]
    rows[0].button = RowButton(title: "Press")
    screen.sections = [Section(header: "Head", rows: rows)]
    return screen
  }

  private static let parts: [(TextElement, [String])] = [
    (.element(.barButton(BarButtonID(.left, .own(1)))), ["[Two]"]),
    (.element(.barButton(BarButtonID(.right, .own(0)))), ["[Add]"]),
    (.element(.search), ["[x]"]), (.scope(1), ["○ Some"]), (.element(.index("B")), ["B"]),
    (.element(.barButton(BarButtonID(.toolbar, .builtIn(.edit)))), ["[Edit]"]), (.element(.tab(1)), ["[Second]"]),
    (.element(.control(.id(.cell(1)))), ["[value]"]), (.element(.title), []),
  ]

  @Test(arguments: parts, [24, 72])
  func `each element is where its text is`(_ part: (TextElement, [String]), _ width: Int) {
    let window = Self.window(Self.screen, width: width)
    #expect(Self.text(of: part.0, in: window) == part.1, "\(window.text)")
  }

  @Test func `a row has its lines, except for what is an element of its own`() {
    let window = Self.window(Self.screen)
    let row = Self.text(of: .row(.cell(0)), in: window)
    #expect(row.count == 1 && row[0].contains("Plain") && !row[0].contains("[Press]"))
    #expect(Self.text(of: .element(.accessory(.id(.cell(0)))), in: window).joined().hasPrefix("[Press]"))
  }

  @Test func `a dialog covers the elements below it`() {
    var screen = Self.screen
    screen.alert = Alert(
      title: String(repeating: "wide ", count: 12), fields: [DialogField(name: "name", text: "text")],
      actions: [DialogAction(title: "Yes"), DialogAction(title: "No", style: .cancel)])
    screen.alert?.id = DialogID(4)
    let window = Self.window(screen, isFilled: true)
    #expect(Self.text(of: .element(.dialogPart(DialogPartID(DialogID(4), .action, 1))), in: window) == ["[No]"])
    let field = Self.text(of: .element(.dialogPart(DialogPartID(DialogID(4), .field, 0))), in: window)
    #expect(field.count == 1 && field[0].contains("name [text]"))
    #expect(!Self.text(of: .row(.cell(0)), in: window).joined().contains("Plain"))
  }

  @Test func `beside the menu, everything closes it`() {
    var screen = Self.screen
    screen.menu = Screen(kind: .menu, name: "menu", title: "Menu")
    screen.menu?.sections = [Section(rows: [Screen.Row(id: .cell(7), text: "Item")])]
    let window = Self.window(screen, isFilled: true)
    #expect(Self.text(of: .element(.cover), in: window).count == window.lineCount)
    #expect(Self.text(of: .row(.cell(7)), in: window).joined().contains("Item"))
    #expect(Self.text(of: .element(.tab(1)), in: window) == [])
  }

  @Test func `the help and the cover are one element`() {
    var screen = Self.screen
    screen.help = [Callout(text: "Explains")]
    #expect(Self.text(of: .element(.help), in: Self.window(screen)).joined().contains("Explains"))
    screen.cover = Cover(text: "Locked")
    let window = Self.window(screen, isFilled: true)
    #expect(Self.text(of: .element(.cover), in: window).joined(separator: "\n") == window.text)
  }

  @Test(arguments: [5, 6, 12, 24, 50], [24, 80, 200])
  func `a filled window is as high as the terminal`(_ height: Int, _ width: Int) {
    var covered = Self.screen
    covered.cover = Cover(text: "Locked")
    var menu = Self.screen
    menu.menu = Screen(kind: .menu, name: "menu")
    for screen in [Self.screen, covered, menu] {
      #expect(Self.window(screen, width: width, height: height, isFilled: true).lineCount == height)
    }
    #expect(Self.window(Self.screen, height: 50).lineCount < 50)
  }

  @Test func `a window shows a row as a whole`() {
    var screen = Self.screen
    screen.sections = (0..<4).map { section in
      Section(
        header: "Section \(section)",
        rows: (0..<20).map { row in
          Screen.Row(
            id: .cell(section * 20 + row), text: "Row \(section * 20 + row)",
            control: row % 3 == 0
              ? Control(kind: .multiline, value: .string("one\ntwo\nthree")) : nil)
        })
    }
    let layout = ScreenLayout(screen, width: 40)
    for height in [16, 24, 60] {
      var top = ScreenWindow.Position()
      for row in Array(0..<80) + (0..<80).reversed() + [79, 0, 40] {
        top = layout.top(showing: .row(.cell(row)), from: top, height: height)
        let window = layout.window(height: height, top: top, isFilled: true)
        let lines = Self.text(of: .row(.cell(row)), in: window)
        #expect(lines.count == (row % 20 % 3 == 0 ? 4 : 1), "\(row) at \(height)\n\(window.text)")
        top = window.top
      }
    }
  }
}
