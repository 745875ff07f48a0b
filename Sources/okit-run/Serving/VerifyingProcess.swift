import Foundation
import Glibc

/// A process of this program that runs a recorded test, while the application goes on.
final class VerifyingProcess {
  /// The ends of the pipe that says that a process has ended.
  private static let ends: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()
  static var descriptor: Int32 { ends.read }

  private let process: pid_t
  private let folder: TemporaryDirectory
  private let reply: (Result<(passes: Bool, output: String), Diagnostic>) -> Void
  private var output: String { "\(folder.path)/output" }

  /// - Parameter reply: Gets what the process has printed, when `finish` is called.
  /// - Throws: `inspect.record` when the system refuses.
  init(
    _ arguments: [String], _ folder: TemporaryDirectory,
    _ reply: @escaping (Result<(passes: Bool, output: String), Diagnostic>) -> Void
  ) throws {
    (self.folder, self.reply) = (folder, reply)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "\(folder.path)/output", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words: [UnsafeMutablePointer<CChar>?] = (["okit-run", "test"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // A browser that was opened may have been forgotten at its end; the end of this process counts.
    signal(SIGCHLD, SIG_DFL)
    var process: pid_t = 0
    let refusal = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
    guard refusal == 0 else {
      throw Diagnostic("inspect.record", "cannot start a process: \(String(cString: strerror(refusal)))")
    }
    self.process = process
    let (started, end) = (process, Self.ends.write)
    let thread = Thread {
      var status = siginfo_t()
      while waitid(P_PID, id_t(started), &status, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      _ = SystemFile.write([1], to: end)
    }
    thread.name = "okit-verify"
    thread.start()
  }

  /// Answers; called when the descriptor is readable.
  func finish() {
    var byte: UInt8 = 0
    _ = read(Self.descriptor, &byte, 1)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    do {
      let text = try LocalFile.read(output) ?? ""
      reply(.success((passes: status == 0, output: text.replacing("\(folder.path)/", with: ""))))
    } catch { reply(.failure(error.asDiagnostic)) }
  }
}
