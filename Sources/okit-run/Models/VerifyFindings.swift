import OKitEngine
import OKitExchange

/// The findings of a check of stored models, printed when it is complete.
struct VerifyFindings {
  private enum Finding {
    case intact(String)
    case problem(Diagnostic)
    case note(String)
  }

  private var findings: [Finding] = []
  private(set) var hasErrors = false

  /// Adds a model that is intact.
  mutating func add(intact name: String) { findings.append(.intact(name)) }

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    findings.append(.problem(diagnostic))
  }

  mutating func note(_ text: String) { findings.append(.note(text)) }

  func print(to output: Output, _ format: OutputFormat) throws {
    for finding in findings {
      switch finding {
      case .intact(let name) where format == .json: try output.json(["name": .string(name), "ok": true])
      case .intact(let name): output.value("\(name)  ok")
      case .problem(let diagnostic): output.report(diagnostic)
      case .note(let text): output.note(text)
      }
    }
  }

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
