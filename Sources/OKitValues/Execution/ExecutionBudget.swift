/// The scripts that the engine works for, with regard to their limits.
package protocol ExecutionHost: AnyObject {
  /// Read every `ExecutionBudget.interval` steps.
  var status: ExecutionBudget.HostStatus { get }
  /// Whether a limit has stopped the host permanently.
  var isStopped: Bool { get }
  /// Whether the host is about to reach its time limit.
  var isTimeShort: Bool { get }
  /// Whether the work that runs was interrupted by another thread.
  var isInterrupted: Bool { get }
  /// Called when work begins that another thread can interrupt, and when it ends. Work nests.
  func workDidChange(isActive: Bool)
  /// Called when a deadline for a turn begins, and when it ends.
  func deadlineDidChange(isActive: Bool)
}

/// What each turn asks of the host, without counting references.
package struct ExecutionHostState {
  /// The address of a number that is 0 while no limit has stopped the host and nothing has interrupted its work.
  let trip: UnsafePointer<Int32>
  let state: OpaquePointer
  /// What `ExecutionHost.deadlineDidChange` does.
  let deadlineDidChange: @convention(c) (OpaquePointer, Bool) -> Void

  package init(
    trip: UnsafePointer<Int32>, _ state: OpaquePointer,
    deadlineDidChange: @escaping @convention(c) (OpaquePointer, Bool) -> Void
  ) {
    (self.trip, self.state, self.deadlineDidChange) = (trip, state, deadlineDidChange)
  }
}

/// A budget for engine loops. Each element visited costs one step.
///
/// While a function of the host runs, the host's limits apply, which include the time that the engine spends for that
/// function. Otherwise a turn, with everything that it causes, has `timeLimit`.
@usableFromInline
package final class ExecutionBudget {
  /// The status of the scripts that the host works for, with regard to their limits.
  package enum HostStatus: Sendable {
    /// No function of the host runs.
    case idle
    /// A function runs within its limits.
    case running
    /// A function runs, and has been interrupted: an error is raised in it as soon as the engine returns.
    case interrupted
    /// A function has exceeded a limit, and is stopped as soon as the engine returns.
    case exceeded
  }

  /// Nil where no scripts run.
  @exclusivity(unchecked) package var host: (any ExecutionHost)? {
    didSet { hostState = nil }
  }
  /// The state of the host, which resets it to nil before it closes; nil to ask the host itself.
  @exclusivity(unchecked) package var hostState: ExecutionHostState?
  /// The time that a turn may take outside of the host's functions; nil for no limit.
  @exclusivity(unchecked) package var timeLimit: Duration?
  /// The hint in the error for an exceeded time limit.
  package var limitHint: String?

  /// The number of steps between two checks of the limits.
  package static let interval = 256

  @usableFromInline @exclusivity(unchecked) var remainingSteps = interval
  @exclusivity(unchecked) private var deadline = Deadline.none
  /// The end of the turn's time once it is set.
  @exclusivity(unchecked) private var deadlineEnd: ContinuousClock.Instant?
  /// The number of times that an operation was abandoned since the last reset.
  package var abandonedCount: Int { abandoned }

  /// Whether an operation was abandoned because the turn exceeded its time limit.
  package var hasExceededTime: Bool { exceededTime }

  // Other modules do not see that a property is unchecked: they call accessors of what every turn asks for.
  @exclusivity(unchecked) private var abandoned = 0
  @exclusivity(unchecked) private var exceededTime = false

  /// Whether an operation was abandoned because the host was interrupted.
  @exclusivity(unchecked) private var wasInterrupted = false

  /// The deadline of a turn. The first check of the limits sets its end, so that a short turn does not read the clock.
  private enum Deadline { case none, unset, set }

  /// The reason why evaluations end without a result.
  @usableFromInline
  package enum Unwinding: UInt32, Sendable {
    case none
    /// A value has to be computed first, on a stack that is less deep; its reader starts again afterwards.
    case restart
    /// A value that is needed could not be computed because of a limit; all that read it fail as well.
    case failure
  }

  /// The address of the current reason, which the host compares. It stays the same.
  @usableFromInline
  package let unwindingPlace = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  package init(_ host: (any ExecutionHost)? = nil) {
    self.host = host
    unwindingPlace.initialize(to: Unwinding.none.rawValue)
  }

  deinit { unwindingPlace.deallocate() }

  /// Takes steps.
  ///
  /// - Throws: `app.limit` when the budget is exhausted; each later step throws as well.
  @inline(__always)
  @inlinable
  package func step(_ count: Int = 1) throws(Diagnostic) {
    remainingSteps &-= count
    if remainingSteps < 0, checkLimits() { throw error }
  }

  /// Takes steps for an operation that cannot throw. - Returns: true when it has to be abandoned.
  @inline(__always)
  @inlinable
  package func isExhausted(after count: Int = 1) -> Bool {
    remainingSteps &-= count
    return remainingSteps < 0 && checkLimits()
  }

  /// - Returns: whether the budget is exhausted.
  @inline(never)
  @usableFromInline
  func checkLimits() -> Bool {
    remainingSteps = Self.interval
    if isUnwinding {
      remainingSteps = 0
      return true
    }
    switch status {
    case .idle:
      guard isPastDeadline() else { return false }
      exceededTime = true
    case .running: return false
    case .interrupted: wasInterrupted = true
    case .exceeded: break
    }
    // The next step checks again.
    remainingSteps = 0
    abandoned += 1
    return true
  }

  /// Whether evaluations end without a result: what they return now is discarded.
  @inlinable
  package var isUnwinding: Bool {
    @inline(__always)
    get { unwindingPlace.pointee != Unwinding.none.rawValue }
  }

  package var unwinding: Unwinding { Unwinding(rawValue: unwindingPlace.pointee) ?? .none }

  /// Ends evaluations without a result, up to the one that calls `endUnwinding`: loops are left at their next step.
  package func beginUnwinding(_ reason: Unwinding) {
    unwindingPlace.pointee = reason.rawValue
    remainingSteps = 0
  }

  package func endUnwinding() { unwindingPlace.pointee = Unwinding.none.rawValue }

  private var status: HostStatus { host?.status ?? .idle }

  /// Whether a limit has stopped the host permanently.
  package var isStopped: Bool { mayBeStopped && host?.isStopped == true }

  /// Whether the host may be stopped or interrupted.
  @inline(__always)
  private var mayBeStopped: Bool { hostState.map { $0.trip.pointee != 0 } ?? true }

  /// Whether the scripts on the thread are about to be stopped or interrupted.
  package var isHostStopped: Bool {
    switch status {
    case .idle, .running: false
    case .interrupted, .exceeded: true
    }
  }

  /// Whether the work that runs was interrupted by another thread: all of it fails.
  package var isInterrupted: Bool { mayBeStopped && host?.isInterrupted == true }

  private func isPastDeadline() -> Bool {
    switch deadline {
    case .none: return false
    case .unset:
      if let timeLimit { (deadline, deadlineEnd) = (.set, .now + timeLimit) }
      return false
    case .set: return deadlineEnd.map { .now >= $0 } ?? false
    }
  }

  package static let code: Diagnostic.Code = "app.limit"
  package static let interruptionCode: Diagnostic.Code = "script.interrupted"
  package static let interruptionMessage = "the script was interrupted"

  /// The error of an abandoned operation.
  @usableFromInline
  package var error: Diagnostic {
    if wasInterrupted || isInterrupted { return Diagnostic(Self.interruptionCode, Self.interruptionMessage) }
    guard let timeLimit else { return Diagnostic(Self.code, "stopped: exceeded a limit") }
    return Diagnostic(Self.code, "stopped: exceeded the time limit of \(Self.text(timeLimit))", hint: limitHint)
      .exceeding(
        .time)
  }

  /// Returns a limit as messages show it, such as `5 s`, `1500 ms`, `20 µs`.
  package static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    guard attoseconds != 0, abs(seconds) < 1_000_000_000 else { return "\(seconds) s" }
    let half: Int64 = attoseconds < 0 ? -500_000_000_000 : 500_000_000_000
    let microseconds = seconds * 1_000_000 + (attoseconds + half) / 1_000_000_000_000
    return microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) µs"
  }

  /// Runs `body` with the deadline of a turn; inside of another one, with that one's.
  @inlinable
  package func withDeadline<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard beginDeadline() else { return try body() }
    defer { endDeadline() }
    return try body()
  }

  /// Runs `body` as work that another thread can interrupt, as everything with a deadline is.
  package func withInterruption<Result>(_ body: () throws -> Result) rethrows -> Result {
    let host = host
    host?.workDidChange(isActive: true)
    defer { host?.workDidChange(isActive: false) }
    return try body()
  }

  /// Begins the deadline of a turn. - Returns: false inside of another turn with a deadline.
  @usableFromInline
  func beginDeadline() -> Bool {
    guard deadline == .none else { return false }
    deadline = .unset
    tellDeadline(isActive: true)
    return true
  }

  @usableFromInline
  func endDeadline() {
    deadline = .none
    tellDeadline(isActive: false)
  }

  @inline(__always)
  private func tellDeadline(isActive: Bool) {
    if let hostState {
      hostState.deadlineDidChange(hostState.state, isActive)
    } else {
      host?.deadlineDidChange(isActive: isActive)
    }
  }

  /// Forgets abandoned operations. - Returns: whether there were any.
  package func reset() -> Bool {
    defer { (abandoned, exceededTime, wasInterrupted) = (0, false, false) }
    return abandoned > 0
  }
}

extension Diagnostic {
  /// The codes of errors that a limit causes: the same may succeed another time.
  package static let limits: Set<Code> = [
    ExecutionBudget.code, ExecutionBudget.interruptionCode, "lua.limit", "lua.exit", "lua.depth", "model.depth",
    "binding.depth",
  ]
}
