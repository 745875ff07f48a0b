internal import Foundation
internal import NIOCore
internal import NIOPosix

/// An application that is served on the thread of the caller, which becomes the isolation domain of the application.
package final class Serving {
  package struct Settings: Sendable {
    /// The token of 256 bits, as text.
    package var token: String
    /// The port; nil for a free one.
    package var port: Int?
    /// Whether another port is taken if that one is in use.
    package var isPortOptional = true
    /// The names that `Host` may have besides those of the loopback address.
    package var allowedHosts: [String] = []
    /// The files of the page, by their paths.
    package var assets: [String: PageAsset] = [:]
    /// The time by which messages are delayed in both directions.
    package var latency = Duration.zero

    package init(token: String) { self.token = token }
  }

  /// What the program does.
  package struct Events {
    /// Starts the application. Called again with each passphrase, until it succeeds.
    package var launch: () throws -> LiveApplication
    /// Where `launch` takes the passphrase from; nil if no page is asked for it.
    package var passphrase: PassphraseSlot?
    /// The server listens on this port.
    package var didListen: (_ port: Int) throws -> Void
    /// The descriptors that are waited for, and what is called when one is readable.
    package var descriptors: [Int32] = []
    package var isReadable: (_ descriptor: Int32) -> Void = { _ in }
    /// Whether the server has to end.
    package var isEnding: () -> Bool = { false }

    package init(launch: @escaping () throws -> LiveApplication, didListen: @escaping (Int) throws -> Void) {
      (self.launch, self.didListen) = (launch, didListen)
    }
  }

  private let settings: Settings
  private let events: Events
  private let loop: any EventLoop
  private var server: LiveServer?
  private var watch: DescriptorWatch?
  private var isStopping = false
  private var outcome: Result<Void, any Error> = .success(())

  private init(_ settings: Settings, _ events: Events, on loop: any EventLoop) {
    (self.settings, self.events, self.loop) = (settings, events, loop)
  }

  /// Serves an application until it has to end.
  ///
  /// - Throws: What launching throws; `live.port` if the port is in use; what storing the state at the end throws.
  package static func run(_ settings: Settings, _ events: Events) throws {
    var serving: Serving?
    MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
      let made = Serving(settings, events, on: loop)
      serving = made
      made.start()
    }
    try serving?.outcome.get()
  }

  private func start() {
    do {
      var options = LiveServer.Options()
      options.assets = settings.assets
      options.latency = TimeAmount(settings.latency)
      let policy = AccessPolicy(token: settings.token, allowedHosts: settings.allowedHosts)
      let server = LiveServer(policy, options, on: loop)
      self.server = server
      server.didChange = { [weak self] in self?.endIfNeeded() }
      try server.start(events.passphrase ?? PassphraseSlot(), events.launch)
      let bound = NIOLoopBound(self, eventLoop: loop)
      watch = try DescriptorWatch(events.descriptors, on: loop) { bound.value.isReadable($0) }
      listen(server, port: settings.port ?? 0)
    } catch { fail(error) }
  }

  private func listen(_ server: LiveServer, port: Int) {
    let bound = NIOLoopBound((self, server), eventLoop: loop)
    server.listen(port: port).whenComplete { result in
      let (serving, server) = bound.value
      switch result {
      case .success(let port): serving.didListen(port)
      case .failure where port != 0 && serving.settings.isPortOptional: serving.listen(server, port: 0)
      case .failure(let error):
        let reason = (error as? IOError).map { ": \(String(cString: strerror($0.errnoCode)))" } ?? ""
        serving.fail(Diagnostic("live.port", "cannot listen on port \(port)\(reason)", hint: "pass another --port"))
      }
    }
  }

  private func didListen(_ port: Int) {
    do { try events.didListen(port) } catch { return fail(error) }
    endIfNeeded()
  }

  private func isReadable(_ descriptor: Int32) {
    guard !isStopping else { return }
    events.isReadable(descriptor)
    endIfNeeded()
  }

  private func fail(_ error: any Error) {
    outcome = .failure(error)
    stop()
  }

  private func endIfNeeded() { if events.isEnding() { stop() } }

  /// Stores the state and ends the loop when the pages have got their goodbye, at the latest after a second.
  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    watch = nil
    do { try server?.stop() } catch { outcome = .failure(error) }
    let (loop, bound) = (loop, NIOLoopBound(self, eventLoop: loop))
    server?.whenDisconnected { bound.value.end() }
    loop.scheduleTask(in: .seconds(1)) { bound.value.end() }
  }

  private func end() {
    guard server != nil else { return }
    server = nil
    // What a process that ends could not close is closed by the system.
    loop.shutdownGracefully(queue: .global()) { _ in }
  }
}
