import Foundation

/// The number of steps of a random test: small, unless `OKIT_RANDOM_STEPS` sets it.
package enum RandomSteps {
  package static func count(_ short: Int) -> Int {
    ProcessInfo.processInfo.environment["OKIT_RANDOM_STEPS"].flatMap { Int($0) } ?? short
  }

  /// The seed of a comparison with another program: always the same in a normal run, because a random one would find
  /// again and again what the documentation lists as different. A long run chooses one.
  package static func seed(of short: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment["OKIT_RANDOM_STEPS"] == nil ? short : .random(in: 0...UInt64.max)
  }
}
