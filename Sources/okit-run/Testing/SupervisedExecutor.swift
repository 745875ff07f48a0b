import Glibc

/// Runs all test files in one other process, one after the other. If that process crashes, the test that was running
/// has failed, and the files after it run in another process.
struct SupervisedExecutor: TestExecutor {
  /// The arguments of the process.
  let arguments: [String]

  /// Whether the system can start this program again.
  static var isAvailable: Bool { access("/proc/self/exe", X_OK) == 0 }

  func run(
    _ jobs: [TestJob], while mayContinue: () -> Bool, receive: @escaping (TestJob, TestMessage) throws -> Void
  ) throws {
    var waiting = jobs[...]
    while !waiting.isEmpty, mayContinue() {
      // A process that is left ends with its object.
      let process = try WorkerProcess(Array(waiting), arguments: arguments)
      while !process.isEnded {
        let messages = try process.read()
        guard ShutdownSignal.number == nil else { return }
        for (job, message) in messages {
          try receive(job, message)
          if case .end = message, !mayContinue() { return }
        }
      }
      waiting = waiting.dropFirst(process.endedCount)
    }
  }
}
