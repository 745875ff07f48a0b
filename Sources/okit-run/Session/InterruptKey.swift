import Glibc
import OKitLua

/// Ctrl-C while a command runs. It stops the script, not the session, which has unsaved state.
enum InterruptKey {
  static func stopsScripts() {
    // The parent process may have blocked it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGINT) { _ in LuaState.interrupt() }
  }
}
