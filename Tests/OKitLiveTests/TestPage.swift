import OKitLive

/// A page without a socket, which keeps the screen and what it was told.
final class TestPage: LiveSink {
  private(set) var connection: LiveConnection?
  private(set) var copy: ScreenCopy?
  private(set) var welcome: JSONValue = .null
  /// What has arrived, but updates and screens, oldest first.
  private(set) var messages: [JSONValue] = []
  /// The names of all messages, oldest first.
  private(set) var names: [String] = []
  private(set) var motions: [JSONValue] = []
  private(set) var isReading = true
  private(set) var isClosed = false
  /// Messages that were sent, and wait for `read`, if the page does not read.
  private var waiting: [(text: [UInt8], isAnswer: Bool)] = []
  var readsAtOnce = true
  /// The answer to a question whether someone is there; nil for none.
  var isAlive: Bool? = true
  private(set) var failure: (any Error)?
  /// The largest number of bytes that have waited.
  private(set) var mostWaiting = 0

  init(_ gate: any LiveGate, copy: ScreenCopy? = nil) {
    self.copy = copy
    connection = gate.connect(self)
  }

  // MARK: To the server

  func send(_ message: PageMessage) throws { connection?.receive(try message.jsonValue.jsonBytes()) }

  func send(text: String) { connection?.receive(Array(text.utf8)) }

  func act(_ number: Int, _ action: JSONValue, instance: Int? = nil) throws {
    let shown = try? copy.map { try JSONValue.object($0.screen).int("instance") }  // Nil while it is covered.
    try send(.act(.init(number: number, instance: instance ?? shown, action: action)))
  }

  func cut() { connection?.didClose() }

  // MARK: From the server

  func send(_ text: [UInt8], isAnswer: Bool) {
    waiting.append((text, isAnswer))
    mostWaiting = max(mostWaiting, waiting.reduce(0) { $0 + $1.text.count })
    if readsAtOnce { read() }
  }

  /// Reads what waits.
  func read() {
    while !waiting.isEmpty {
      let (text, isAnswer) = waiting.removeFirst()
      do { try read(text) } catch { failure = failure ?? error }
      connection?.didSend(text.count, isAnswer: isAnswer)
    }
  }

  private func read(_ text: [UInt8]) throws {
    let message = try JSONValue.parse(json: text)
    let name = try message.string("type")
    names.append(name)
    switch name {
    case "welcome": welcome = message
    case "screen": copy = try ScreenCopy(message)
    case "update":
      try copy?.apply(message)
      motions.append(message["motion"] ?? .null)
    default: messages.append(message)
    }
  }

  func setReading(_ isReading: Bool) { self.isReading = isReading }

  func probe(_ answer: @escaping (Bool) -> Void) { if let isAlive { answer(isAlive) } }

  func close() { isClosed = true }

  /// The last message but updates.
  var last: JSONValue? { messages.last }

  /// The code of the error of the last message.
  var error: JSONValue? { last?["error"]?["code"] }
}
