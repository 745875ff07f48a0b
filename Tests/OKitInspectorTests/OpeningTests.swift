import OKitEncryption
import OKitInspector
import OKitTestSupport
import Testing

/// Opening and closing the Inspector, its log and its prompt.
@Suite struct OpeningTests {
  @Test func isAvailableWhereTheServerHasOne() throws {
    let app = try InspectedApplication(opens: false)
    #expect(app.page.welcome["inspect"] == true)
    #expect(try app.failure("element", ["element": "title"]) == "live.message")
    app.live.inspector = nil
    #expect(try app.failure("open") == "inspect.off")
    let page = TestPage(app.live)
    try page.send(.hello(.init()))
    #expect(page.welcome["inspect"] == false)
  }

  @Test func tellsNothingWhileItIsClosed() throws {
    let app = try InspectedApplication(opens: false)
    try app.page.act(1, ["tap": .string(try app.row(0))])
    #expect(!app.page.names.contains("inspection"))
    try app.ask("open")
    try app.page.act(2, "back")
    #expect(app.page.names.contains("inspection"))
    try app.ask("close")
    let count = app.page.names.count { $0 == "inspection" }
    try app.page.act(3, ["tap": .string(try app.row(0))])
    #expect(app.page.names.count { $0 == "inspection" } == count)
  }

  @Test func changesNothingByOpening() throws {
    let app = try InspectedApplication(opens: false)
    let runtime = app.live.application.runtime
    let (screen, turn) = (app.page.copy?.screen, runtime.evaluator.turn.number)
    let (documents, steps) = (runtime.store.documents, runtime.timeline.count)
    let revision = app.page.copy?.revision
    try app.ask("open")
    try app.ask("element", ["element": .string(try app.row(0))])
    try app.ask("children", ["path": "/books/0"])
    try app.ask("readers", ["path": "/books/0"])
    #expect(app.page.copy?.screen == screen)
    #expect(app.page.copy?.revision == revision)
    #expect(runtime.evaluator.turn.number == turn)
    #expect(runtime.store.documents == documents)
    #expect(runtime.timeline.count == steps)
  }

  @Test func tellsTheLogWithTurns() throws {
    let app = try InspectedApplication(opens: false)
    let runtime = app.live.application.runtime
    try runtime.turn { app.live.application.runtime.applicationLog.write(LogEntry(.warn, "before")) }
    let opened = try app.ask("open")
    #expect(opened["log"]?.elements.contains(["level": "warn", "message": "before"]) == true)
    app.inspector.log(LogEntry(.error, "later"))
    app.inspector.report(Diagnostic("test.problem", "wrong"))
    app.live.settle()
    let lines = try #require(app.page.messages.last { $0["type"] == "inspection" }?["log"]?.elements)
    #expect(lines.map { $0["level"] } == ["error", "error"])
    #expect(lines[0]["turn"] == .int(runtime.evaluator.turn.number))
    #expect(lines[1]["diagnostic"]?["code"] == "test.problem")
  }

  @Test func asksThePromptInTheWindowOfThePage() throws {
    let app = try InspectedApplication()
    #expect(
      try app.ask("run", ["text": "1 + 1"])
        == ["outcome": "done", "output": [["error": false, "text": "2: 1 + 1"]]])
    #expect(try app.ask("complete", ["text": "ok"]) == ["start": 2, "candidates": ["ok!"]])
  }

  @Test func answersNothingWhileTheApplicationIsCovered() throws {
    let folder = try TestFolder()
    let slot = PassphraseSlot()
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.parts = [.encryption(.passphrase { try slot.take(isNew: $0) })]
    options.documents = "\(folder.path)/documents"
    options.onReport = { _ in }
    slot.fill("correct horse")
    let live = LiveApplication(try LuaApplication(text: Self.diary, options: options))
    live.inspector = Inspector(live.application, prompt: EchoPrompt())
    try live.application.store()
    let page = TestPage(live)
    try page.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    try page.send(.inspect(InspectorRequest(number: 1, name: "open")))
    #expect(page.last?["result"] != nil)
    try page.send(.view(PageView(isVisible: false, width: 390)))
    live.continueByItself(at: .now + .seconds(3))
    try live.application.advance(seconds: 3600)
    live.settle()
    let names = ["open", "close", "element", "readers", "children", "set", "travel", "discard", "run", "complete", "x"]
    for (number, name) in names.enumerated() {
      try page.send(.inspect(InspectorRequest(number: 10 + number, name: name)))
      #expect(page.last?["id"] == .int(10 + number))
      #expect(page.error == "app.covered", "\(name)")
    }
  }

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
      protectionTimeout = "settings>protectionTimeout",
    })
    okit.ModelDetailTableController:extend("home", { titlePath = "notes" })
    """
}
