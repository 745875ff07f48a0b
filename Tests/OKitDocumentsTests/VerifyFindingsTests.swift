import OKitEngine
import Testing

@testable import OKitDocuments

/// Checks beside a process that stores.
@Suite struct VerifyFindingsTests {
  /// Runs checks of which some find an error.
  ///
  /// - Parameters:
  ///   - states: What is stored, before and after each check that finds an error.
  ///   - errors: Whether each check finds an error.
  private func run(states: [Int], errors: [Bool], attempts: Int = 20) throws -> (findings: VerifyFindings, checks: Int)
  {
    var (states, checks) = (states, 0)
    func state() -> Int { states.removeFirst() }
    let findings = try VerifyFindings.stable(attempts: attempts, state: state) {
      var findings = VerifyFindings()
      if errors[checks] { findings.report(Diagnostic("storage.orphan", "check \(checks)")) }
      checks += 1
      return findings
    }
    return (findings, checks)
  }

  @Test func `errors of two states are not reported`() throws {
    let (findings, checks) = try run(states: [1, 2, 2], errors: [true, false])
    #expect(checks == 2 && !findings.hasErrors)
  }

  @Test func `errors of one state are reported`() throws {
    let (findings, checks) = try run(states: [1, 2, 2, 2], errors: [true, true])
    #expect(checks == 2 && findings.hasErrors)
  }

  @Test func `checks end although something is stored during each one`() throws {
    let (findings, checks) = try run(states: Array(0..<6), errors: [true, true, true], attempts: 3)
    #expect(checks == 3 && findings.hasErrors)
  }
}
