import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// `okit-run render`.
@Suite struct RenderCommandTests {
  private static let script = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { name = "" })
    local Films = okit.Model:extend("Films", { films = okit.types.list(Film) })
    okit.Model.initialize(function()
      local films = okit.Model.register(Films)
      if #films.films == 0 then films.films = { { name = "Alien" }, { name = "<script>alert(1)</script>" } } end
    end)
    okit.ModelTheme.register("sepia", { backgroundColor = "#f4ecd8", textColor = "#5b4636" })
    print("printed by the script")
    okit.ModelListTableController:extend("home", {
      type = "Film", dataPath = "films", titlePath = "%Films", addName = "name",
      cell = okit.ModelTableCell { path = "name", segue = "film" },
    })
    okit.ModelDetailTableController:extend("film", { titlePath = "name", sections = { { cells = {
      okit.ModelTableCell { path = "name" },
    } } } })
    okit.ModelDetailTableController:extend("never", { titlePath = "#Never", sections = {} })
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": Self.script, "de.lproj/Localizable.strings": "\"Films\" = \"Filme\";\n",
    ])
  }

  private func render(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandProcess.Result {
    try CommandProcess.run(["render", "app.lua"] + arguments, in: folder, environment: environment)
  }

  @Test func `a picture goes to standard output, and what scripts print does not`() throws {
    let result = try render()
    #expect(result.status == 0 && result.errors == "printed by the script\n", "\(result)")
    #expect(result.output.hasPrefix("<svg ") && result.output.hasSuffix("</svg>\n"))
    #expect(result.output.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !result.output.contains("<script"))
  }

  @Test func `text and JSON are those of a session`() throws {
    let options = ["--documents", "d", "--no-store", "--exec"]
    let run = try CommandProcess.run(
      ["run", "app.lua", "--locale", "en_US"] + options + ["row Alien; screen"], in: folder)
    let text = try render("--format", "text", "--exec", "row Alien")
    #expect(text.status == 0 && "printed by the script\n" + text.output == run.output, "\(text)\n\(run)")
    let narrow = try render("--format", "text", "--width", "30")
    #expect(narrow.lines.allSatisfy { $0.count <= 30 } && narrow.lines[0].count == 30, "\(narrow)")
    let json = try JSONValue.parse(json: Array(try render("--format", "json", "--screen", "film").output.utf8))
    #expect(json["name"] == "film" && json["title"] == "Alien")
    // Nothing was stored.
    #expect(!folder.exists("d/default.json") && !folder.exists(".local"))
  }

  @Test func `the bytes do not depend on the machine`() throws {
    let first = try render(
      "--screen", "film", "--output", "a.svg", environment: ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8"])
    #expect(first.status == 0, "\(first)")
    let other = try TestFolder(["app.lua": Self.script])
    let second = try CommandProcess.run(
      ["render", "app.lua", "--screen", "film"], in: other, environment: ["TZ": "America/New_York"])
    #expect(second.output == (try folder.read("a.svg")))
  }

  @Test func `all controllers in themes and locales, with an index`() throws {
    let result = try render("--all", "--theme", ",dark", "--locale", "en_US,de_DE", "--output", "out")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("cannot reach the controller \"never\": no segue opens it"), "\(result)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out").sorted()
    let expected = ["film", "home"].flatMap { name in
      ["dark.de_DE", "dark.en_US", "de_DE", "en_US"].map { "\(name).\($0).svg" }
    }
    #expect(files == expected + ["index.html"], "\(files)")
    let index = try folder.read("out/index.html")
    for file in expected { #expect(index.contains("src=\"\(file)\"")) }
    #expect(index.contains("<b>never</b>") && !index.contains("<script"))
    #expect(try folder.read("out/home.de_DE.svg").contains("<title>Filme</title>"))
    #expect(try folder.read("out/home.dark.en_US.svg").contains("fill=\"#000000\"/>"))
    #expect(try render("--all", "--format", "text", "--output", "text").status == 0)
    #expect(try folder.read("text/home.txt").contains("Alien"))
  }

  @Test(arguments: [
    ("home.txt", "╭"), ("home.text", "╭"), ("home.JSON", "{"), ("home.htm", "<!doctype"), ("home", "<svg "),
  ])
  func `the ending of a file says the format`(name: String, beginning: String) throws {
    #expect(try render("--output", name).status == 0)
    #expect(try folder.read(name).hasPrefix(beginning))
    // With the option, any ending will do.
    #expect(try render("--output", "home.pdf", "--format", "text").status == 0)
    #expect(try folder.read("home.pdf").hasPrefix("╭"))
  }

  @Test func `HTML is one file without a script`() throws {
    let result = try render("--output", "home.html", "--theme", "sepia")
    #expect(result.status == 0, "\(result)")
    let html = try folder.read("home.html")
    #expect(html.contains("default-src 'none'") && html.contains("--cell: #f4ecd8;"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !html.contains("<script"))
  }

  @Test func `PNG needs Chromium`() throws {
    let missing = try render(
      "--format", "png", "--output", "a.png", environment: ["OKIT_CHROMIUM": "/nowhere/chromium"])
    #expect(missing.status == 1 && missing.errors.contains("OKIT_CHROMIUM"), "\(missing)")
    #expect(missing.errors.contains("cannot start /nowhere/chromium"), "\(missing)")
    let without = try render("--output", "a.png", environment: ["PATH": "/nowhere"])
    #expect(without.status == 1 && without.errors.contains("OKIT_CHROMIUM"), "\(without)")
    // A program that ends at once is not a browser.
    let other = try render("--output", "a.png", environment: ["OKIT_CHROMIUM": "/bin/true"])
    #expect(
      other.status == 1 && other.errors.contains("render.chromium") || other.errors.contains("it has ended"), "\(other)"
    )
    #expect(!folder.exists("a.png"))
  }

  @Test(arguments: [
    (["--screen", "flim"], 2, "the script defines no controller \"flim\" (did you mean \"film\"?)"),
    (["--screen", "never"], 1, "cannot reach the controller \"never\""),
    (["--theme", "sepai"], 2, "unknown theme \"sepai\" (did you mean \"sepia\"?)"),
    (["--locale", "nonsense"], 2, "unknown locale \"nonsense\""),
    (["--exec", "row Brazil"], 1, "--exec:1"),
    (["--all", "--exec", "screen"], 64, "--exec and --all exclude each other"),
    (["--width", "23"], 64, "--width of svg must be from 24 to 1000, not 23"),
    (["--format", "png", "--width", "72"], 64, "--width of png must be from 240 to 4096, not 72"),
    (["--format", "json", "--width", "72"], 64, "--width is not for json"),
    (["--all", "--endpoint", "http://127.0.0.1:1"], 64, "--endpoint is for --exec"),
    (["--theme", "dark,dark"], 64, "--theme has a name twice"),
    (
      ["--output", "home.pdf"], 64,
      "The ending .pdf is not a format of this command; pass --format text, json, html, svg or png"
    ),
    (
      ["--theme", ",dark", "--output", "two.svg"], 64, "two.svg is the name of a file, but --output of several pictures"
    ),
    (["--all", "--output", "all.html"], 64, "all.html is the name of a file, but --output of several pictures"),
    (["--locale", "en_US,"], 64, "--locale needs names"),
    (["--all", "--output", "app.lua"], 2, "app.lua"),
    (["--output", "app.lua"], 64, "The ending .lua is not a format of this command"),
    (["--format", "svg", "--output", "app.lua"], 2, "app.lua is a file of the application"),
  ])
  func `mistakes`(arguments: [String], status: Int32, message: String) throws {
    let result = try CommandProcess.run(["render", "app.lua"] + arguments, in: folder)
    // Mistakes that the argument parser finds have the status 2, too.
    #expect(result.status == (status == 64 ? 2 : status), "\(result)")
    #expect(result.errors.contains(message), "\(result)")
    #expect(result.output.isEmpty)
  }

  @Test func `a program has no screens`() throws {
    try folder.write("print(1)", to: "program.lua")
    let result = try CommandProcess.run(["render", "program.lua"], in: folder)
    #expect(result.status == 1 && result.errors.contains("render needs an application"), "\(result)")
  }
}
