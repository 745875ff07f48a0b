import Foundation

/// The number of steps of a random test: small, unless `OKIT_RANDOM_STEPS` sets it.
public enum RandomSteps {
  public static func count(_ short: Int) -> Int {
    ProcessInfo.processInfo.environment["OKIT_RANDOM_STEPS"].flatMap { Int($0) } ?? short
  }
}
