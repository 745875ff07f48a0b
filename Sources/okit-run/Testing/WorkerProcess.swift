import Glibc

/// A process that runs test files, one after the other.
final class WorkerProcess {
  private let jobs: [TestJob]
  /// The number of jobs that have ended; one that was running when the process ended too early is one of them.
  private(set) var endedCount = 0
  /// The number of tests of the running job that have ended.
  private var testCount = 0
  /// Readable when there are records.
  let descriptor: Int32
  private let process: pid_t
  private var rest: [UInt8] = []
  /// The test that has started and not ended.
  private var running: TestEvent?
  private(set) var isEnded = false

  /// Starts a process with the arguments of this one.
  ///
  /// - Throws: `test.worker` when the system refuses.
  init(_ jobs: [TestJob], arguments: [String]) throws {
    self.jobs = jobs
    let request = try JSONValue.array(jobs.map(\.record)).json(pretty: false)
    let input = try Self.makePipe()
    let records: (read: Int32, write: Int32)
    do { records = try Self.makePipe() } catch {
      Self.close(input.read, input.write)
      throw error
    }
    defer { Self.close(input.read, records.write) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, records.write, TestWorker.descriptor)
    var words: [UnsafeMutablePointer<CChar>?] = (["okit-run"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let refusal = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
    guard refusal == 0 else {
      Self.close(input.write, records.read)
      throw Self.failure("cannot start a process", refusal)
    }
    (self.process, descriptor) = (process, records.read)
    // A process that has ended already reports the end by its exit status.
    _ = SystemFile.write(Array(request.utf8), to: input.write)
    Self.close(input.write)
  }

  deinit {
    if !isEnded { stop() }
    Self.close(descriptor)
  }

  /// Reads the records that are there; waits for at least one or the end.
  ///
  /// - Throws: `test.worker` and `test.event` for records that are none.
  func read() throws -> [(job: TestJob, message: TestMessage)] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return [] }
    guard count > 0 else { return end() }
    rest += buffer.prefix(count)
    var messages: [(job: TestJob, message: TestMessage)] = []
    while let newline = rest.firstIndex(of: 0x0A) {
      let message = try TestMessage(record: try JSONValue.parse(json: Array(rest[..<newline]), file: "record"))
      rest.removeSubrange(...newline)
      guard let job else { throw Diagnostic("test.worker", "the process has sent a message after the last file") }
      messages.append((job, message))
      note(message)
    }
    return messages
  }

  /// The job that runs; nil when all have ended.
  private var job: TestJob? { endedCount < jobs.count ? jobs[endedCount] : nil }

  private func note(_ message: TestMessage) {
    switch message {
    case .event(let event):
      running = event.kind == .start ? event : nil
      if event.kind != .start { testCount += 1 }
    case .end: (endedCount, testCount, running) = (endedCount + 1, 0, nil)
    case .print: break
    }
  }

  /// A process that ended too early has failed, and with it the test that was running.
  private func end() -> [(job: TestJob, message: TestMessage)] {
    let status = wait()
    guard let job else { return [] }
    let reason =
      status & 0x7F == 0 ? "exited with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
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

  /// Ends the process.
  private func stop() {
    kill(process, SIGTERM)
    _ = wait()
  }

  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isEnded = true
    return status
  }

  // MARK: Descriptors

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure("cannot open a pipe", errno) }
    // Other processes must not hold the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func close(_ descriptors: Int32...) { for descriptor in descriptors { Glibc.close(descriptor) } }

  private static func failure(_ what: String, _ reason: Int32) -> Diagnostic {
    Diagnostic("test.worker", "\(what): \(String(cString: strerror(reason)))")
  }
}
