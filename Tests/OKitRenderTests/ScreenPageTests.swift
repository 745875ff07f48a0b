import Foundation
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitRender

/// Screens as pages without a script.
@Suite struct ScreenPageTests {
  private func html(_ screen: Screen, _ change: (inout ScreenPage.Surroundings) -> Void = { _ in }) -> String {
    var surroundings = ScreenPage.Surroundings()
    change(&surroundings)
    return String(decoding: ScreenPage(screen, surroundings).html, as: UTF8.self)
  }

  /// The body of a page: what follows its style.
  private func body(_ html: String) -> Substring { html.range(of: "<body>").map { html[$0.upperBound...] } ?? "" }

  @Test func `no text of any screen is markup, and nothing is loaded`() throws {
    var all = ""
    for (screen, runtime, application) in try CellPictureTests.screens() {
      defer { application.close() }
      let html = html(screen) { $0.image = { runtime.imageBytes($0) } }
      #expect(html.hasPrefix("<!doctype html>"))
      let body = body(html)
      for forbidden in ["<script", "<iframe", "javascript:", " style=", "<img src=x", " src=\"http", " src=\"x"] {
        #expect(!body.contains(forbidden), "\(screen.name): \(forbidden)")
      }
      #expect(html.components(separatedBy: "<style>").count == 2)
      all += body
    }
    #expect(all.contains("&lt;img src=x onerror=alert(1)&gt;"))
    #expect(all.contains("src=\"data:image/png;base64,"))
    #expect(all.contains("<span class=\"muted\">a worm</span>"))
    // Each kind of control is drawn.
    for kind in ["text", "multiline", "switch", "slider", "segment", "progress", "web"] {
      #expect(all.contains("control is-\(kind)\""), "\(kind)")
    }
  }

  /// A form with the controls of the gallery that open, and with pickers whose text is their value.
  private static let form = """
    local okit = require "okit"
    local t = okit.types
    local Genre = okit.ModelEntity:extend("Genre", { name = "" })
    local Shelf = okit.Model:extend("Shelf", {
      genres = t.list(Genre), genre = t.ref "Genre", size = "Medium", copies = 3, day = t.optional(t.day),
    })
    okit.Model.initialize(function()
      local shelf = okit.Model.register(Shelf)
      shelf.genres = { { id = "a", name = "Adventure" }, { id = "s", name = "Satire" } }
      shelf.genre = "a"
      shelf.day = okit.day "2020-01-31"
    end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Shelf",
      sections = { { cells = {
        okit.ModelStepperCell { path = "#Copies", valuePath = "copies" },
        okit.ModelDateCell { path = "#Day", datePath = "day" },
        okit.ModelPickerCell { path = "#Genre", dataPath = "genres", namePath = "name", selectionPath = "genre" },
        okit.ModelPickerCell {
          path = "genre/ref/name", dataPath = "genres", namePath = "name", selectionPath = "genre",
        },
        okit.ModelTextPickerCell { path = "size", textPath = "size", optionValues = "Small, Medium" },
      } } },
    })
    """

  /// The page of the form.
  ///
  /// - Parameter tapped: The row that is open; nil outside of edit mode.
  private func form(_ tapped: Int?) throws -> String {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.seed = 1
    let application = try LuaApplication(text: Self.form, options: options)
    defer { application.close() }
    let driver = AppDriver(application.runtime)
    if let tapped {
      try driver.perform(.tapBarButton(BarButtonID(.right, .builtIn(.edit))))
      try driver.perform(.tapRow(.id(.cell(tapped))))
    }
    return String(body(html(driver.visibleScreen)))
  }

  @Test func `a control that can be operated is drawn as one`() throws {
    for (row, kind) in [(0, "stepper"), (1, "date"), (2, "picker"), (4, "textpicker")] {
      let page = try form(row)
      #expect(page.contains("control is-\(kind)\""), "\(kind)")
      #expect(page.contains("value=\"3\""))
    }
    #expect(try form(1).contains("value=\"January 31, 2020\""))
    #expect(try form(2).contains("<option>Adventure</option>"))
  }

  @Test func `a closed picker has its value once`() throws {
    let page = try form(nil)
    let texts = ["Copies", ">3<", "Day", "January 31, 2020", "Genre", "Medium"]
    for text in texts { #expect(page.components(separatedBy: text).count == 2, "\(text)") }
    // One has a label, and the text of the other one is its value.
    #expect(page.components(separatedBy: "Adventure").count == 3)
  }

  @Test func `icons are those of the live page`() throws {
    let add = try #require(PageFiles.icon("add"))
    #expect(add.html.contains("<path d=\"M12 5v14M5 12h14\"></path>"))
    #expect(PageFiles.icon("plus")?.html == add.html)
    #expect(PageFiles.icon("unknown") == nil)
    #expect(PageFiles.style.contains(".bar-button") && PageFiles.style.contains(".dialog-box"))
  }

  @Test func `a page has the language, the direction and the width that it gets`() {
    var screen = Screen(kind: .list, name: "home", title: "Home <1>")
    screen.theme = .dark
    let html = html(screen) {
      ($0.language, $0.isRightToLeft, $0.width, $0.canGoBack) = ("ar", true, 400, true)
    }
    #expect(html.contains("<html lang=\"ar\" data-theme=\"dark\" dir=\"rtl\">"))
    #expect(html.contains("<title>Home &lt;1&gt;</title>"))
    #expect(html.contains("body { width: 400px; margin-inline: auto; }"))
    #expect(html.contains("--cell: #000000;") && html.contains("color-scheme: dark;"))
    #expect(html.contains("bar-button is-back"))
  }

  @Test func `what covers a screen is above it`() {
    var screen = Screen(kind: .list, name: "home", title: "Home")
    screen.alert = Alert(
      title: "Delete <all>?", fields: [DialogField(name: "Why", text: "\"because\"")],
      actions: [DialogAction(title: "Delete", style: .destructive), DialogAction(title: "Cancel", style: .cancel)])
    let html = html(screen)
    #expect(html.contains("<dialog class=\"alert\" open>") && html.contains("Delete &lt;all&gt;?"))
    #expect(html.contains("value=\"&quot;because&quot;\""))
    #expect(html.contains("class=\"button is-large is-destructive is-standard\""))
    var covered = Screen(kind: .list, name: "home")
    covered.cover = Cover(text: "Locked", image: "book")
    let cover = body(self.html(covered))
    #expect(cover.contains("<h1 class=\"title\">Locked</h1>") && !cover.contains("class=\"app"))
  }
}
