import Foundation
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitRender

/// Pictures of screens, and what differs between two of them.
@Suite struct CellPictureTests {
  private static let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

  /// Every kind of screen of an application with all cells, and with texts that try to be more than texts.
  static func screens() throws -> [(screen: Screen, runtime: AppRuntime, application: LuaApplication)] {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    (options.parts, options.seed, options.authentication) = (.everything, 1, .answered)
    options.onReport = { _ in }
    let script = root.appending(path: "Tests/Live/gallery.lua").path
    let first = try LuaApplication(script: script, options: options)
    let rows = AppDriver(first.runtime).screen.sections.flatMap(\.rows).map(\.id)
    first.close()
    return try ([nil] + rows).map { row in
      let application = try LuaApplication(script: script, options: options)
      let driver = AppDriver(application.runtime)
      if let row { try driver.perform(.tapRow(.id(row))) }
      return (driver.visibleScreen, application.runtime, application)
    }
  }

  static func picture(_ screen: Screen, width: Int = 72, theme: Theme? = nil) -> CellPicture {
    CellPicture(screen.styledText(width: width), theme: theme ?? screen.theme, width: width, title: screen.title)
  }

  @Test func `an SVG has all cells of every kind of screen`() throws {
    for (screen, runtime, application) in try Self.screens() {
      defer { application.close() }
      for name in runtime.themes.names {
        let theme = try #require(runtime.themes[name])
        for width in [24, 40, 72, 200] {
          let picture = Self.picture(screen, width: width, theme: theme)
          let svg = picture.svg
          #expect(try CellPicture(svg: svg, file: "x.svg") == picture, "\(screen.name), \(name), \(width)")
          #expect(svg == Self.picture(screen, width: width, theme: theme).svg)
          #expect(!svg.contains(" id=") && !svg.contains("<script"), "\(screen.name)")
        }
      }
    }
  }

  @Test func `cells have the text and the colors of a terminal`() throws {
    var screen = Screen(kind: .list, name: "home", title: "Home")
    let id = RowID.cell(0)
    screen.sections = [
      Section(rows: [Screen.Row(id: id, text: "日本 <b>&\u{1B}[31m e\u{301} <\u{301}", ribbon: "#c0392b")])
    ]
    let picture = Self.picture(screen, width: 40)
    let text = screen.text(width: 40).split(separator: "\n").map(String.init)
    // A wide character fills two cells, of which one has its text.
    #expect(picture.lines.map(\.count) == Array(repeating: 40, count: text.count))
    #expect(picture.lines.indices.map { picture.text(ofLine: $0) } == text)
    let cells = picture.lines.joined()
    #expect(cells.contains { $0.text == "▌" && $0.color == ColorValue(hex: "#c0392b") })
    #expect(cells.contains { $0.text == "H" && $0.isBold })
    #expect(cells.contains { $0.text == "e\u{301}" })
    #expect(picture.svg.contains("&lt;b&gt;&amp;"))
    // Two pictures of other colors differ in their colors alone.
    let dark = Self.picture(screen, width: 40, theme: .dark)
    #expect(dark != picture && dark.lines.map { $0.map(\.text) } == picture.lines.map { $0.map(\.text) })
  }

  @Test(arguments: [
    "", "<svg/>", "<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" width=\"9\">\n</svg>\n",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" width=\"216\" height=\"20\">\n",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" width=\"216\" height=\"20\">\n<circle/>\n</svg>\n",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" width=\"216\" height=\"20\">\n<text x=\"216\" y=\"15\" "
      + "fill=\"#000000\">a</text>\n</svg>\n",
  ])
  func `a file of another program is not a picture`(svg: String) throws {
    let error = #expect(throws: Diagnostic.self) { try CellPicture(svg: svg, file: "x.svg") }
    #expect(error?.code == "picture.format" && error?.message.contains("x.svg") == true)
  }

  // MARK: Differences

  private func list(_ texts: [String], ribbon: String? = nil) -> CellPicture {
    var screen = Screen(kind: .list, name: "home", title: "Home")
    screen.sections = [
      Section(rows: texts.enumerated().map { Screen.Row(id: .cell($0), text: $1, ribbon: $0 == 0 ? ribbon : nil) })
    ]
    return Self.picture(screen, width: 30)
  }

  @Test func `a changed label differs in its columns`() throws {
    #expect(PictureDifference(from: list(["Dune"]), to: list(["Dune"])) == nil)
    let difference = try #require(PictureDifference(from: list(["Dune", "Emma"]), to: list(["Dunes", "Emma"])))
    #expect(difference.count == 1)
    #expect(
      difference.text == """
        - │ 1 Dune                     │  (line 4, column 9)
        + │ 1 Dunes                    │  (line 4, column 9)
        """, "\(difference.text)")
  }

  @Test func `a new row does not change those below it`() throws {
    let difference = try #require(PictureDifference(from: list(["A", "C"]), to: list(["A", "B", "C"])))
    // The row below it has another number.
    #expect(difference.count == 2, "\(difference.text)")
    #expect(difference.text.components(separatedBy: "\n+ ").count == 3, "\(difference.text)")
    let removed = try #require(PictureDifference(from: list(["A", "B"]), to: list(["A"])))
    #expect(removed.count == 1 && removed.text.hasPrefix("- │ 2 B"), "\(removed.text)")
  }

  @Test func `a changed color differs in its columns`() throws {
    let difference = try #require(
      PictureDifference(from: list(["Dune"], ribbon: "#ff0000"), to: list(["Dune"], ribbon: "#00ff00")))
    #expect(difference.count == 1)
    // The name of the color is a part of the text.
    let dark = Screen(kind: .list, name: "home", title: "Home")
    let themes = try #require(
      PictureDifference(from: Self.picture(dark, width: 30), to: Self.picture(dark, width: 30, theme: .dark)))
    #expect(themes.text.contains("has other colors in columns 1–30"), "\(themes.text)")
    #expect(themes.text.contains("background #000000, was #ffffff"), "\(themes.text)")
  }

  @Test func `another width is said`() throws {
    let screen = Screen(kind: .list, name: "home", title: "Home")
    let difference = try #require(
      PictureDifference(from: Self.picture(screen, width: 40), to: Self.picture(screen, width: 30)))
    #expect(difference.text.hasPrefix("the picture has 30 columns in place of 40\n"))
  }

  @Test func `a page has both pictures and the difference`() throws {
    let difference = try #require(PictureDifference(from: list(["<old>"]), to: list(["<new>"])))
    let html = String(decoding: DifferencePage(difference, name: "<script>").html, as: UTF8.self)
    #expect(html.components(separatedBy: "<svg ").count == 4)
    #expect(html.contains("<h1>&lt;script&gt;</h1>") && !html.contains("<script"))
    #expect(html.contains("default-src 'none'") && html.contains("1 line differs"))
    for word in ["Expected", "Got", "Difference"] { #expect(html.contains("<figcaption>\(word)</figcaption>")) }
  }

  @Test func `secrets are masked in place`() throws {
    let masked = list(["token secret-1 end"]).masked { $0.replacing("secret-1", with: "•••") }
    let text = masked.lines.indices.map { masked.text(ofLine: $0) }.joined(separator: "\n")
    #expect(text.contains("token ••• end") && !text.contains("secret"))
    #expect(masked.lines.allSatisfy { $0.count == 30 })
    #expect(try CellPicture(svg: masked.svg, file: "x.svg") == masked)
  }
}
