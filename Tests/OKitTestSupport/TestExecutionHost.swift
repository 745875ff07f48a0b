package import OKitEngine

/// Scripts whose status a test gives; everything else is as another host has it.
package final class TestExecutionHost: ExecutionHost {
  private let read: () -> ExecutionBudget.HostStatus
  private let base: (any ExecutionHost)?

  package init(
    over base: (any ExecutionHost)? = nil, _ read: @escaping () -> ExecutionBudget.HostStatus = { .exceeded }
  ) {
    (self.base, self.read) = (base, read)
  }

  package var status: ExecutionBudget.HostStatus { read() }
  package var isStopped: Bool { base?.isStopped == true }
  package var isTimeShort: Bool { base?.isTimeShort == true }
  package var isInterrupted: Bool { base?.isInterrupted == true }
  package func workDidChange(isActive: Bool) { base?.workDidChange(isActive: isActive) }
  package func deadlineDidChange(isActive: Bool) { base?.deadlineDidChange(isActive: isActive) }
}
