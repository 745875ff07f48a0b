import OKitEncryption
import OKitLive
import OKitTestSupport
import Testing

/// A covered application shows its cover and its theme, and nothing else.
@Suite struct CoveredTests {
  private static let diary = """
    local okit = require "okit"
    local Settings = okit.ModelSettings:extend("Settings", {})
    local Diary = okit.ModelEncrypted:extend("Diary", { notes = "secret words" })
    okit.Model.initialize(function()
      okit.Model.register(Settings, "settings").protection = true
      okit.Model.register(Diary)
    end, { secure = true })
    okit.ModelApplicationController:extend("app", {
      encryption = "settings>encryption", protection = "settings>protection",
      protectionTimeout = "settings>protectionTimeout", protectionText = "#Locked",
    })
    okit.ModelDetailTableController:extend("home", {
      titlePath = "notes", right = { okit.ModelBarButtonItem { title = "#Add", tap = "add()" } },
    })
    """

  private let folder: TestFolder
  private let slot = PassphraseSlot()
  private let live: LiveApplication

  init() throws {
    folder = try TestFolder()
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    let slot = slot
    options.parts = [.encryption(.passphrase { try slot.take(isNew: $0) })]
    options.documents = "\(folder.path)/documents"
    options.onReport = { _ in }
    slot.fill("correct horse")
    var settings = LiveApplication.Options()
    settings.passphrase = slot
    try folder.write(Self.diary, to: "app.lua")
    live = LiveApplication(try LuaApplication(script: "\(folder.path)/app.lua", options: options), settings)
    try live.application.store()
  }

  /// A page whose application is covered, with its secure store closed.
  private func coveredPage() throws -> TestPage {
    let page = TestPage(live)
    try page.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    #expect(page.copy?.screen["title"] == "secret words")
    try page.send(.view(PageView(isVisible: false, width: 390)))
    live.continueByItself(at: .now + .seconds(3))
    try live.application.advance(seconds: 3600)
    live.settle()
    try page.send(.view(PageView(isVisible: true, width: 390)))
    return page
  }

  @Test func showsTheCoverAlone() throws {
    let page = try coveredPage()
    #expect(page.copy?.screen["cover"]?["text"] == "Locked")
    #expect(page.copy?.screen["title"] == "")
    #expect(page.copy?.screen["instance"] == .null)
    #expect(page.copy?.screen["right"] == [])
    let late = TestPage(live)
    try late.send(.hello(.init()))
    #expect(late.copy?.screen["cover"]?["text"] == "Locked")
    let actions: [JSONValue] = [["tap": "right:0"], "undo", "back", "endEditing", ["edit": "cell:0"], "nothing"]
    for (number, action) in actions.enumerated() {
      try page.act(number + 1, action)
      #expect(page.error == "app.covered")
    }
    #expect(live.perform("undo", instance: nil)?.jsonValue["error"]?["code"] == "app.covered")
  }

  @Test func staysCoveredWhileNobodySeesIt() throws {
    let page = TestPage(live)
    try page.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    try page.send(.view(PageView(isVisible: false, width: 390)))
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.isCovered)
    let count = page.messages.count
    live.report(Diagnostic("test", "what the cover hides"))
    for action in ["undo", "back", "endEditing", ["tap": "right:0"], ["edit": "cell:0"], ["tapp": 1]] as [JSONValue] {
      #expect(live.perform(action, instance: nil)?.jsonValue["error"]?["code"] == "app.covered", "\(action)")
    }
    #expect(live.application.runtime.isCovered)
    #expect(page.messages.dropFirst(count).allSatisfy { $0["type"] != "notice" })
    try page.send(.view(PageView(isVisible: true, width: 390)))
    #expect(page.messages.contains { $0["type"] == "notice" } != live.application.runtime.isCovered)
  }

  @Test func showsTheFailureOfAReloadOnceItIsUncovered() throws {
    let page = try coveredPage()
    try folder.write("local a = = 1", to: "app.lua")
    #expect(throws: Diagnostic.self) { try live.reload() }
    let late = TestPage(live)
    try late.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    live.settle()
    for page in [page, late] { #expect(page.messages.allSatisfy { $0["type"] != "notice" }) }
    try page.act(1, ["tap": "cover"])
    try page.send(.passphrase("correct horse"))
    #expect(!live.application.runtime.isCovered)
    for page in [page, late] {
      let notices = page.messages.filter { $0["type"] == "notice" }
      #expect(notices.map { $0["reload"] } == ["failed"])
      #expect(notices.first?["diagnostics"]?.first?["code"] == "lua.syntax")
    }
  }

  @Test func showsAnEarlierFailureOfAReloadOnceItIsUncovered() throws {
    let page = TestPage(live)
    try page.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    try folder.write("local a = = 1", to: "app.lua")
    #expect(throws: Diagnostic.self) { try live.reload() }
    try page.send(.view(PageView(isVisible: false, width: 390)))
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.isCovered)
    let late = TestPage(live)
    try late.send(.hello(.init(view: PageView(isVisible: false, width: 390))))
    #expect(late.messages == [])
    try page.send(.view(PageView(isVisible: true, width: 390)))
    #expect(!live.application.runtime.isCovered)
    #expect(late.messages.map { $0["reload"] } == ["failed"])
    #expect(page.messages.count { $0["reload"] == "failed" } == 1)
  }

  @Test func asksForThePassphraseWhenTheCoverIsTapped() throws {
    let page = try coveredPage()
    try page.act(1, ["tap": "cover"])
    let request = try #require(page.messages.first { $0["type"] == "passphrase" })
    #expect(request == ["type": "passphrase", "new": false])
    try page.send(.passphrase("wrong"))
    #expect(page.last?["type"] == "passphrase")
    #expect(page.last?["error"] != nil)
    #expect(page.copy?.screen["cover"] != .null)
    try page.send(.passphrase("correct horse"))
    #expect(page.copy?.screen["cover"] == .null)
    #expect(page.copy?.screen["title"] == "secret words")
  }
}
