internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// The HTTP server of an application: the files of its page, a WebSocket for each window, requests of scripts.
///
/// Everything runs on one event loop, which is the isolation domain of the application.
package final class LiveServer {
  /// The settings of a server.
  struct Options: Sendable {
    /// The files of the page, by their paths.
    var assets: [String: PageAsset] = [:]
    /// The time by which messages are delayed in both directions.
    var latency = TimeAmount.zero
    /// The number of bytes of a message, and of the body of a request.
    var maximumMessage = 1 << 20
    var maximumHeaders = 16 << 10
    var maximumSockets = 100
    /// Connections, with those that are no WebSockets.
    var maximumConnections = 256
    var requestTimeout = TimeAmount.seconds(10)
    var helloTimeout = TimeAmount.seconds(10)
    var heartbeat = TimeAmount.seconds(20)
    var probeTimeout = TimeAmount.seconds(1)
  }

  let policy: AccessPolicy
  let options: Options
  let assets: PageAssets
  private let loop: any EventLoop
  /// What new connections talk to.
  private(set) var gate: (any LiveGate)?
  /// The application; nil while it waits for the passphrase of its models.
  private(set) var live: LiveApplication?
  private var sockets: Set<ObjectIdentifier> = []
  private var connections: ConnectionTable
  private var listener: (any Channel)?
  private var next: (due: ContinuousClock.Instant, task: Scheduled<Void>)?
  /// Called after anything that the application has done.
  var didChange: () -> Void = {}
  private var didDisconnect: (() -> Void)?

  init(_ policy: AccessPolicy, _ options: Options, on loop: any EventLoop) {
    (self.policy, self.options, self.loop) = (policy, options, loop)
    assets = PageAssets(options.assets)
    connections = ConnectionTable(limit: options.maximumConnections)
  }

  /// Starts the application, or waits for the passphrase that it needs for that.
  ///
  /// - Throws: What `launch` throws for another reason.
  func start(_ slot: PassphraseSlot, _ launch: @escaping () throws -> LiveApplication) throws {
    let locked = try LockedApplication.start(slot, launch) { [weak self] in self?.use($0) }
    if let locked { gate = locked }
  }

  private func use(_ live: LiveApplication) {
    (self.live, gate) = (live, live)
    live.onChange = { [weak self] in
      self?.schedule()
      self?.didChange()
    }
    schedule()
  }

  // MARK: Connections

  /// Listens on the loopback address.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: The port.
  func listen(port: Int) -> EventLoopFuture<Int> {
    let bound = NIOLoopBound(self, eventLoop: loop)
    return ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try bound.value.accept(channel) }
      }
      .bind(host: "127.0.0.1", port: port)
      .map { channel in
        bound.value.listener = channel
        return channel.localAddress?.port ?? port
      }
  }

  private func accept(_ channel: any Channel) throws {
    guard connections.add(channel) else { throw ChannelError.operationUnsupported }
    let bound = NIOLoopBound(self, eventLoop: loop)
    channel.closeFuture.whenComplete { _ in bound.value.connections.remove(channel) }
    let requests = RequestHandler(self)
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (options.maximumHeaders, options.maximumHeaders)
    let upgrader = SocketUpgrade.upgrader(bound, replacing: NIOLoopBound(requests, eventLoop: loop))
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }), withErrorHandling: false,
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
    try channel.pipeline.syncOperations.addHandler(requests)
  }

  /// Notes a request that was let in.
  func didRequest(_ channel: any Channel, withToken hasToken: Bool) {
    connections.didRequest(channel, withToken: hasToken)
  }

  /// Why no further WebSocket is opened; nil if one may be.
  var refusalOfSocket: Refusal? {
    guard sockets.count >= options.maximumSockets else { return nil }
    return Refusal(
      .serviceUnavailable, "live.sockets", "\(options.maximumSockets) pages are open; close one of them first")
  }

  /// Counts a WebSocket until it is closed.
  func addSocket(_ channel: any Channel) {
    didRequest(channel, withToken: true)
    let id = ObjectIdentifier(channel)
    sockets.insert(id)
    let bound = NIOLoopBound(self, eventLoop: loop)
    channel.closeFuture.whenComplete { _ in bound.value.removeSocket(id) }
  }

  private func removeSocket(_ id: ObjectIdentifier) {
    sockets.remove(id)
    if sockets.isEmpty { didDisconnect?() }
  }

  /// Calls a function when no WebSocket is open any more.
  func whenDisconnected(_ body: @escaping () -> Void) {
    didDisconnect = body
    if sockets.isEmpty { body() }
  }

  // MARK: Time

  /// Wakes the event loop when the application has something to do by itself.
  private func schedule() {
    let due = live?.nextEvent
    if let next, let due, next.due <= due, due - next.due < Self.tolerance { return }
    next?.task.cancel()
    next = nil
    guard let due else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    let delay = max(Duration.zero, due - .now)
    let task = loop.scheduleTask(in: TimeAmount(delay)) { bound.value.continueByItself() }
    next = (due, task)
  }

  /// Times that are relative to now differ by less.
  private static let tolerance = Duration.milliseconds(1)

  private func continueByItself() {
    next = nil
    live?.continueByItself()
  }

  // MARK: The end

  /// Accepts no further connections, stores the state and says goodbye.
  ///
  /// - Throws: What storing throws.
  func stop() throws {
    listener?.close(promise: nil)
    listener = nil
    next?.task.cancel()
    if let live { try live.stop() } else { (gate as? LockedApplication)?.stop() }
  }
}
