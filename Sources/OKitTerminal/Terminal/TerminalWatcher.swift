internal import Glibc

/// A child process that waits for the end of this one, and restores the terminal if this one could not: after SIGKILL,
/// SIGQUIT or a crash.
///
/// It is a shell: it starts in a millisecond and needs only `stty`. It reads from a pipe whether this process has the
/// terminal; the system closes the pipe however this process ends.
final class TerminalWatcher {
  private let process: pid_t
  private let pipe: Int32

  /// `$1` is the sequence that leaves the screen. A line of the pipe has the mode from before and the one that was
  /// set, in the form of `stty -g`; an empty one says that the terminal is not in use. A mode that another process has
  /// set meanwhile is left alone.
  private static let script = """
    trap '' INT HUP TERM QUIT TSTP TTIN TTOU
    state=
    while IFS= read -r line; do state=$line; done
    [ -n "$state" ] || exit 0
    printf '%s' "$1" >&3
    [ "$(stty -g <&3)" != "${state#* }" ] || stty "${state%% *}" <&3
    """

  /// Returns nil if the system cannot start it.
  ///
  /// - Parameters:
  ///   - terminal: The descriptor of the terminal.
  ///   - sequence: What restores the terminal, besides its mode.
  init?(terminal: Int32, restoring sequence: String) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      Glibc.close(ends[0])
    }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_adddup2(&actions, terminal, 3)
    for output: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
    // In a group of its own, it gets no signals of keys.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words: [UnsafeMutablePointer<CChar>?] =
      ["sh", "-c", Self.script, "okit-terminal", sequence].map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ) == 0 else {
      Glibc.close(ends[1])
      return nil
    }
    (self.process, pipe) = (process, ends[1])
  }

  /// The terminal is in use from now on.
  ///
  /// - Parameters:
  ///   - saved: The mode from before, in the form of `stty -g`.
  ///   - set: The mode that was set.
  func entered(saved: String, set: String) { send("\(saved) \(set)") }

  /// The terminal is as before.
  func left() { send("") }

  /// Ends the child.
  func end() {
    left()
    Glibc.close(pipe)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  // Without a child, nothing is written: SIGPIPE is ignored.
  private func send(_ line: String) { _ = SystemFile.write(Array("\(line)\n".utf8), to: pipe) }
}
