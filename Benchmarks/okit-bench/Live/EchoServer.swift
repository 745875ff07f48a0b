import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The floor of the live page: a server of NIO alone, which sends each text message back.
enum EchoServer {
  /// Serves on the thread of the caller, and prints its port, until the standard input is closed.
  static func run() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Echo()) }
      })
    let listener = try ServerBootstrap(group: group)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    Output.standard.line("\(listener.localAddress?.port ?? 0)")
    while readLine() != nil {}
    try group.syncShutdownGracefully()
  }

  private final class Echo: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard frame.opcode == .text else { return }
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: frame.unmaskedData)), promise: nil)
    }
  }
}

extension SeparateProcess {
  static let echo = SeparateProcess(name: "echo") { _ in
    try EchoServer.run()
    return []
  }
}
