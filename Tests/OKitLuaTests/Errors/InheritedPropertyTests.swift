import OKitEngine
import OKitLua
import Testing

/// The place of an error is the line where the property was written: in the class, in a superclass, or in the instance.
@Suite struct InheritedPropertyTests {
  /// Each line is a line of the script, from 1.
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "" })
    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    okit.Model.register(Shop).items:add { name = "A" }
    local Base = okit.ModelTableCell:extend("Base", {
      path = "name",
      detailPath = "base_detail",
    })
    local Derived = Base:extend("Derived", {
      heightDisplay = "#30",
      ribbonColor = "derived_ribbon",
    })
    local base = okit.ModelListTableController:extend("base", {
      type = "Item",
      dataPath = "items",
      titlePath = "base_title",
      more = true,
      moreActions = {
        { name = "#Fail", tap = "base_action()" },
      },
      cell = Derived {
        imagePath = "own_image",
      },
    })
    local derived = base:extend("derived", {
      subTitlePath = "derived_subtitle",
    })
    derived:extend("last", {
      promptPath = "last_prompt",
    })
    okit.ModelApplicationController:extend("app", { homeIdentifier = "last" })
    """

  @Test(arguments: [
    ("base_title", 17), ("base_action", 20), ("derived_subtitle", 27), ("last_prompt", 30), ("base_detail", 8),
    ("derived_ribbon", 12), ("own_image", 23),
  ])
  func `an error in an inherited property has the line where it was written`(_ name: String, _ line: Int) throws {
    let application = try LuaApplication(
      text: Self.script, chunk: "app.lua",
      options: LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    defer { application.close() }
    _ = application.driver.dump()
    let found = application.runtime.diagnostics.first { $0.message.contains(name) }
    let diagnostic = try #require(found, "\(application.runtime.diagnostics)")
    #expect(diagnostic.code.rawValue.hasPrefix("binding."))
    #expect(diagnostic.place == Diagnostic.Place(file: "app.lua", line: line), "\(diagnostic)")
    #expect(diagnostic.origin?.owner == "last")
  }
}
