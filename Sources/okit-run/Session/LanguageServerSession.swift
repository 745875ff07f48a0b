import Glibc
import OKitLanguageServer

/// Connects a language server to standard input and output.
final class LanguageServerSession {
  private let server: LanguageServer
  private let output: Output
  /// The pause in the input after which a check begins.
  private var pause = shortestPause

  /// Shorter than the time between two keys.
  private static let shortestPause = Duration.milliseconds(40)
  private static let longestPause = Duration.seconds(2)

  init(_ server: LanguageServer, _ output: Output) { (self.server, self.output) = (server, output) }

  private enum Event { case input, pause, interruption }

  /// Answers messages until the client ends the session, the input ends, or a signal arrives.
  func run() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while !server.hasExited, !output.isBroken, ShutdownSignal.number == nil {
      switch nextEvent() {
      case .interruption: continue
      case .pause: check()
      case .input:
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        write(server.receive(bytes[..<count]))
      }
    }
  }

  /// Checks one application. Answers wait for a check that runs, so that a long one begins only after a longer pause.
  private func check() {
    let time = ContinuousClock().measure { write(server.check()) }
    pause = min(max(time * 2, Self.shortestPause), Self.longestPause)
  }

  private func write(_ bytes: [UInt8]) { if !bytes.isEmpty { output.write(bytes, to: .standard) } }

  /// Waits for input, or until the input has paused while there is something to check.
  private func nextEvent() -> Event {
    let milliseconds = server.needsCheck ? Int32(pause / .milliseconds(1)) : -1
    var descriptors = [STDIN_FILENO, ShutdownSignal.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    if count == 0 { return .pause }
    // The timer of a limit interrupts the wait by a signal, without input.
    return count > 0 && descriptors[0].revents != 0 ? .input : .interruption
  }
}
