import Glibc
import OKitLua

/// Ctrl-C while a command runs: it stops the script, not the session with what is not stored.
enum InterruptKey {
  static func stopsScripts() {
    // Whoever started the process may have blocked it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGINT) { _ in LuaState.interrupt() }
  }
}
