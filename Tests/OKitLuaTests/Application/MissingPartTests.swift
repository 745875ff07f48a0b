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
    ("okit.Model.register(okit.ModelSQLite:extend('Shop', {}))", "the class Shop", "OKitSQLite", "sqlite"),
    ("okit.Model.register(okit.ModelEncrypted:extend('Shop', {}))", "the class Shop", "OKitEncryption", "encryption"),
    ("okit.SecureStore.open()", "okit.SecureStore", "OKitEncryption", "encryption"),
    ("okit.SecureStore.close()", "okit.SecureStore", "OKitEncryption", "encryption"),
    ("okit.SecureStore.encryption = false", "okit.SecureStore", "OKitEncryption", "encryption"),
    ("okit.SecureStore.token = 'x'", "okit.SecureStore", "OKitEncryption", "encryption"),
    ("okit.Model.register(okit.ModelHttp:extend('Shop', {}))", "the class Shop", "OKitHTTP", "http"),
    ("okit.Model.register(okit.ModelEncryptedHttp:extend('Shop', {}))", "the class Shop", "OKitHTTP", "http"),
    ("okit.Model.endpoint { url = 'https://example.org/' }", "okit.Model.endpoint", "OKitHTTP", "http"),
    ("okit.Model.prefetch()", "okit.Model.prefetch", "OKitHTTP", "http"),
    ("okit.fetch('https://example.org/')", "okit.fetch", "OKitHTTP", "http"),
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

  @Test func controllersOfBackupsNameTheProduct() throws {
    let application = try LuaApplication(
      text: """
        local okit = require 'okit'
        okit.ModelBackupTableController:extend('home', {})
        """, chunk: "app.lua")
    defer { application.close() }
    _ = application.driver.screen
    let found = application.runtime.diagnostics
    #expect(found.map(\.code) == ["part.missing"], "\(found)")
    #expect(found.first?.place?.description == "app.lua:2")
  }

  /// Without any part, an application has models in files and screens.
  @Test func applicationsNeedNoPart() throws {
    let folder = try TestFolder()
    let script = """
      local okit = require 'okit'
      local Shop = okit.Model:extend('Shop', { name = 'Books' })
      okit.Model.register(Shop)
      assert(okit.Model.endpoint() == nil and not okit.SecureStore.isOpen)
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
