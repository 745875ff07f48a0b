import OKitInspector
import OKitTestSupport
import Testing

/// The screen with another theme and in another language.
@Suite struct VariantTests {
  @Test func showsACopyWithTheSameModelsAndScreens() throws {
    let app = try InspectedApplication(Self.script)
    let runtime = app.live.application.runtime
    try app.ask("set", ["path": "/amount", "value": "1234.5"])
    try app.page.act(1, ["tap": "right:0"])
    #expect(app.page.copy?.screen["title"] == "1234.5")
    let (turn, lines, documents) = (runtime.evaluator.turn.number, runtime.log, runtime.store.documents)
    let german = try app.ask("variant", ["locale": "de_DE", "theme": "Night"])
    #expect(german["screen"]?["title"] == "1234.5")
    #expect(german["screen"]?["right"]?.first?["title"] == "Bearbeiten")
    #expect(german["screen"]?["name"] == "detail")
    #expect(german["screen"]?["theme"]?["name"] == "Night")
    #expect(german["language"] == "de-DE")
    #expect(german["direction"] == "ltr")
    #expect(try app.ask("variant", ["locale": "ar_EG"])["direction"] == "rtl")
    // The application itself goes on as before.
    #expect(app.page.copy?.screen["right"]?.first?["title"] == "Edit")
    #expect(runtime.evaluator.turn.number == turn)
    #expect(runtime.log == lines)
    #expect(runtime.store.documents == documents)
    #expect(app.live.application.runtime === runtime)
  }

  @Test func namesWhatVariantsDifferIn() throws {
    let app = try InspectedApplication(Self.script, opens: false)
    let variants = try #require(try app.ask("open")["variants"])
    #expect(variants["locale"] == "en_US")
    #expect(variants["themes"]?.elements.contains("Night") == true)
    #expect(try app.failure("variant", ["theme": "Nigth"]) == "theme.unknown")
  }

  private static let script = """
    local okit = require "okit"
    local Shop = okit.Model:extend("Shop", { amount = 0.0 })
    okit.ModelTheme.register("Night", { tintColor = "#ff8800" })
    okit.Model.initialize(function()
      okit.Model.register(Shop)
      okit.log.info("started")
    end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Shop", right = { okit.ModelBarButtonItem { title = "#Open", segue = "detail" } },
    })
    okit.ModelDetailTableController:extend("detail", { titlePath = "amount" })
    """
}
