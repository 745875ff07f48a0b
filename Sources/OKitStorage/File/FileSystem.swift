internal import Glibc

// Linux has these calls; Glibc's module does not, because its headers declare them for GNU programs only.

@_silgen_name("syncfs")
private func syncfs(_ descriptor: Int32) -> Int32

/// - Parameter status: Receives a `struct statfs`, which begins with the kind of the file system as a `long`.
@_silgen_name("fstatfs")
private func fstatfs(_ descriptor: Int32, _ status: UnsafeMutableRawPointer) -> Int32

/// The file system on which a folder is.
enum FileSystem {
  /// Returns whether the file system writes all of its files durably in one call, as `fsync` does with one of them. One
  /// of a network or of a user's process may pass nothing on to the disk, and tells nobody.
  static func syncsAsAWhole(_ folder: FileTree.Folder) -> Bool {
    // More than any `struct statfs`.
    let kind = withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { status in
      status.baseAddress.flatMap { fstatfs(folder.number, $0) == 0 ? $0.load(as: Int.self) : nil }
    }
    return kind.map(kinds.contains) ?? false
  }

  /// From `statfs(2)`: ext4, XFS, Btrfs, F2FS, tmpfs, overlayfs.
  private static let kinds: Set = [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x794C_7630]

  /// Writes all files of the file system durably.
  static func sync(_ folder: FileTree.Folder) throws(FileError) {
    guard syncfs(folder.number) == 0 else { throw .last() }
  }
}
