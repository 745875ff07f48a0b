import Testing

@testable import OKitEngine

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
        ╭─ books ─────────────────────────────────────────────────────── ◌ busy ─╮
        """)
  }

  @Test func views() {
    var screen = Screen(kind: .views, name: "about", title: "About")
    #expect(screen.text(width: 40) == "")
    screen.views = [
      ScreenView(.label, text: "A shop with one book, and with words enough for two lines."),
      ScreenView(.button, text: "Order", image: "cart"), ScreenView(.button, text: "Return", isEnabled: false),
    ]
    #expect(screen.text(width: 40) == "")
  }

  @Test func help() {
    var screen = self.screen
    screen.help = [
      Callout(target: "Add", text: "Adds a book at the top of the list, after it has asked for the name of the book."),
      Callout(target: "Dune", text: "A tap opens it."), Callout(text: "Swipe a row for more."),
    ]
    #expect(screen.text(width: 60) == "")
  }
}
