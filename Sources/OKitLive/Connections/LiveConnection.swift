/// The connection of one renderer: reads its messages, and sends it what its window shows.
package final class LiveConnection {
  private let gate: any LiveGate
  /// The application; nil before `hello` was answered.
  private var live: LiveApplication?
  private weak var sink: (any LiveSink)?
  /// The window; nil before `hello` was answered.
  package private(set) var window: LiveWindow?
  /// Whether it has not been told yet that the last reload has failed.
  var needsFailure = false
  private var backlog = Backlog()
  private var state = State.new

  private enum State { case new, greeting, open, ended }

  init(_ gate: any LiveGate, _ sink: any LiveSink) { (self.gate, self.sink) = (gate, sink) }

  /// Whether it waits for a window.
  var isWaiting: Bool { state == .greeting }

  /// Whether a person sees the renderer.
  var isVisible: Bool { state == .open && window?.view?.isVisible ?? true }

  // MARK: Messages of the renderer

  /// Reads a message.
  package func receive(_ text: [UInt8]) {
    guard state != .ended else { return }
    let message: PageMessage
    do { message = try PageMessage(text: text) } catch {
      if state == .new { return end(.version, error: error.diagnostic) }
      guard let number = error.number else { return send(.notice(.init(diagnostics: [error.diagnostic]))) }
      backlog.received()
      return answer(.done(number: number, error: error.diagnostic))
    }
    switch (state, message) {
    case (.new, .hello(let hello)):
      guard hello.version == LiveProtocol.version else {
        return endAsWrong("protocol \(hello.version) is not supported; expected \(LiveProtocol.version)")
      }
      state = .greeting
      gate.greet(self, hello)
    case (.new, .bye): end(nil)
    case (.new, _): endAsWrong("the first message must be \"hello\", not \"\(message.name)\"")
    case (_, .bye):
      if let window { live?.close(window) }
      end(nil)
    case (_, .hello): refuse("the first message only may be \"hello\"")
    case (_, .passphrase(let text)): gate.unlock(with: text, for: self)
    default: perform(message)
    }
  }

  /// Handles a message that needs a window.
  private func perform(_ message: PageMessage) {
    guard let window, let live else {
      switch message {
      case .act(let act):
        backlog.received()
        return answer(.done(number: act.number, error: Self.closed))
      case .inspect(let request):
        backlog.received()
        return answer(.inspected(number: request.number, .failure(gate.refusalToInspect)))
      default: return refuse("the window is not open yet")
      }
    }
    switch message {
    case .act(let act):
      backlog.received()
      if backlog.unanswered >= gate.limits.unanswered { sink?.setReading(false) }
      answer(live.perform(act, in: window, of: self))
    case .inspect(let request):
      backlog.received()
      if backlog.unanswered >= gate.limits.unanswered { sink?.setReading(false) }
      live.inspect(request, in: window, of: self)
    case .rows(let rows): live.scroll(window, to: rows)
    case .columns(let first): live.scroll(window, toColumn: first)
    case .view(let view): live.setView(view, of: window)
    case .hello, .passphrase, .bye: break
    }
  }

  private func refuse(_ message: String) {
    send(.notice(.init(diagnostics: [Diagnostic("live.message", message)])))
  }

  private static let closed = Diagnostic("live.message", "the window is not open yet; nothing was done")

  // MARK: Messages to the renderer

  /// Opens the connection to a window.
  func open(_ window: LiveWindow, of live: LiveApplication, _ welcome: ServerMessage, seen: Int?) {
    guard state == .greeting else { return }
    (self.live, self.window, state) = (live, window, .open)
    send(welcome)
    attempt { for text in try window.missed(since: seen) { write(text) } }
  }

  /// Sends a message other than updates and answers.
  func send(_ message: ServerMessage) {
    attempt {
      let text = try message.jsonValue.jsonBytes()
      if backlog.notice(text.count) == .write { write(text) }
    }
  }

  /// Sends what has changed on the screen of the window.
  func update() {
    guard state == .open, !backlog.needsScreen, let window else { return }
    attempt {
      guard let text = try window.update(), backlog.update(text.count) == .write else { return }
      write(text)
    }
  }

  /// Sends the answer to a message that has counted as received.
  func answer(_ message: ServerMessage) {
    guard state != .ended else { return }
    attempt {
      let text = try message.jsonValue.jsonBytes()
      if backlog.answer(text) == .write { write(text, isAnswer: true) }
    }
  }

  private func write(_ text: [UInt8], isAnswer: Bool = false) {
    backlog.willWrite(text.count)
    sink?.send(text, isAnswer: isAnswer)
  }

  /// The connection has sent a message.
  package func didSend(_ size: Int, isAnswer: Bool) {
    let catchesUp = backlog.didWrite(size, isAnswer: isAnswer)
    if isAnswer, backlog.unanswered < gate.limits.unanswered { sink?.setReading(true) }
    guard catchesUp, state == .open, let window else { return }
    attempt {
      _ = try window.update()
      let screen = try window.wholeScreen()
      // Before it is written: that can be done at once, and calls this function.
      let answers = backlog.catchUp()
      write(screen)
      for answer in answers { write(answer, isAnswer: true) }
    }
  }

  /// What JSON cannot express is reported.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { live?.report(error.asDiagnostic) }
  }

  // MARK: The end

  /// Says why the connection ends, and closes it.
  ///
  /// - Parameter error: What was wrong with the first message.
  func end(_ farewell: ServerMessage.Farewell?, error: Diagnostic? = nil) {
    guard state != .ended else { return }
    if let farewell { send(.bye(farewell, error: error)) }
    state = .ended
    sink?.close()
    gate.didEnd(self)
  }

  /// The connection was closed.
  package func didClose() {
    guard state != .ended else { return }
    state = .ended
    gate.didEnd(self)
  }

  /// Closes the connection, which has not said `hello` in time.
  package func endUnlessGreeted() { if state == .new { endAsWrong("the message \"hello\" did not come in time") } }

  private func endAsWrong(_ message: String) { end(.version, error: Diagnostic("live.message", message)) }

  /// Asks whether the renderer is still there.
  func probe(_ answer: @escaping (Bool) -> Void) {
    guard let sink, state == .open else { return answer(false) }
    sink.probe(answer)
  }
}
