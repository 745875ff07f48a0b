/// The time between the attempts of a request.
struct HTTPBackOff {
  /// The number of attempts after the first one.
  static let limit = 5
  private static let first = 0.5
  private static let longest = 30.0

  private(set) var attempts = 0

  /// Returns the seconds until the next attempt; nil when there is none.
  ///
  /// - Parameters:
  ///   - random: A number from 0 to 1: clients that failed together do not come back together.
  ///   - requested: What the server asks for.
  mutating func next(random: Double, requested: Double?) -> Double? {
    guard attempts < Self.limit else { return nil }
    attempts += 1
    var delay = Self.first
    for _ in 1..<attempts { delay = min(Self.longest, delay * 2) }
    return max(delay * (0.5 + random / 2), min(Self.longest, requested ?? 0))
  }
}
