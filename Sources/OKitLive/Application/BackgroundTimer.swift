/// The time until an application enters the background whose last window was hidden.
struct BackgroundTimer {
  private static let delay = Duration.seconds(2)

  /// When the time has passed; nil while a window is visible, and afterwards.
  private(set) var due: ContinuousClock.Instant?
  /// Whether a window was visible since the application entered the foreground: one that nobody has opened yet waits.
  private var wasVisible = false

  mutating func cancel() { (due, wasVisible) = (nil, true) }

  mutating func start(at now: ContinuousClock.Instant) {
    if wasVisible, due == nil { due = now + Self.delay }
  }

  /// Returns whether the time has passed, once.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
