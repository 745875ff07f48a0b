/// A process that runs test files, one after the other.
final class WorkerProcess {
  private let jobs: [TestJob]
  /// The number of jobs that have ended; one that was running when the process ended too early is one of them.
  private(set) var endedCount = 0
  /// The number of tests of the running job that have ended.
  private var testCount = 0
  private let process: RecordProcess
  private var reader = TestMessageReader()
  /// The test that has started and not ended.
  private var running: TestEvent?

  /// Starts a process with the arguments of this one.
  ///
  /// - Throws: `test.worker` when the system refuses.
  init(_ jobs: [TestJob], arguments: [String]) throws {
    self.jobs = jobs
    process = try RecordProcess(.array(jobs.map(\.record)), arguments: arguments)
  }

  /// Readable when there are records.
  var descriptor: Int32 { process.descriptor }
  var isEnded: Bool { process.isEnded }

  /// Reads the records that are there; waits for at least one or the end.
  ///
  /// - Throws: `test.worker` and `test.event` for records that are none.
  func read() throws -> [(job: TestJob, message: TestMessage)] {
    guard let records = try process.read() else { return end() }
    return try records.map { record in
      let message = try reader.message(record)
      guard let job else { throw Diagnostic("test.worker", "the process has sent a message after the last file") }
      note(message)
      return (job, message)
    }
  }

  /// The job that runs; nil when all have ended.
  private var job: TestJob? { endedCount < jobs.count ? jobs[endedCount] : nil }

  private func note(_ message: TestMessage) {
    switch message {
    case .event(let event):
      running = event.kind == .start ? event : nil
      if event.kind != .start { testCount += 1 }
    case .end: (endedCount, testCount, running) = (endedCount + 1, 0, nil)
    case .print, .hook: break
    }
  }

  /// A process that ended too early has failed, and with it the test that was running.
  private func end() -> [(job: TestJob, message: TestMessage)] {
    let reason = process.end()
    guard let job else { return [] }
    let diagnostic = Diagnostic("test.worker", "the process that ran the file \(reason)")
    var event = TestEvent(unreadable: job.file, diagnostic)
    if let running {
      (event.path, event.place, event.tags) = (running.path, running.place, running.tags)
      event.caseNumber = running.caseNumber
    }
    endedCount += 1
    // Not all tests of the file have run.
    let end = TestFileEnd(total: testCount + 2, selected: testCount + 1, files: [job.file])
    return [(job, .event(event)), (job, .end(end))]
  }
}
