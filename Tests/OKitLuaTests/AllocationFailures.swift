import Foundation
import OKitEngine
import Testing

@testable import OKitLua

/// Runs a session repeatedly; each time another allocation fails.
///
/// `OKIT_ALLOCATIONS=all` fails each allocation once, `OKIT_ALLOCATIONS=N` every N-th. `OKIT_ALLOCATION_SEED` repeats
/// the selection of an earlier run, which printed its seed.
struct AllocationFailures {
  let name: String
  /// The number of sessions in a normal run of the tests.
  let tries: Int

  private static let environment = ProcessInfo.processInfo.environment
  private static let stride = environment["OKIT_ALLOCATIONS"]
  private static let seed = environment["OKIT_ALLOCATION_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)

  /// Runs the sessions twice: with a single failure, which a garbage collection may make up for, and with the failure
  /// of all later allocations too.
  ///
  /// - Parameter session: Takes a description of the allocation that fails, and whether one does.
  func run(_ session: (String, Bool) throws -> Void) throws {
    LuaState.failAllocations(from: .max)
    defer { LuaState.failAllocations(from: nil) }
    try session("\(name), no failure", false)
    let total = LuaState.failAllocations(from: nil)
    var stride = max(1, total * 2 / tries)
    if let wanted = Self.stride { stride = wanted == "all" ? 1 : max(1, Int(wanted) ?? stride) }
    let offset = Int(Self.seed % UInt64(stride))
    print(
      "\(name): \(total) allocations, every \(stride) from \(offset + 1) on fails; OKIT_ALLOCATION_SEED=\(Self.seed)")
    for count in [1, Int.max] {
      var first = 1 + offset
      // Until a run has no failure: a session may need a few more allocations after a failure.
      while true {
        LuaState.failAllocations(from: first, count: count)
        let sequel = count == 1 ? "" : " and all after it"
        try session("\(name), allocation \(first) fails\(sequel), seed \(Self.seed)", true)
        if LuaState.failAllocations(from: nil) < first { break }
        first += stride
      }
    }
  }
}
