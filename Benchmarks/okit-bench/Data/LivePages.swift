import OKitLive
import OKitLua

/// Pages that show an application, each a window of its own, without sockets.
final class LivePages {
  private let live: LiveApplication
  private var pages: [(connection: LiveConnection, sink: Sink)] = []

  /// Opens pages at the first screen.
  init(_ application: LuaApplication, count: Int) {
    live = LiveApplication(application)
    for _ in 0..<count {
      let sink = Sink()
      let connection = live.connect(sink)
      sink.connection = connection
      pages.append((connection, sink))
      connection.receive(Array(#"{"type":"hello","protocol":1}"#.utf8))
    }
  }

  /// Opens the screen of the first row in all pages.
  func tapFirstRow() throws {
    for page in pages {
      let instance = try page.connection.window?.content.screen.place.instance
      let act = PageMessage.Act(number: 1, instance: instance, action: ["tap": "row:0/0"])
      page.connection.receive(try PageMessage.act(act).jsonValue.jsonBytes())
    }
    for page in pages { try check(page.sink.answers, equals: 1, "the number of answers") }
  }

  /// Sends what has changed to all pages.
  ///
  /// - Throws: `BenchError` if a page gets nothing.
  func update() throws {
    let before = pages.reduce(0) { $0 + $1.sink.messages }
    live.settle()
    try check(pages.reduce(0) { $0 + $1.sink.messages }, equals: before + pages.count, "the number of updates")
  }

  func close() { for page in pages { page.connection.receive(Array(#"{"type":"bye","reason":"closed"}"#.utf8)) } }

  private final class Sink: LiveSink {
    weak var connection: LiveConnection?
    private(set) var messages = 0
    private(set) var answers = 0

    func send(_ text: [UInt8], isAnswer: Bool) {
      messages += 1
      if isAnswer { answers += 1 }
      connection?.didSend(text.count, isAnswer: isAnswer)
    }

    func setReading(_ isReading: Bool) {}
    func probe(_ answer: @escaping (Bool) -> Void) { answer(true) }
    func close() {}
  }
}
