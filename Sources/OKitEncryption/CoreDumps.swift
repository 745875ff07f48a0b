internal import Glibc

/// Core dumps, which have keys, credentials and decrypted models.
package enum CoreDumps {
  /// Forbids them for this process from now on.
  ///
  /// The limit of 1 byte also stops the kernel from passing a dump to a program such as systemd-coredump, which ignores a
  /// limit of 0. `prctl(PR_SET_DUMPABLE, 0)` would also close `/proc/self` to the process.
  package static func forbid() {
    guard limit > 1 else { return }
    var limits = limits
    limits.rlim_cur = min(1, limits.rlim_max)
    _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits)
  }

  /// The maximum size of a core dump in bytes.
  static var limit: UInt { UInt(limits.rlim_cur) }

  private static var limits: rlimit {
    var limits = rlimit()
    // It cannot fail for a limit that exists.
    _ = getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits)
    return limits
  }
}
