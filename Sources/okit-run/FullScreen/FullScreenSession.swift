import Glibc
import OKitEncryption

/// An application on a whole terminal, from its launch to its end.
final class FullScreenSession {
  private let command: TuiCommand
  private let output: Output
  private let end = SessionEnd()
  private let watch: FileWatch?
  private let passphrase: FullScreenPassphrase?
  /// The applications that were launched.
  private(set) var applications: [LuaApplication] = []
  private var client: FullScreenClient?
  private var session: TerminalSession?
  private var terminal: FullScreenTerminal?
  private var decoder = KeyDecoder(hasAlt: false)
  private var hasEnded = false

  init(_ command: TuiCommand, _ output: Output) throws {
    (self.command, self.output) = (command, output)
    passphrase = command.resources.keys.ask ? FullScreenPassphrase(attempts: command.resources.keys.attempts) : nil
    do { watch = command.live.noWatch ? nil : try FileWatch() } catch { throw CommandFailure.failed(error) }
  }

  func run() throws {
    let client = try launch()
    self.client = client
    defer {
      terminal?.close()
      output.capture = nil
    }
    if end.status == nil { try show(client) }
    terminal?.close()
    output.capture = nil
    do { try client.live.stop() } catch {
      guard ShutdownSignal.number != nil else { throw error }
      throw CommandFailure.unstored(error.asDiagnostic)
    }
    _ = client.live.application.runtime.reportHeldInput()
    if let status = end.status, status != 0 { throw CommandFailure(status: status) }
  }

  // MARK: The application

  private func launch() throws -> FullScreenClient {
    var program: ProgramRun?
    let application = try command.launch(script: command.script, output, end) {
      var options = $0
      try configure(&options)
      let application = try LuaApplication(options: options)
      applications.append(application)
      program = try application.start(script: command.script, isTimed: true)
      return application
    }
    if let program {
      try program.requireApplication(for: "tui", end)
      try program.run(output, end)
      throw CommandFailure(status: end.status ?? 1)
    }
    output.secrets = application.runtime.store.secrets
    watch?.follow(application.files)
    var options = LiveApplication.Options()
    options.passphrase = passphrase?.slot
    return FullScreenClient(
      LiveApplication(application, options), output, end, watch: watch, passphrase: passphrase)
  }

  private func configure(_ options: inout LuaApplication.Options) throws {
    if let passphrase {
      options.parts = .all(
        key: passphrase.key, attempts: command.resources.keys.attempts,
        endpoint: try command.resources.endpoint.options())
    }
    // The keys of the terminal are those of the session.
    options.readLine = { nil }
    options.checksLater = true
    let report = options.onReport
    options.onReport = { [weak self] in
      guard let client = self?.client, self?.session != nil else { return report($0) }
      client.report($0)
    }
  }

  // MARK: The terminal

  private func show(_ client: FullScreenClient) throws {
    let depth = ColorDepth.of(command.options.color, Environment(), isTerminal: true)
    InterruptKey.stopsScripts()
    ResizeSignal.install()
    JobSignal.install()
    let terminal = try FullScreenTerminal(depth: depth)
    self.terminal = terminal
    passphrase?.begin { [weak self] ask in
      terminal.leave()
      ask()
      self?.attempt { try terminal.enter() }
    }
    output.capture = { _, bytes in client.write(String(decoding: bytes, as: UTF8.self)) }
    let session = try TerminalSession(
      client, columns: terminal.columns, rows: terminal.rows, hasColors: depth != nil)
    self.session = session
    client.session = session
    client.live.application.runtime.checkRemainingDefinitions()
    while !hasEnded, !client.hasEnded {
      terminal.show(session.draw())
      try wait(session, terminal, client)
    }
    session.sendInput()
  }

  /// Waits until there is something to do, and does it.
  private func wait(_ session: TerminalSession, _ terminal: FullScreenTerminal, _ client: FullScreenClient) throws {
    var descriptors = [
      0, watch?.descriptor ?? -1, ResizeSignal.descriptor, ShutdownSignal.descriptor, InterruptKey.descriptor,
      JobSignal.descriptor,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout = decoder.mayBeEscape ? Self.escapeTime : milliseconds(session, client)
    let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
    // A signal has ended the wait, and has made a descriptor readable.
    guard count >= 0 else { return }
    let isReady = descriptors.map { $0.revents != 0 }
    if isReady[3] { return }
    // Those that come meanwhile stop a script.
    defer { InterruptKey.clear() }
    if isReady[5] { try followJob(session, terminal, client) }
    if isReady[2] {
      ResizeSignal.clear()
      session.resize(columns: terminal.columns, rows: terminal.rows)
      terminal.invalidate()
    }
    if isReady[4] { apply(session.handle(.interrupt), session, terminal) }
    if isReady[0] {
      try readKeys(session, terminal, client)
    } else if decoder.mayBeEscape, count == 0 {
      apply(session.handle(decoder.endEscape()), session, terminal)
    }
    if isReady[1] { reloadIfChanged(session, client) }
    if let due = session.due, due <= .now { session.sendRestingInput() }
    if let next = client.live.nextEvent, next <= .now {
      client.live.continueByItself()
      session.update()
    }
  }

  /// The time in which the rest of the sequence of a key follows its Esc.
  private static let escapeTime: Int32 = 40

  private func milliseconds(_ session: TerminalSession, _ client: FullScreenClient) -> Int32 {
    guard let next = [session.due, client.live.nextEvent].compactMap(\.self).min() else { return -1 }
    let rest = (next - .now) / .milliseconds(1)
    return Int32(min(max(0, rest.rounded(.up)), 3_600_000))
  }

  private func readKeys(
    _ session: TerminalSession, _ terminal: FullScreenTerminal, _ client: FullScreenClient
  ) throws {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(0, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      // The terminal is gone.
      hasEnded = true
      return
    }
    for byte in bytes.prefix(count) {
      for key in decoder.feed(byte) {
        apply(session.handle(key), session, terminal)
        if hasEnded || client.hasEnded { return }
      }
    }
  }

  private func apply(_ effect: TerminalSession.Effect?, _ session: TerminalSession, _ terminal: FullScreenTerminal) {
    switch effect {
    case nil: break
    case .quit: hasEnded = true
    case .suspend: suspend(session, terminal)
    case .copy(let text): terminal.copy(text)
    case .mouse(let isOn): terminal.setMouse(isOn)
    case .redraw: terminal.invalidate()
    }
  }

  // MARK: Suspending

  private func followJob(
    _ session: TerminalSession, _ terminal: FullScreenTerminal, _ client: FullScreenClient
  ) throws {
    switch JobSignal.next() {
    case .suspend: suspend(session, terminal)
    // A shell has had the terminal meanwhile.
    case .resume: try resume(session, terminal)
    case .nothing: break
    }
  }

  private func suspend(_ session: TerminalSession, _ terminal: FullScreenTerminal) {
    guard let application = client?.live.application else { return }
    attempt { try application.background() }
    terminal.leave()
    JobSignal.suspend()
    attempt {
      try resume(session, terminal)
      try application.foreground()
    }
    session.update()
  }

  private func resume(_ session: TerminalSession, _ terminal: FullScreenTerminal) throws {
    try terminal.enter()
    session.resize(columns: terminal.columns, rows: terminal.rows)
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { client?.report(error.asDiagnostic) }
  }

  // MARK: Reloading

  private func reloadIfChanged(_ session: TerminalSession, _ client: FullScreenClient) {
    guard let watch, watch.hasChanged() else { return }
    session.sendInput()
    client.reload()
  }
}
