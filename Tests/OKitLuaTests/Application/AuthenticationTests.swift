import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// The authenticator of a protected application as a Swift program has it, and what reloads keep.
@Suite struct AuthenticationTests {
  private static let script = """
    local t = okit.types
    local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })
    okit.Model.initialize(function() diary = okit.Model.register(Diary) end, { secure = true })
    okit.ModelApplicationController:extend("app", { protectionText = "#Locked" })
    okit.ModelDetailTableController:extend("home", { titlePath = "notes", sections = {} })
    """

  private let storage = TransientStorage()
  private let clock = RuntimeClock(virtual: TestClock.start)

  private func launch(_ authentication: Authentication, _ script: String = Self.script) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: clock)
    options.parts = .everything
    options.storage = storage
    options.authentication = authentication
    let application = try LuaApplication(text: script, chunk: "app.lua", options: options)
    // A runtime does not own its application.
    kept.applications.append(application)
    return application
  }

  private final class Kept {
    var applications: [LuaApplication] = []
  }

  private let kept = Kept()

  private func fill() throws {
    let application = try launch(.key)
    _ = try application.evaluate("diary.notes = 'secret'")
    try application.background()
    application.close()
  }

  private final class Answers {
    var waiting: [(Bool) -> Void] = []
  }

  @Test func aCallbackAnswersAtOnce() throws {
    try fill()
    var asked = 0
    let application = try launch(
      .callback { answer in
        asked += 1
        answer(asked > 1)
      })
    #expect(asked == 1)
    #expect(application.runtime.screen().cover == Cover(text: "Locked"))
    #expect(throws: Diagnostic.self) { try application.driver.back() }
    try application.driver.performTap("cover")
    #expect(asked == 2)
    #expect(application.runtime.screen().title == "secret")
    #expect(application.runtime.diagnostics == [])
  }

  @Test func aCallbackAnswersLater() throws {
    try fill()
    let answers = Answers()
    let application = try launch(.callback { answers.waiting.append($0) })
    let runtime = application.runtime
    try application.driver.performTap("cover")
    #expect(answers.waiting.count == 1, "a question that waits is not asked again")
    answers.waiting[0](true)
    #expect(runtime.screen().title == "secret")
    // Only the first answer counts.
    answers.waiting[0](false)
    #expect(runtime.screen().title == "secret")
    try runtime.background()
    try runtime.advance(seconds: 300)
    runtime.foreground()
    #expect(answers.waiting.count == 2 && runtime.isCovered)
    // An answer that comes when the application is in the background again is too late.
    try runtime.background()
    answers.waiting[1](true)
    #expect(runtime.isCovered && !runtime.registry.isSecureStoreOpen)
    runtime.foreground()
    #expect(answers.waiting.count == 3)
    answers.waiting[2](true)
    #expect(runtime.screen().title == "secret")
  }

  @Test func possessionOfTheKeyIsEnough() throws {
    try fill()
    let runtime = try launch(.key).runtime
    #expect(runtime.screen().title == "secret")
    try runtime.background()
    try runtime.advance(seconds: 300)
    #expect(!runtime.registry.isSecureStoreOpen && runtime.isCovered)
    runtime.foreground()
    #expect(runtime.screen().title == "secret")
  }

  @Test func aReloadKeepsTheCover() throws {
    try fill()
    let application = try launch(.answered)
    try application.reload()
    #expect(application.runtime.screen().cover == Cover(text: "Locked"))
    try application.authenticate(true)
    #expect(application.runtime.screen().title == "secret")
    try application.background()
    try application.reload()
    #expect(application.runtime.isCovered && application.runtime.registry.isSecureStoreOpen)
    try application.runtime.advance(seconds: 300)
    #expect(!application.runtime.registry.isSecureStoreOpen)
    try application.reload()
    try application.foreground()
    #expect(application.runtime.isCovered)
    #expect(throws: Diagnostic.self) { try application.reload(text: Self.script + "\nprint(diary.notes)") }
    try application.authenticate(true)
    #expect(application.runtime.screen().title == "secret")
  }

  /// A cover that nothing removes would hide the failure.
  @Test func aFunctionThatFailsIsReportedAndRunsAgain() throws {
    try fill()
    let script = Self.script.replacing(
      "okit.Model.initialize(function()",
      with: "okit.Model.initialize(function() tries = (tries or 0) + 1 if tries == 1 then error('no') end")
    let runtime = try launch(.answered, script).runtime
    try runtime.authenticate(true)
    #expect(runtime.isCovered && !runtime.registry.isSecureStoreOpen)
    #expect(runtime.diagnostics.count == 1)
    try runtime.authenticate(true)
    #expect(runtime.screen().title == "secret")
  }

  @Test(arguments: ["protection = '#false'", "protection = false"])
  func withoutProtectionNobodyIsAsked(_ property: String) throws {
    try fill()
    let script = Self.script.replacing("protectionText = \"#Locked\"", with: property)
    let runtime = try launch(.answered, script).runtime
    #expect(runtime.screen().title == "secret")
    try runtime.background()
    try runtime.advance(seconds: 3600)
    #expect(!runtime.isCovered && runtime.registry.isSecureStoreOpen)
  }

  // MARK: The file of the settings

  private func settings() throws -> String? {
    try storage.read("okit/settings.json").map { String(decoding: $0, as: UTF8.self) }
  }

  private static let path = "okit/settings.json"

  @Test func theFileIsWrittenWhenSomethingDiffersFromTheDefaults() throws {
    let application = try launch(.key)
    #expect(try settings() == nil)
    try application.reload(
      text: Self.script.replacing(
        "protectionText", with: "protectionTimeout = 2.5, themeName = '#dark', protectionText"))
    let json = try JSONValue.parse(json: try #require(try settings()))
    #expect(
      json == [
        "themeName": "dark", "encryption": true, "protection": true, "protectionTimeout": .double(2.5),
        "protectionCover": true,
      ])
  }

  @Test(arguments: ["{", "[]", "{\"themeName\": 1}", "{\"protectionTimeout\": -1}", "{\"other\": true}"])
  func aDamagedFileIsReported(_ content: String) throws {
    try fill()
    try storage.write([StorageWrite(path: Self.path, bytes: Array(content.utf8))]).wait()
    let runtime = try launch(.answered).runtime
    #expect(runtime.isCovered && runtime.screen().theme == .standard)
    #expect(runtime.diagnostics.map(\.code) == ["settings.file"])
    try runtime.authenticate(true)
    #expect(runtime.screen().title == "secret")
  }

  /// It decides about theme, cover and time-out before the models are read, and switches nothing off.
  @Test func theFileSwitchesNothingOff() throws {
    try fill()
    let content = #"{"themeName": "dark", "encryption": false, "protection": false, "protectionTimeout": 0}"#
    try storage.write([StorageWrite(path: Self.path, bytes: Array(content.utf8))]).wait()
    let runtime = try launch(.answered).runtime
    #expect(runtime.isCovered && runtime.screen().theme == .dark)
    try runtime.authenticate(true)
    #expect(runtime.screen().theme == .standard)
    #expect(runtime.registry.storesEncrypted)
    try runtime.background()
    #expect(runtime.isCovered && runtime.registry.isSecureStoreOpen, "the time-out is that of the application")
  }
}
