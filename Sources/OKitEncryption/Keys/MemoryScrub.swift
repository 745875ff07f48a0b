/// Overwrites what functions have left of keys in memory of the stack that is free again.
///
/// What okit and the library allocate for keys is overwritten where it is released.
enum MemoryScrub {
  /// Of a little more than 1 KiB each; larger allocations are not on the stack.
  private static let stackFrames = 64

  static func run() { overwriteStack(stackFrames) }

  @inline(never)
  private static func overwriteStack(_ frames: Int) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 10, alignment: 16) { frame in
      if frames > 1 { overwriteStack(frames - 1) }
      frame.erase()
    }
  }
}
