import Foundation

/// The number of steps of property tests: small, or the value of `OKIT_PROPERTY_STEPS` (1000000 for the long run).
enum PropertySteps {
  /// The cases of a parameterized test; they run beside each other.
  static let batches = 0..<UInt64(8)

  static let wanted = ProcessInfo.processInfo.environment["OKIT_PROPERTY_STEPS"].flatMap { Int($0) }

  /// The seeds of one batch, so that all batches together take the steps that are wanted.
  ///
  /// - Parameters:
  ///   - usual: the default number of seeds in a batch.
  ///   - steps: how many steps a seed takes.
  static func seeds(_ batch: UInt64, usual: Int, steps: Int) -> [UInt64] {
    let perBatch = wanted.map { max(1, $0 / (steps * batches.count)) } ?? usual
    let seeds = (0..<UInt64(perBatch)).map { batch + $0 * UInt64(batches.count) }
    if wanted != nil { print("seeds \(batch), \(batch + 8) … \(seeds.last ?? batch), \(steps) steps each") }
    return seeds
  }
}
