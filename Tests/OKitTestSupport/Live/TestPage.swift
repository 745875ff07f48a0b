package import OKitLive

/// A page without a socket, which keeps the screen and what it was told.
package final class TestPage: LiveSink {
  package private(set) var connection: LiveConnection?
  package private(set) var copy: ScreenCopy?
  package private(set) var welcome: JSONValue = .null
  /// What has arrived, but updates and screens, oldest first.
  package private(set) var messages: [JSONValue] = []
  /// The names of all messages, oldest first.
  package private(set) var names: [String] = []
  package private(set) var motions: [JSONValue] = []
  /// The changes of the last update.
  package private(set) var changes: JSONValue = .null
  package private(set) var isReading = true
  package private(set) var isClosed = false
  /// Messages that were sent, and wait for `read`, if the page does not read.
  private var waiting: [(text: [UInt8], isAnswer: Bool)] = []
  package var readsAtOnce = true
  /// The answer to a question whether someone is there; nil for none.
  package var isAlive: Bool? = true
  package private(set) var failure: (any Error)?
  /// The largest number of bytes that have waited.
  package private(set) var mostWaiting = 0

  package init(_ gate: any LiveGate, copy: ScreenCopy? = nil) {
    self.copy = copy
    connection = gate.connect(self)
  }

  // MARK: To the server

  package func send(_ message: PageMessage) throws { connection?.receive(try message.jsonValue.jsonBytes()) }

  package func send(text: String) { connection?.receive(Array(text.utf8)) }

  package func act(_ number: Int, _ action: JSONValue, instance: Int? = nil) throws {
    let shown = try? copy.map { try JSONValue.object($0.screen).int("instance") }  // Nil while it is covered.
    try send(.act(.init(number: number, instance: instance ?? shown, action: action)))
  }

  package func cut() { connection?.didClose() }

  // MARK: From the server

  package func send(_ text: [UInt8], isAnswer: Bool) {
    waiting.append((text, isAnswer))
    mostWaiting = max(mostWaiting, waiting.reduce(0) { $0 + $1.text.count })
    if readsAtOnce { read() }
  }

  /// Reads what waits.
  package func read() {
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
      changes = message["changes"] ?? .null
    default: messages.append(message)
    }
  }

  package func setReading(_ isReading: Bool) { self.isReading = isReading }

  package func probe(_ answer: @escaping (Bool) -> Void) { if let isAlive { answer(isAlive) } }

  package func close() { isClosed = true }

  /// The last message but updates.
  package var last: JSONValue? { messages.last }

  /// The code of the error of the last message.
  package var error: JSONValue? { last?["error"]?["code"] }
}
