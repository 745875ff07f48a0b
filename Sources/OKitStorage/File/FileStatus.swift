internal import Glibc

/// The identity and the size of a file, without its times.
///
/// After a program has asked for the times of a file, the kernel gives the file a new time with its next write, even
/// within the same tick of the clock. On some file systems, the next sync then writes the time to the disk as well.
struct FileStatus: Equatable {
  let identity: FileIdentity
  let size: Int

  /// Returns the status of a file in a folder; nil for anything else of that name, and for none.
  init?(_ name: String, in folder: Int32) {
    // `struct statx` of Linux.
    let fields = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { status -> (Self, mode: UInt16)? in
      guard let start = status.baseAddress, statx(folder, name, AT_SYMLINK_NOFOLLOW, Self.mask, start) == 0 else {
        return nil
      }
      let major = UInt(start.load(fromByteOffset: 136, as: UInt32.self))
      let minor = UInt(start.load(fromByteOffset: 140, as: UInt32.self))
      // `makedev` of Glibc.
      let device = minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
      let identity = FileIdentity(
        device: device, number: UInt(start.load(fromByteOffset: 32, as: UInt64.self)))
      let size = Int(truncatingIfNeeded: start.load(fromByteOffset: 40, as: UInt64.self))
      return (Self(identity: identity, size: size), start.load(fromByteOffset: 28, as: UInt16.self))
    }
    guard let (status, mode) = fields, mode_t(mode) & S_IFMT == S_IFREG else { return nil }
    self = status
  }

  init(identity: FileIdentity, size: Int) { (self.identity, self.size) = (identity, size) }

  /// `STATX_TYPE | STATX_INO | STATX_SIZE`.
  private static let mask: UInt32 = 0x1 | 0x100 | 0x200
}

// Linux has this call; Glibc's module does not, because its headers declare it for GNU programs only.
@_silgen_name("statx")
private func statx(
  _ folder: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mask: UInt32, _ status: UnsafeMutableRawPointer
) -> Int32

/// The clock from which files get their times.
enum FileClock {
  /// The time in nanoseconds since 1970.
  static var now: Int { time(CLOCK_REALTIME) }

  /// The time at the last tick of the system's clock. Two writes within one tick may give a file the same time.
  static var tick: Int { time(CLOCK_REALTIME_COARSE) }

  private static func time(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}
