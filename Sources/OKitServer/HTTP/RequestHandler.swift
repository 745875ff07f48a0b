internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Reads the requests of a connection and answers them.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: LiveServer
  private let router: Router
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  /// Whether all that follows is dropped: the connection is about to be closed.
  private var isDropping = false
  private var timeout: Scheduled<Void>?

  init(_ server: LiveServer) {
    self.server = server
    router = Router(server: server)
  }

  func handlerAdded(context: ChannelHandlerContext) { startTimer(context) }

  func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard !isDropping else { return }
      (self.head, body) = (head, [])
      check(head, context)
    case .body(let part):
      guard !isDropping else { return }
      body += part.readableBytesView
      if body.count > server.options.maximumMessage { refuse(Self.tooLarge, context) }
    case .end:
      guard !isDropping, let head else { return }
      self.head = nil
      var response = router.respond(to: head, body)
      response.closes = !head.isKeepAlive
      body = []
      write(response, to: head, context)
    }
  }

  /// Refuses a request before its body has been read.
  private func check(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let path = RequestTarget(head.uri)?.path ?? ""
    let isSocket = path == "/socket" && head.headers.contains(name: "upgrade")
    let needsToken = router.needsToken(path)
    if let refusal = server.policy.refusal(of: head.headers, isSocket: isSocket, needsToken: needsToken) {
      return refuse(refusal, context)
    }
    server.didRequest(context.channel, withToken: needsToken)
    if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > server.options.maximumMessage
    {
      refuse(Self.tooLarge, context)
    }
  }

  private static let tooLarge = Refusal(
    HTTPResponseStatus.payloadTooLarge, "live.request", "the body of the request is too large")

  /// Answers a request that was not read to its end, and closes the connection.
  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    var response = ServerResponse(refusal)
    response.closes = true
    write(response, to: head, context)
  }

  private func write(_ response: ServerResponse, to head: HTTPRequestHead?, _ context: ChannelHandlerContext) {
    isDropping = response.closes
    response.closes ? startTimer(context, Self.lingering) : startTimer(context)
    var last = HTTPServerResponsePart.head(response.head)
    if head?.method != .HEAD, !response.body.isEmpty {
      context.write(wrapOutboundOut(last), promise: nil)
      last = .body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))
    }
    let (loop, bound) = (context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop))
    // The end admits the next request of the connection: not before the client has taken this response, so that
    // responses do not pile up, and not before other connections had their turn, which a task without a delay would
    // precede.
    context.writeAndFlush(wrapOutboundOut(last)).whenSuccess {
      loop.scheduleTask(in: .microseconds(100)) {
        let (handler, context) = bound.value
        handler.end(closes: response.closes, context)
      }
    }
  }

  /// Ends the response.
  private func end(closes: Bool, _ context: ChannelHandlerContext) {
    if !closes { startTimer(context) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // Closing while something is unread would reset the connection, and the client would not get the answer.
    if closes { context.close(mode: .output, promise: nil) }
  }

  /// The time that a client has to close its side.
  private static let lingering = TimeAmount.seconds(2)

  // MARK: Limits

  /// Begins the time in which the next request has to be complete, and this response read.
  private func startTimer(_ context: ChannelHandlerContext, _ time: TimeAmount? = nil) {
    timeout?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timeout = context.eventLoop.scheduleTask(in: time ?? server.options.requestTimeout) {
      let (handler, context) = bound.value
      handler.endInTime(context)
    }
  }

  private func endInTime(_ context: ChannelHandlerContext) {
    // A connection without a request is idle.
    guard head != nil, !isDropping else { return context.close(promise: nil) }
    refuse(Refusal(.requestTimeout, "live.request", "the request was not complete in time"), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A handshake that is refused is answered as any other request.
    guard !isDropping, !(error is NIOWebSocketUpgradeError) else { return }
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    let refusal =
      error == .headerOverflow
      ? Refusal(.requestHeaderFieldsTooLarge, "live.request", "the headers of the request are too large")
      : Refusal(.badRequest, "live.request", "the request is not HTTP")
    refuse(refusal, context)
  }
}
