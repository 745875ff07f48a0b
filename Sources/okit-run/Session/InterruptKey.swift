import Glibc
import OKitLua

/// Ctrl-C while a command runs. It stops the script, not the session, which has unsaved state.
enum InterruptKey {
  static func stopsScripts() {
    SignalMask.unblock(SIGINT)
    signal(SIGINT) { _ in LuaState.interrupt() }
  }
}
