import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A WebSocket of this program to a server on this machine. Times are taken on its event loop.
final class ClientSocket: Sendable {
  struct Message: Sendable {
    let text: [UInt8]
    /// When it has arrived, in seconds.
    let time: Double
  }

  /// A message that was sent, and those that have arrived since then.
  struct Exchange: Sendable {
    let start: Double
    fileprivate(set) var messages: [Message] = []

    /// The time until the last message has arrived.
    var milliseconds: Double { ((messages.last?.time ?? start) - start) * 1000 }
  }

  private let channel: any Channel
  private let handler: NIOLoopBound<MessageHandler>

  private init(_ channel: any Channel, _ handler: NIOLoopBound<MessageHandler>) {
    (self.channel, self.handler) = (channel, handler)
  }

  /// Opens a WebSocket.
  ///
  /// - Parameter protocols: The subprotocols.
  static func open(port: Int, protocols: [String] = [], on loop: any EventLoop) throws -> ClientSocket {
    let opened = loop.makePromise(of: ClientSocket.self)
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: 1 << 24) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        let handler = MessageHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        opened.succeed(ClientSocket(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop)))
      }
    }
    let connected = ClientBootstrap(group: loop)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.pipeline.addHTTPClientHandlers(
          withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
      .connect(host: "127.0.0.1", port: port)
    connected.whenFailure { opened.fail($0) }
    let channel = try connected.wait()
    channel.closeFuture.whenComplete { _ in opened.fail(BenchError("the server refuses a WebSocket")) }
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/socket")
    head.headers = ["Host": "127.0.0.1:\(port)", "Origin": "http://127.0.0.1:\(port)"]
    if !protocols.isEmpty {
      head.headers.add(name: "Sec-WebSocket-Protocol", value: protocols.joined(separator: ", "))
    }
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    return try opened.futureResult.wait()
  }

  func close() throws { try channel.close().wait() }

  /// Sends a message, and returns it with those that follow.
  ///
  /// - Parameter isLast: Whether a message is the last one that is waited for.
  func send(
    _ text: [UInt8], until isLast: @escaping @Sendable ([UInt8]) -> Bool
  ) -> EventLoopFuture<Exchange> {
    channel.eventLoop.flatSubmit { [channel, handler] in
      let exchange = handler.value.begin(on: channel.eventLoop, until: isLast)
      let data = channel.allocator.buffer(bytes: text)
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: data), promise: nil)
      return exchange
    }
  }

  /// Returns the next messages of the server. They are waited for from now on, also before the result is.
  func receive(until isLast: @escaping @Sendable ([UInt8]) -> Bool) throws -> EventLoopFuture<Exchange> {
    try channel.eventLoop.submit { [channel, handler] in
      handler.value.begin(on: channel.eventLoop, until: isLast)
    }.wait()
  }
}

/// Passes the messages that arrive to what waits for them. Others are dropped.
private final class MessageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private static let patience = TimeAmount.seconds(30)

  private struct Waiting {
    var exchange: ClientSocket.Exchange
    let isLast: ([UInt8]) -> Bool
    let promise: EventLoopPromise<ClientSocket.Exchange>
    let timeout: Scheduled<Void>
  }

  private var waiting: Waiting?

  func begin(
    on loop: any EventLoop, until isLast: @escaping ([UInt8]) -> Bool
  ) -> EventLoopFuture<ClientSocket.Exchange> {
    let promise = loop.makePromise(of: ClientSocket.Exchange.self)
    let timeout = loop.scheduleTask(in: Self.patience) { promise.fail(BenchError("the server does not answer")) }
    waiting = Waiting(exchange: .init(start: wallTime()), isLast: isLast, promise: promise, timeout: timeout)
    return promise.futureResult
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: receive(.init(text: Array(frame.data.readableBytesView), time: wallTime()))
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.data)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose: context.close(promise: nil)
    default: break
    }
  }

  private func receive(_ message: ClientSocket.Message) {
    waiting?.exchange.messages.append(message)
    guard let ended = waiting, ended.isLast(message.text) else { return }
    waiting = nil
    ended.timeout.cancel()
    ended.promise.succeed(ended.exchange)
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting?.timeout.cancel()
    waiting?.promise.fail(BenchError("the server has closed a WebSocket"))
    waiting = nil
    context.fireChannelInactive()
  }
}
