/// Linux has this call; Glibc's module does not, because its header is not a part of it. On the machines of Linux,
/// arguments of a function with a variable number of them are passed as those of any other.
@_silgen_name("prctl")
private func prctl(_ option: Int32, _ argument: UInt, _: UInt, _: UInt, _: UInt) -> Int32

/// Core dumps, which have keys, credentials and decrypted models.
package enum CoreDumps {
  /// From `prctl(2)`: `PR_GET_DUMPABLE`, `PR_SET_DUMPABLE`.
  private static let (getDumpable, setDumpable): (Int32, Int32) = (3, 4)

  /// Forbids them for this process from now on.
  ///
  /// The kernel neither writes a dump of such a process nor passes one to a program such as systemd-coredump, which
  /// ignores a limit of 0 on the size of core dumps. Other processes of the user, such as a debugger, can no longer
  /// read its memory.
  package static func forbid() {
    // It cannot fail with this value.
    _ = prctl(setDumpable, 0, 0, 0, 0)
  }

  /// Whether core dumps of this process are forbidden.
  static var areForbidden: Bool { prctl(getDumpable, 0, 0, 0, 0) == 0 }
}
