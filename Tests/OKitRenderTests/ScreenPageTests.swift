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

  @Test func `a closed picker whose text is its value says it once`() throws {
    let application = try LuaApplication(
      text: """
        local okit = require "okit"
        okit.Model.register(okit.Model:extend("Shirt", { size = "Medium" }))
        okit.ModelDetailTableController:extend("home", { sections = { { cells = {
          okit.ModelTextPickerCell { path = "size", textPath = "size", optionValues = "Small, Medium" },
        } } } })
        """)
    defer { application.close() }
    let body = body(html(AppDriver(application.runtime).visibleScreen))
    #expect(body.components(separatedBy: "Medium").count == 2)
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
