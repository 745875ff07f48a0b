import OKitLive
import OKitTestSupport
import Testing

@Suite struct ConnectionTests {
  private func page(_ live: LiveApplication, _ hello: PageMessage.Hello = .init()) throws -> TestPage {
    let page = TestPage(live)
    try page.send(.hello(hello))
    return page
  }

  @Test func welcomesWithTheScreen() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    #expect(page.names == ["welcome", "screen"])
    #expect(page.welcome["window"] == "w1")
    #expect(page.welcome["performed"] == 0)
    #expect(page.welcome["language"] == "en-US")
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
  }

  @Test func answersAfterTheUpdate() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    let row = try #require(try live.screen(of: "w1")?.screen.screen.sections.first?.rows.first?.id)
    try page.act(1, ["tap": .string("\(row)")])
    #expect(page.names == ["welcome", "screen", "update", "done"])
    #expect(page.last == ["type": "done", "seq": 1])
    #expect(page.motions == ["push"])
    #expect(page.copy?.screen["title"] == "Dune")
    #expect(page.copy?.screen["actions"] == ["back"])
    try page.act(2, "back")
    #expect(page.motions == ["push", "pop"])
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
  }

  @Test func keepsWindowsApart() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let (first, second) = (try page(live), try page(live))
    let row = try #require(try live.screen(of: "w1")?.screen.screen.sections.first?.rows.first?.id)
    try first.act(1, ["tap": "right:0"])
    #expect(first.copy?.screen["alert"] != .null)
    // The dialog of one window does not block the other.
    try second.act(1, ["tap": .string("\(row)")])
    #expect(second.copy?.screen["title"] == "Dune")
    #expect(first.copy?.screen["title"] == "Books")
    try second.act(2, ["tap": "right:edit"])
    try second.act(3, ["edit": "cell:0/control", "text": "Dune 2"])
    #expect(second.last == ["type": "done", "seq": 3])
    let rows = first.copy?.screen["sections"]?.first?["rows"]
    #expect(rows?.first?["text"] == "Dune 2")
    #expect(second.copy?.screen["sections"]?.first?["rows"]?.first?["field"]?.isString == true)
  }

  @Test func showsOtherColumnsOfAWideGrid() throws {
    let live = try TestApplication.launch(TestApplication.wide)
    let (first, second) = (try page(live), try page(live))
    #expect(first.copy?.screen["columnTotal"] == 120)
    for (from, shown) in [(50, 50), (119, 119), (Int.max, 119), (0, 0)] {
      try first.send(.columns(from: from))
      #expect(first.copy?.screen["columnFrom"] == .int(shown))
      #expect(first.copy?.screen["columns"]?.first?["title"] == .string("\(shown + 1)"))
      #expect(first.copy?.screen == (try live.freshScreen(of: "w1")))
    }
    #expect(second.copy?.screen["columnFrom"] == 0)
    // A screen that has no columns stays as it is.
    let books = try page(try TestApplication.launch(TestApplication.books))
    try books.send(.columns(from: 3))
    #expect(books.names == ["welcome", "screen"])
  }

  @Test func rejectsActionsForOtherScreens() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    let instance = try JSONValue.object(page.copy?.screen ?? [:]).int("instance")
    let row = try #require(try live.screen(of: "w1")?.screen.screen.sections.first?.rows.first?.id)
    try page.act(1, ["tap": .string("\(row)")])
    let revision = page.copy?.revision
    // The second click of a double click.
    try page.act(2, ["tap": .string("\(row)")], instance: instance)
    #expect(page.error == "action.stale")
    #expect(page.copy?.revision == revision)
  }

  @Test func performsEachNumberOnce() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    try page.act(1, ["tap": "right:0"])
    let after = page.copy
    try page.act(2, ["tap": "right:7"])
    let failure = page.last
    #expect(page.error == "action.impossible")
    try page.act(1, ["tap": "right:0"])
    #expect(page.last == ["type": "done", "seq": 1])
    try page.act(2, ["tap": "right:7"])
    #expect(page.last == failure)
    #expect(page.copy?.screen == after?.screen)
    #expect(page.copy?.revision == after?.revision)
  }

  @Test func saysThatAnAnswerIsNotKept() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    for number in 1...66 { try page.act(number, "refresh") }
    try page.act(1, "refresh")
    #expect(page.error == "live.action")
    try page.act(3, "refresh")
    #expect(page.last == ["type": "done", "seq": 3])
  }

  @Test func resumesAWindow() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    try page.act(1, ["tap": "right:0"])
    page.cut()
    let epoch = try page.welcome.string("epoch")
    let next = TestPage(live, copy: page.copy)
    try next.send(.hello(.init(window: "w1", epoch: epoch, seen: page.copy?.revision)))
    #expect(next.names == ["welcome"])
    #expect(next.welcome["performed"] == 1)
    try next.act(1, ["tap": "right:0"])
    #expect(next.last == ["type": "done", "seq": 1])
    #expect(next.copy?.screen == (try live.freshScreen(of: "w1")))
  }

  @Test(arguments: [("w1", "other"), ("w9", nil), ("script", nil), (nil, nil)] as [(String?, String?)])
  func opensANewWindowForAnUnknownOne(_ window: String?, _ epoch: String?) throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    page.cut()
    let next = try self.page(live, .init(window: window, epoch: epoch ?? live.options.epoch, seen: 1))
    #expect(next.names == ["welcome", "screen"])
    #expect(next.welcome["window"] == "w2")
  }

  @Test func givesADuplicatedTabAWindowOfItsOwn() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    let hello = PageMessage.Hello(window: "w1", epoch: live.options.epoch, seen: 1)
    let row = try #require(try live.screen(of: "w1")?.screen.screen.sections.first?.rows.first?.id)
    try page.act(1, ["tap": .string("\(row)")])
    let copy = try self.page(live, hello)
    #expect(copy.welcome["window"] == "w2")
    #expect(copy.copy?.screen["title"] == "Dune")
    #expect(copy.copy?.screen["actions"] == ["back"])
    #expect(copy.copy?.screen["instance"] != page.copy?.screen["instance"])
    #expect(copy.names == ["welcome", "screen"])
    #expect(!page.isClosed)

    page.isAlive = false
    let next = TestPage(live, copy: page.copy)
    try next.send(.hello(hello))
    #expect(next.welcome["window"] == "w1")
    #expect(page.last == ["type": "bye", "reason": "replaced"])
    #expect(page.isClosed)
  }

  /// The first message, and what is said to be wrong with it.
  @Test(arguments: [
    (#"{"type":"rows","from":0,"count":1}"#, "the first message must be \"hello\", not \"rows\""),
    ("x", "expected a value, found 'x'"),
    (#"{"type":"hello","protocol":2}"#, "protocol 2 is not supported; expected 1"),
    (#"{"type":"hello","protocol":"1"}"#, "\"protocol\" of the message \"hello\" must be the integer 1"),
    (#"{"type":"hallo","protocol":1}"#, "unknown message \"hallo\""),
    (#"{"type":"hello","protocol":1,"windw":"w1"}"#, "unknown member \"windw\""),
  ])
  func expectsHelloFirst(_ text: String, _ words: String) throws {
    let page = TestPage(try TestApplication.launch(TestApplication.books))
    page.send(text: text)
    #expect(page.last?["type"] == "bye")
    #expect(page.last?["reason"] == "protocol")
    #expect(page.last?["error"]?["code"] == "live.message")
    let message = try page.last?["error"]?.string("message")
    #expect(message?.contains(words) == true, "\(message ?? "")")
    #expect(page.isClosed)
  }

  @Test func answersMistakesAndStaysOpen() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    for text in [
      "x", #"{"type":"hello","protocol":1}"#, #"{"type":"passphrase","text":"x"}"#, #"{"type":"jump"}"#, "",
      #"{"type":"rows","from":0,"count":1,"to":1}"#,
    ] {
      page.send(text: text)
      #expect(page.last?["diagnostics"]?.first?["code"] == "live.message", "\(text)")
    }
    page.send(text: #"{"type":"act","seq":9}"#)
    #expect(page.last?["seq"] == 9)
    #expect(page.error == "live.message")
    try page.act(1, ["jump": 1])
    #expect(page.error == "action.json")
    #expect(!page.isClosed)
    #expect(page.welcome["performed"] == 0)
  }

  @Test func closesAWindowForGood() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    try page.send(.bye(reason: "closed"))
    #expect(page.isClosed)
    #expect(try live.screen(of: "w1") == nil)
    #expect(live.perform("back", instance: nil, window: "w1") == nil)
  }

  @Test func forgetsAWindowAfterAnHour() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    #expect(live.nextEvent == nil)
    page.cut()
    live.continueByItself(at: .now + .seconds(3590))
    #expect(try live.screen(of: "w1") != nil)
    live.continueByItself(at: .now + .seconds(3610))
    #expect(try live.screen(of: "w1") == nil)
    #expect(try live.screen() != nil)
  }
}

extension JSONValue {
  var isString: Bool { if case .string = self { true } else { false } }
  var first: JSONValue? { if case .array(let elements) = self { elements.first } else { nil } }
}
