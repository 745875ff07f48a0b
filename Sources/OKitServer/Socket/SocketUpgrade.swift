internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Makes a WebSocket of a connection.
enum SocketUpgrade {
  /// The subprotocol that the server selects.
  static let subprotocol = "okit.1"
  /// The number of parts of one message.
  private static let maximumFragments = 1024

  /// - Parameter requests: The handler that the WebSocket replaces.
  static func upgrader(
    _ server: NIOLoopBound<LiveServer>, replacing requests: NIOLoopBound<RequestHandler>
  ) -> NIOWebSocketServerUpgrader {
    let size = server.value.options.maximumMessage
    return NIOWebSocketServerUpgrader(
      maxFrameSize: size, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(headers(server.value, channel, head))
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandlers(
            FrameCheck(),
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: maximumFragments, maxAccumulatedFrameSize: size),
            SocketHandler(server.value, channel))
          pipeline.removeHandler(requests.value, promise: nil)
        }
      })
  }

  /// Returns the headers of the response; nil to answer the request as any other.
  private static func headers(_ server: LiveServer, _ channel: any Channel, _ head: HTTPRequestHead) -> HTTPHeaders? {
    guard let target = RequestTarget(head.uri), target.path == "/socket", target.query.isEmpty,
      server.policy.refusal(of: head.headers, isSocket: true) == nil,
      head.headers[canonicalForm: "sec-websocket-protocol"].contains(Substring(subprotocol)),
      server.refusalOfSocket == nil
    else { return nil }
    server.addSocket(channel)
    return HTTPHeaders(ServerResponse.security + [("Sec-WebSocket-Protocol", subprotocol)])
  }
}
