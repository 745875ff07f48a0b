import OKitExchange

/// The findings of a check of stored models.
public struct VerifyFindings: Sendable {
  /// A result of a check.
  package enum Finding: Sendable {
    /// A model, or the document of a partial, without a problem.
    case intact(String)
    /// A model that is damaged or cannot be read.
    case problem(Diagnostic)
    /// A finished or a pending step.
    case note(String)
  }

  /// The findings in the order of the checks.
  package private(set) var all: [Finding] = []
  /// The problems in the order of the checks.
  public var problems: [Diagnostic] {
    all.compactMap { finding in if case .problem(let problem) = finding { problem } else { nil } }
  }
  /// Whether a problem is an error.
  public private(set) var hasErrors = false

  /// Adds a model that is intact.
  mutating func add(intact name: String) { all.append(.intact(name)) }

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    all.append(.problem(diagnostic))
  }

  mutating func note(_ text: String) { all.append(.note(text)) }

  /// Checks until nothing has changed during a check that finds errors: they may come from two states of what another
  /// process stores meanwhile.
  ///
  /// - Parameter state: Returns what changes with each store.
  static func stable<State: Equatable>(
    attempts: Int = ConsistentRead.maximumAttempts, state: () throws -> State, _ check: () throws -> VerifyFindings
  ) throws -> VerifyFindings {
    let (result, hasChanged) = try ConsistentRead.attempt(
      attempts: attempts, state: state, isEnough: { !$0.hasErrors }, check)
    var findings = try result.get()
    if hasChanged {
      findings.note("another process has stored during each check, so that errors may be of two states")
    }
    return findings
  }
}
