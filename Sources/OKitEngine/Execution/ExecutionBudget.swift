/// Ends work that takes too long: whatever goes over as many elements as somebody gives takes a step for each of them.
///
/// What runs for a function of a script is a part of that function's time, which the host keeps. All that one turn does, with
/// every function that is called for it, has the time that the limit says.
public final class ExecutionBudget {
  /// What the host says of its limits.
  public enum Verdict: Sendable {
    /// No function of the host runs.
    case idle
    /// One runs, and has time left.
    case allowed
    /// One runs, and somebody wants it to end: an error is raised in it as soon as the work for it has ended.
    case interrupted
    /// One has gone over a limit, and is stopped as soon as the work for it has ended.
    case over
  }

  /// Asked every `interval` steps.
  public var verdict: () -> Verdict = { .idle }
  /// Whether a limit has stopped the host for good.
  public var isStopped: () -> Bool = { false }
  /// Told when what has one time together begins, and with false when it ends.
  public var period: (Bool) -> Void = { _ in }
  /// What a turn may take besides the functions of the host; nil for no limit.
  public var time: Duration?

  /// How many steps are taken between two looks at the time. A step is about what one element costs.
  public static let interval = 256

  @exclusivity(unchecked) private var left = interval
  @exclusivity(unchecked) private var deadline: ContinuousClock.Instant?
  /// How often something was left undone, since that was forgotten.
  @exclusivity(unchecked) public private(set) var cuts = 0

  /// Whether that was because the time of a turn was over.
  @exclusivity(unchecked) public private(set) var ranOut = false

  /// Whether somebody wanted it to end.
  @exclusivity(unchecked) private var wasInterrupted = false

  public init() {}

  /// - Throws: `app.limit`, as all further steps do then.
  @inline(__always)
  public func step(_ count: Int = 1) throws(Diagnostic) {
    left &-= count
    if left < 0, isOver() { throw failure }
  }

  /// As `step`, for work that cannot throw: true when it has to end as it is.
  @inline(__always)
  public func isOver(after count: Int = 1) -> Bool {
    left &-= count
    return left < 0 && isOver()
  }

  @inline(never)
  private func isOver() -> Bool {
    left = Self.interval
    switch verdict() {
    case .idle:
      guard let deadline, ContinuousClock.now >= deadline else { return false }
      ranOut = true
    case .allowed: return false
    case .interrupted: wasInterrupted = true
    case .over: break
    }
    // The next step looks again.
    left = 0
    cuts += 1
    return true
  }

  public static let code: Diagnostic.Code = "app.limit"

  /// The error of what has not been done.
  public var failure: Diagnostic {
    if wasInterrupted { return Diagnostic(Self.code, "what was to be done was interrupted") }
    let limit = time.map { " than \(Self.text($0))" } ?? ""
    return Diagnostic(Self.code, "what was to be done takes longer\(limit), and was stopped")
  }

  static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    guard attoseconds != 0 else { return "\(seconds) s" }
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
  }

  /// Gives `body` its time, unless it is a part of something that has got it.
  func timed<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let time, deadline == nil else { return try body() }
    deadline = .now + time
    period(true)
    defer {
      deadline = nil
      period(false)
    }
    return try body()
  }

  /// Forgets what was cut. - Returns: whether something was.
  func takeCuts() -> Bool {
    defer { (cuts, ranOut, wasInterrupted) = (0, false, false) }
    return cuts > 0
  }
}
