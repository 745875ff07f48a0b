import Foundation

/// How long random tests run: shortly, unless `OKIT_RANDOM_STEPS` says how many steps each of them takes.
public enum RandomSteps {
  public static func count(_ short: Int) -> Int {
    ProcessInfo.processInfo.environment["OKIT_RANDOM_STEPS"].flatMap { Int($0) } ?? short
  }
}
