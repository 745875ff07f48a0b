import Testing

@testable import OKitScreen

/// Labels, buttons, images and help on screens as text.
@Suite struct ViewTextTests {
  private var screen: Screen {
    var screen = ScreenSamples.list
    screen.prompt = nil
    screen.titleView = ScreenView(.button, text: "Shop", image: "cart")
    screen.subtitleRuns = [TextRun("2 "), link("Books")]
    screen.isBusy = true
    screen.sections[0].rows[0].leadingImage = "star"
    screen.sections[0].rows[0].button?.image = "person"
    screen.sections[0].rows[0].textRuns = [link("Dune")]
    screen.sections[0].rows[1].button = nil
    screen.sections[0].rows[1].view = ScreenView(.label, text: "new")
    screen.sections[0].rows[1].isAccented = true
    screen.toolbar[0].image = "refresh"
    screen.toolbar[1].isLabel = true
    return screen
  }

  private func link(_ text: String) -> TextRun {
    var run = TextRun(text)
    run.link = "https://okit.example"
    return run
  }

  @Test func list() {
    #expect(
      screen.text() == """
        ╭─ books ───────────────────────────────────────────────────── ◌ busy ─╮
        │ [Menu]                         [Shop]                   [Add] [Edit] │
        │                              2 Books ↗                               │
        │ ⌕ [e]                                                ○ All  ◉ Marked │
        ├─ Today ──────────────────────────────────────────────────────────────┤
        │ 1   ▣ book  Dune ↗                             not marked  [Mark]  › │
        │ 2   ▣ book  Emma                          ▾ marked  ▌#ff3b30  new  › │
        ├─ Yesterday ──────────────────────────────────────────────────────────┤
        │ 3 ● ▣ book  Ulysses                         not marked  [Mark]  ≡  ✓ │
        │     ← Delete                                                         │
        │     What you have read.                                              │
        │ A–Z D E U                                                            │
        ├──────────────────────────────────────────────────────────────────────┤
        │                           [↻ Sort]  Share                            │
        ╰─ → Mark  ← Delete, More... · ↻ refresh ──────────────────────────────╯
        """)
  }

  @Test func views() {
    var screen = Screen(kind: .views, name: "about", title: "About")
    #expect(
      screen.text(width: 40) == """
        ╭─ about ──────────────────────────────╮
        │                About                 │
        ├──────────────────────────────────────┤
        ╰──────────────────────────────────────╯
        """)
    screen.views = [
      ScreenView(.label, text: "A shop with one book, and with words enough for two lines."),
      ScreenView(.button, text: "Order", image: "cart"), ScreenView(.button, text: "Return", isEnabled: false),
    ]
    #expect(
      screen.text(width: 40) == """
        ╭─ about ──────────────────────────────╮
        │                About                 │
        ├──────────────────────────────────────┤
        │ A shop with one book, and with words │
        │        enough for two lines.         │
        │               [Order]                │
        │               (Return)               │
        ╰──────────────────────────────────────╯
        """)
  }

  @Test func help() {
    var screen = self.screen
    screen.help = [
      Callout(target: "Add", text: "Adds a book at the top of the list, after it has asked for the name of the book."),
      Callout(target: "first", text: "A tap opens it.", label: "Dune"), Callout(text: "Swipe a row for more."),
    ]
    #expect(
      screen.text(width: 60) == """
        ╭─ books ───────────────────────────────────────── ◌ busy ─╮
        │ [Menu]                   [Shop]             [Add] [Edit] │
        │                        2 Books ↗                         │
        │ ⌕ [e]                                    ○ All  ◉ Marked │
        ├─╭─ Help ───────────────────────────────────────────────╮─┤
        │ │ Add   Adds a book at the top of the list, after it   │ │
        │ │       has asked for the name of the book.            │ │
        ├─│ Dune  A tap opens it.                                │─┤
        │ │ Swipe a row for more.                                │ │
        │ ╰─ any tap closes it ──────────────────────────────────╯ │
        │     What you have read.                                  │
        │ A–Z D E U                                                │
        ├──────────────────────────────────────────────────────────┤
        │                     [↻ Sort]  Share                      │
        ╰─ → Mark  ← Delete, More... · ↻ refresh ──────────────────╯
        """)
  }

  @Test(arguments: [
    ("add", "Add", "+ Add"), ("menu", "Menu", "☰ Menu"), ("star", "", "▣ star"), ("star", "star", "▣ star"),
    ("star", "Mark", "Mark"), ("fastForward", "Mark", "» Mark"),
    (nil, "Mark", "Mark"),
  ])
  func images(image: String?, title: String, text: String) {
    #expect(TextFrame.titled(title, image: image) == text)
  }
}
