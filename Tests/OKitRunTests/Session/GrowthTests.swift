import Foundation
import OKitTestSupport
import Testing

/// The memory of the application has a limit too: the process stops the script and continues.
@Suite struct GrowthTests {
  static let growths = [
    "local s = ('x'):rep(100000) for i = 1, 1e9 do root.texts:add(s .. i) end",
    "for i = 1, 1e9 do root.text = ('x'):rep(10000) .. i root.mark = i end",
    "local s = ('x'):rep(1000) for i = 1, 1e9 do Item { text = s .. i } end",
    "local s = ('x'):rep(100000) for i = 1, 1e9 do okit.log.debug(s .. i) end",
    "local s = ('x'):rep(10000) for i = 1, 1e9 do okit.alert { title = s .. i } end",
  ]

  @Test(arguments: growths)
  func `a limit ends growth`(code: String) throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { text = "" })
      local Root = okit.Model:extend("Root", { text = "", mark = 0, texts = t.list(t.string) })
      local root = okit.Model.register(Root)
      function Root:grow() self.mark = 1 \(code) end
      okit.ModelDetailTableController:extend("home", {
        titlePath = "mark", right = { okit.ModelBarButtonItem { title = "#Grow", tap = "grow()" } },
      })
      """
    ])
    let result = try CommandProcess.run(
      ["app.lua", "--limit-growth", "32M", "--limit-time", "60s", "--exec", "tap Grow; get mark"], in: folder)
    #expect(result.errors.contains("app.lua:6: the script exceeded the growth limit of 32 MiB"))
    #expect(result.lines == ["0"])
  }
}
