import NIOCore
import OKitEngine

/// The bookshop, served to pages.
struct LiveServer {
  let process: ServerProcess
  let port: Int
  private let token: String
  private let loop: any EventLoop

  /// - Parameter loop: That of the pages.
  init(_ surroundings: Surroundings, documents: String, on loop: any EventLoop) throws {
    let binary = try Program.okitRun(surroundings)
    process = try ServerProcess(
      binary.path, ["serve", "--format", "json"] + surroundings.start("bookshop/app.lua", in: documents),
      environment: ["XDG_STATE_HOME": "\(surroundings.scratch)/state"], end: .signal)
    let address = try JSONValue.parse(json: process.firstLine)
    guard let port = address["port"]?.number, case .string(let token)? = address["token"] else {
      throw BenchError("the server says \(process.firstLine)")
    }
    (self.port, self.token, self.loop) = (port, token, loop)
  }

  func page(reopening other: LivePage? = nil) throws -> LivePage {
    let socket = try ClientSocket.open(port: port, protocols: ["okit.1", "token.\(token)"], on: loop)
    return try LivePage(socket, reopening: other)
  }
}

/// A window of the bookshop, as its page sees it.
final class LivePage {
  private let socket: ClientSocket
  private let window: JSONValue?
  private let epoch: JSONValue?
  private var instance: Int
  /// The number of the last action.
  private var number: Int
  /// The first screen, as it was sent.
  let screen: [UInt8]

  /// - Parameter other: The page that is reloaded; nil for a new window.
  init(_ socket: ClientSocket, reopening other: LivePage? = nil) throws {
    var hello: [String: JSONValue] = ["type": "hello", "protocol": 1]
    (hello["window"], hello["epoch"]) = (other?.window, other?.epoch)
    let messages = try socket.send(JSONValue.object(hello).jsonBytes(), until: Self.isScreen).wait().messages
    guard let welcome = try messages.first.map({ try JSONValue.parse(json: $0.text) }),
      let screen = messages.last?.text,
      let performed = welcome["performed"]?.number,
      let instance = try JSONValue.parse(json: screen)["screen"]?["instance"]?.number
    else { throw BenchError("a page gets no screen") }
    (self.socket, self.screen, self.instance, number) = (socket, screen, instance, performed)
    (window, epoch) = (welcome["window"], welcome["epoch"])
    guard other == nil || window == other?.window else { throw BenchError("a page did not get its window") }
  }

  /// Performs an action, and waits for the answer.
  @discardableResult
  func act(_ action: JSONValue) throws -> ClientSocket.Exchange {
    number += 1
    let text = try Self.act(action, number: number, instance: instance).jsonBytes()
    let exchange = try socket.send(text, until: Self.isAnswer).wait()
    for message in exchange.messages {
      let message = try JSONValue.parse(json: message.text)
      if let error = message["error"] { throw BenchError("\(action) is answered with \(error)") }
      if let instance = message["changes"]?["fields"]?["instance"]?.number { self.instance = instance }
    }
    return exchange
  }

  /// Performs an action, and returns the update that it causes.
  func update(_ action: JSONValue) throws -> [UInt8] {
    guard let update = try act(action).messages.first, Self.isUpdate(update.text) else {
      throw BenchError("\(action) changes nothing")
    }
    return update.text
  }

  /// Waits for the next update, from now on.
  func awaitUpdate() throws -> EventLoopFuture<ClientSocket.Exchange> { try socket.receive(until: Self.isUpdate) }

  func close() throws { try socket.close() }

  static func act(_ action: JSONValue, number: Int, instance: Int) -> JSONValue {
    ["type": "act", "seq": .int(number), "instance": .int(instance), "action": action]
  }

  // The last member of a message is its type: reading all of it would delay the messages that follow.
  @Sendable private static func isScreen(_ text: [UInt8]) -> Bool { text.ends(with: "\"type\":\"screen\"}") }
  @Sendable private static func isUpdate(_ text: [UInt8]) -> Bool { text.ends(with: "\"type\":\"update\"}") }
  @Sendable private static func isAnswer(_ text: [UInt8]) -> Bool { text.ends(with: "\"type\":\"done\"}") }
}

extension [UInt8] {
  fileprivate func ends(with text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}

extension JSONValue {
  fileprivate var number: Int? { if case .int(let number) = self { number } else { nil } }
}
