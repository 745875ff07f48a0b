import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

/// Applications without the parts that their scripts use.
@Suite struct MissingPartTests {
  /// What a script uses, and the product with the part and its value.
  static let uses = [
    ("okit.storyboard('Main.storyboard')", "okit.storyboard", "OKitStoryboard", "storyboards"),
    ("okit.Backup.create('monday')", "okit.Backup", "OKitBackup", "backups"),
    ("okit.Backup.list()", "okit.Backup", "OKitBackup", "backups"),
  ]

  @Test(arguments: uses)
  func errorsNameTheProduct(_ use: String, user: String, product: String, value: String) throws {
    let found = #expect(throws: Diagnostic.self) {
      try LuaApplication(text: "local okit = require 'okit'\n\(use)", chunk: "app.lua").close()
    }
    let diagnostic = try #require(found)
    #expect(diagnostic.code == "part.missing", "\(diagnostic)")
    #expect(diagnostic.message == "\(user) needs \(product), which is not a part of this application")
    let hint = "add the product \(product) to the program, and .\(value) to the parts of the application"
    #expect(diagnostic.hint == hint)
    #expect(diagnostic.place?.description == "app.lua:2")
  }

  /// Without any part, an application has models in files and screens.
  @Test func applicationsNeedNoPart() throws {
    let folder = try TestFolder()
    let script = """
      local okit = require 'okit'
      local Shop = okit.Model:extend('Shop', { name = 'Books' })
      okit.Model.register(Shop)
      okit.ModelDetailTableController:extend('home', { titlePath = 'name' })
      """
    var options = LuaApplication.Options()
    options.documents = folder.path
    let application = try LuaApplication(text: script, chunk: "app.lua", options: options)
    defer { application.close() }
    #expect(application.driver.screen.text(width: 40).contains("Books"))
    try application.runtime.registry.storeState()
  }
}
