import OKitLive
import OKitTestSupport
import Testing

@Suite struct SlowReaderTests {
  private static let counter = """
    local okit = require "okit"
    local Counter = okit.Model:extend("Counter", { text = "" })
    function Counter:grow() self.text = self.text .. string.rep("x", 20000) end
    okit.Model.initialize(function() okit.Model.register(Counter) end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Counter", right = { okit.ModelBarButtonItem { title = "#Grow", tap = "grow()" } },
      sections = { { cells = { okit.ModelTextCell { path = "#Text", textPath = "text" } } } },
    })
    """

  @Test func getsOneScreenInsteadOfAGrowingQueue() throws {
    let live = try TestApplication.launch(Self.counter)
    let (slow, other) = (TestPage(live), TestPage(live))
    for page in [slow, other] { try page.send(.hello(.init())) }
    slow.readsAtOnce = false
    for number in 1...12 { try other.act(number, ["tap": "right:0"]) }
    #expect(slow.mostWaiting > 1 << 20)
    #expect(slow.mostWaiting < 4 << 20)
    // It acts although it does not read: the answers come after the screen that shows what they did.
    try slow.act(1, "refresh")
    slow.readsAtOnce = true
    let before = slow.names.count
    slow.read()
    let names = slow.names.dropFirst(before)
    #expect(names.suffix(2) == ["screen", "done"])
    #expect(names.dropLast(2).allSatisfy { $0 == "update" })
    #expect(slow.copy?.screen == (try live.freshScreen(of: "w1")))
    #expect(slow.failure == nil)
    try other.act(13, ["tap": "right:0"])
    #expect(slow.names.last == "update")
    #expect(slow.copy?.screen == (try live.freshScreen(of: "w1")))
  }

  @Test func readsNoMoreWhile64ActionsAreUnanswered() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = TestPage(live)
    try page.send(.hello(.init()))
    page.readsAtOnce = false
    for number in 1...63 { try page.act(number, "refresh") }
    #expect(page.isReading)
    try page.act(64, "refresh")
    #expect(!page.isReading)
    page.readsAtOnce = true
    page.read()
    #expect(page.isReading)
    #expect(page.messages.count == 64)
  }

  @Test func sendsAScreenWhenTooMuchWasMissed() throws {
    let live = try TestApplication.launch(Self.counter)
    let (page, other) = (TestPage(live), TestPage(live))
    for page in [page, other] { try page.send(.hello(.init())) }
    for number in 1...12 { try other.act(number, ["tap": "right:0"]) }
    page.cut()
    let epoch = live.options.epoch
    // The last 1 MiB has fewer than the 12 updates.
    let late = TestPage(live)
    try late.send(.hello(.init(window: "w1", epoch: epoch, seen: 1)))
    #expect(late.names == ["welcome", "screen"])
    late.cut()
    let recent = TestPage(live, copy: page.copy)
    try recent.send(.hello(.init(window: "w1", epoch: epoch, seen: page.copy.map { $0.revision })))
    #expect(recent.names == ["welcome"])
    #expect(recent.copy?.screen == (try live.freshScreen(of: "w1")))
  }
}
