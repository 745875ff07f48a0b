internal import Glibc

/// Overwrites what functions of the library have left of keys in memory that is free again: expanded keys of ciphers
/// and results of scrypt on the heap, and local variables on the stack.
///
/// What okit itself allocates for keys is overwritten where it is released. The library has no such function for its
/// own memory, so the free blocks of the sizes that it uses are allocated, overwritten and released again: the
/// allocator returns the block that was released last first.
enum MemoryScrub {
  /// Of a little more than 1 KiB each; larger allocations are not on the stack.
  private static let stackFrames = 64
  private static let blocksPerSize = 64
  /// Blocks of the allocator of Glibc have room for a multiple of 16 bytes, and 8.
  private static let (smallestBlock, largestBlock) = (24, 1032)

  @inline(never)
  static func run() {
    overwriteStack(stackFrames)
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: blocksPerSize) { blocks in
      for size in stride(from: smallestBlock, through: largestBlock, by: 16) {
        for index in blocks.indices {
          let block = malloc(size)
          if let block { explicit_bzero(block, size) }
          blocks.initializeElement(at: index, to: block)
        }
        for index in blocks.indices.reversed() { free(blocks[index]) }
      }
    }
  }

  @inline(never)
  private static func overwriteStack(_ frames: Int) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 10, alignment: 16) { frame in
      if frames > 1 { overwriteStack(frames - 1) }
      frame.erase()
    }
  }
}
