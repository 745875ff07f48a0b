import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Encrypted models of an application that Swift runs.
@Suite struct SecureStoreTests {
  private static let script = """
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { name = "" })
    local Diary = okit.ModelEncrypted:extend("Diary", { entries = t.list(Entry) })
    diary = okit.Model.register(Diary)
    okit.ModelListTableController:extend("home", {
      dataPath = "entries", cell = okit.ModelTableCell { path = "name" },
    })
    """
  private static let path = "okit/data/default.json"

  private let storage: TransientStorage
  private let application: LuaApplication

  init() throws {
    storage = TransientStorage()
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.parts = .everything
    options.storage = storage
    application = try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
    _ = try application.evaluate("diary.entries:add { id = 'one', name = 'Monday' }")
  }

  private var runtime: AppRuntime { application.runtime }
  private var rows: [String] { runtime.screen().sections.flatMap(\.rows).compactMap(\.text) }

  @Test func closingStoresAndDropsTheModels() throws {
    #expect(rows == ["Monday"])
    try runtime.closeSecureStore()
    #expect(EncryptedContent.isContainer(try #require(try storage.read(Self.path))))
    #expect(!runtime.registry.isSecureStoreOpen)
    #expect(runtime.screen().isCovered)
    #expect(rows == [])
    #expect(runtime.store.find("one") == nil)
    #expect(try !runtime.undo(), "the history has the content too")
    let found = #expect(throws: Diagnostic.self) { try runtime.perform(.back) }
    #expect(found?.code == "action.impossible" && found?.message.contains("cover") == true)
    try runtime.closeSecureStore()
    try runtime.openSecureStore()
    #expect(rows == ["Monday"])
    #expect(!runtime.screen().isCovered)
  }

  /// What cannot be stored is not dropped.
  @Test func closingFailsWhenStoringFails() throws {
    let failing = DelayedStorage()
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.parts = .everything
    options.storage = failing
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
    _ = try application.evaluate("diary.entries:add { id = 'one', name = 'Monday' }")
    failing.failure = Diagnostic("storage.write", "the disk is full")
    let found = #expect(throws: Diagnostic.self) { try application.runtime.closeSecureStore() }
    #expect(found?.message == "the disk is full")
    #expect(application.runtime.registry.isSecureStoreOpen)
    #expect(application.runtime.screen().sections.flatMap(\.rows).compactMap(\.text) == ["Monday"])
    #expect(application.runtime.registry.pending == ["default"])
    try application.runtime.closeSecureStore()
    try application.runtime.openSecureStore()
    #expect(application.runtime.screen().sections.flatMap(\.rows).compactMap(\.text) == ["Monday"])
  }

  @Test func aReloadKeepsEncryptedModels() throws {
    try application.reload()
    #expect(rows == ["Monday"])
    try runtime.background()
    #expect(EncryptedContent.isContainer(try #require(try storage.read(Self.path))))
    runtime.foreground()
    #expect(runtime.registry.pending == [])
  }

  /// Only `okit.SecureStore.open` opens the store.
  @Test func aReloadKeepsTheStoreClosed() throws {
    try runtime.closeSecureStore()
    for _ in 1...2 {
      try application.reload()
      #expect(!runtime.registry.isSecureStoreOpen && runtime.screen().isCovered)
      #expect(runtime.store.find("one") == nil)
      #expect(runtime.registry.pending == [])
      let found = #expect(throws: Diagnostic.self) { try application.evaluate("diary.entries[1]") }
      #expect(found?.code == "storage.closed")
    }
    // A model that is new in the script stays closed as well.
    try application.reload(
      text: Self.script
        + "\nsecond = okit.Model.register(okit.ModelEncrypted:extend('Second', { text = '' }), 'second')")
    #expect(!runtime.registry.isSecureStoreOpen)
    try runtime.openSecureStore()
    #expect(rows == ["Monday"])
    #expect(!runtime.screen().isCovered)
    _ = try application.evaluate("second.text = 'written'")
    _ = try application.evaluate("diary.entries[1].name = 'Tuesday'")
    try runtime.background()
    #expect(try storage.read("okit/data/second.json") != nil)
    runtime.foreground()
    try application.reload()
    #expect(rows == ["Tuesday"])
  }

  @Test func aReloadThatFailsChangesNothing() throws {
    try runtime.background()
    runtime.foreground()
    #expect(throws: Diagnostic.self) { try application.reload(text: Self.script + "\nerror('no')") }
    _ = try application.evaluate("diary.entries[1].name = 'Tuesday'")
    try runtime.closeSecureStore()
    try runtime.openSecureStore()
    #expect(rows == ["Tuesday"])
  }

  /// A model that can be opened only with another key stays closed.
  @Test func openingWithAnotherKeyFails() throws {
    try runtime.closeSecureStore()
    let key = try #require(try storage.read("okit/keys/default.key"))
    try storage.write([StorageWrite(path: "okit/keys/default.key", bytes: [UInt8](repeating: 1, count: 32))]).wait()
    let found = #expect(throws: Diagnostic.self) { try runtime.openSecureStore() }
    #expect(found?.code == "storage.key")
    #expect(runtime.screen().isCovered && !runtime.registry.isSecureStoreOpen)
    try storage.write([StorageWrite(path: "okit/keys/default.key", bytes: key)]).wait()
    try runtime.openSecureStore()
    #expect(rows == ["Monday"])
  }
}
