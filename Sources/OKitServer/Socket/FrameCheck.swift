internal import NIOCore
internal import NIOWebSocket

/// Rejects frames that a client must not send: without a mask, or of extensions that were not agreed upon.
///
/// It comes before fragments are joined, whose result has neither.
final class FrameCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  struct Mistake: Error {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return context.fireErrorCaught(Mistake()) }
    context.fireChannelRead(data)
  }
}
