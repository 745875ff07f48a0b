internal import NIOCore
internal import NIOWebSocket

/// The WebSocket of a window: passes messages between the connection and the contract.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let channel: any Channel
  private let options: LiveServer.Options
  private var connection: LiveConnection?
  private let gate: (any LiveGate)?
  /// Messages that are read when the connection reads again.
  private var waiting: [[UInt8]] = []
  private var isReading = true
  private var isClosing = false
  /// What asks whether someone is at the other end.
  private var probes: [(Bool) -> Void] = []
  private var heartbeat: Scheduled<Void>?
  /// Ends a connection that does not begin.
  private var greeting: Scheduled<Void>?
  /// Whether nothing was read since the last ping.
  private var isSilent = false
  /// Whether the page has not taken the last pong.
  private var isPonging = false
  /// The last ping that was received meanwhile.
  private var latestPing: ByteBuffer?

  init(_ server: LiveServer, _ channel: any Channel) {
    (self.channel, options, gate) = (channel, server.options, server.gate)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    connection = gate?.connect(self)
    greeting = schedule(options.helloTimeout) { $0.connection?.endUnlessGreeted() }
    beat()
  }

  func channelInactive(context: ChannelHandlerContext) {
    heartbeat?.cancel()
    greeting?.cancel()
    isClosing = true
    connection?.didClose()
    connection = nil
    answerProbes(false)
    context.fireChannelInactive()
  }

  // MARK: Frames of the page

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    isSilent = false
    guard !isClosing else { return }
    switch frame.opcode {
    case .text:
      greeting?.cancel()
      let text = Array(frame.unmaskedData.readableBytesView)
      guard String(validating: text, as: UTF8.self) != nil else { return end(.dataInconsistentWithMessage) }
      delayed { $0.receive(text) }
    case .binary: end(.unacceptableData)
    case .ping: pong(frame.unmaskedData)
    case .pong: answerProbes(true)
    case .connectionClose: end(.normalClosure)
    default: end(.protocolError)
    }
  }

  private func receive(_ text: [UInt8]) {
    guard isReading, waiting.isEmpty else { return waiting.append(text) }
    connection?.receive(text)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.tooManyFragments,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      end(.messageTooLarge)
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is FrameCheck.Mistake: end(.protocolError)
    default: context.close(promise: nil)
    }
  }

  // MARK: The end

  /// Sends the close frame after everything before, and closes the connection: also when the page does not read.
  private func end(_ code: WebSocketErrorCode) {
    guard !isClosing else { return }
    isClosing = true
    connection?.didClose()
    connection = nil
    var data = channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    let (channel, delay) = (channel, Self.lingering)
    channel.writeAndFlush(frame).whenComplete { _ in
      channel.close(mode: .output, promise: nil)
    }
    channel.eventLoop.scheduleTask(in: delay) { channel.close(promise: nil) }
  }

  private static let lingering = TimeAmount.seconds(2)

  // MARK: Time

  /// Pings the page, and ends the connection when it did not answer the last ping.
  private func beat() {
    heartbeat = schedule(options.heartbeat) { handler in
      if handler.isSilent { return handler.channel.close(promise: nil) }
      handler.isSilent = true
      handler.ping()
      handler.beat()
    }
  }

  private func ping() { write(WebSocketFrame(fin: true, opcode: .ping, data: channel.allocator.buffer(capacity: 0))) }

  private func write(_ frame: WebSocketFrame) { channel.writeAndFlush(frame, promise: nil) }

  /// Answers a ping. Of several that come while the page does not read, the last one is answered (RFC 6455, 5.5.3).
  private func pong(_ data: ByteBuffer) {
    guard !isPonging else {
      latestPing = data
      return
    }
    isPonging = true
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .pong, data: data)).whenSuccess {
      let handler = bound.value
      handler.isPonging = false
      guard let next = handler.latestPing else { return }
      handler.latestPing = nil
      handler.pong(next)
    }
  }

  private func answerProbes(_ isAlive: Bool) {
    let answered = probes
    probes = []
    for answer in answered { answer(isAlive) }
  }

  @discardableResult
  private func schedule(_ time: TimeAmount, _ body: @escaping (SocketHandler) -> Void) -> Scheduled<Void> {
    let bound = NIOLoopBound((self, body), eventLoop: channel.eventLoop)
    return channel.eventLoop.scheduleTask(in: time) {
      let (handler, body) = bound.value
      body(handler)
    }
  }

  /// Does something now, or after the delay that was asked for.
  private func delayed(_ body: @escaping (SocketHandler) -> Void) {
    if options.latency == .zero { body(self) } else { schedule(options.latency, body) }
  }
}

extension SocketHandler: LiveSink {
  func send(_ text: [UInt8], isAnswer: Bool) { delayed { $0.write(text, isAnswer) } }

  private func write(_ text: [UInt8], _ isAnswer: Bool) {
    let frame = WebSocketFrame(fin: true, opcode: .text, data: channel.allocator.buffer(bytes: text))
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.writeAndFlush(frame).whenSuccess { bound.value.connection?.didSend(text.count, isAnswer: isAnswer) }
  }

  func setReading(_ isReading: Bool) {
    guard isReading != self.isReading else { return }
    self.isReading = isReading
    // What was read already waits here.
    channel.setOption(.autoRead, value: isReading).whenFailure { [channel] _ in channel.close(promise: nil) }
    while self.isReading, !waiting.isEmpty { connection?.receive(waiting.removeFirst()) }
  }

  func probe(_ answer: @escaping (Bool) -> Void) {
    probes.append(answer)
    ping()
    schedule(options.probeTimeout) { $0.answerProbes(false) }
  }

  func close() { delayed { $0.end(.normalClosure) } }
}
