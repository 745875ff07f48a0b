import Foundation
import OKitEngine
import Testing

@testable import OKitLua

/// Runs a session again and again, and each time another allocation fails.
struct Refusals {
  let name: String
  /// How often a normal run of the tests tries; `OKIT_ALLOCATIONS=all` tries each allocation.
  let tries: Int

  private static let wanted = ProcessInfo.processInfo.environment["OKIT_ALLOCATIONS"]

  /// Once with a single refusal, which collecting garbage mends, once with all allocations after it refused too.
  ///
  /// - Parameter session: Gets a text that says which allocation fails, and whether one does.
  func run(_ session: (String, Bool) throws -> Void) throws {
    LuaState.refuseAllocations(from: .max)
    defer { LuaState.refuseAllocations(from: nil) }
    try session("\(name), no failure", false)
    let total = LuaState.refuseAllocations(from: nil)
    var stride = max(1, total * 2 / tries)
    if let wanted = Self.wanted { stride = wanted == "all" ? 1 : max(1, Int(wanted) ?? stride) }
    // With a stride, each run of the tests looks at others.
    let offset = Int.random(in: 0..<stride)
    print("\(name): \(total) allocations, every \(stride) from \(offset + 1) on fails (OKIT_ALLOCATIONS=all for each)")
    for count in [1, Int.max] {
      var first = 1 + offset
      // Until a run has no failure; sessions may ask for a few more when something fails.
      while true {
        LuaState.refuseAllocations(from: first, count: count)
        try session("\(name), allocation \(first) fails\(count == 1 ? "" : " and all after it")", true)
        if LuaState.refuseAllocations(from: nil) < first { break }
        first += stride
      }
    }
  }
}
