import Glibc

/// Runs each test file in a process of its own, several at a time. The messages have the order of the jobs.
struct ProcessExecutor: TestExecutor {
  /// The number of processes at a time.
  let limit: Int
  /// The arguments of each process.
  let arguments: [String]

  func run(
    _ jobs: [TestJob], while mayContinue: () -> Bool, receive: @escaping (TestJob, TestMessage) throws -> Void
  ) throws {
    // Processes that are left end with their objects.
    var queue = Queue(receive: receive)
    var waiting = jobs[...]
    while true {
      while mayContinue(), queue.runningCount < limit, let job = waiting.popFirst() {
        queue.add(try WorkerProcess([job], arguments: arguments))
      }
      guard !queue.isEmpty else { return }
      try queue.readOnce()
      guard ShutdownSignal.number == nil else { return try queue.passAll() }
      guard try queue.advance(while: mayContinue) else { return }
    }
  }

  /// The processes of the jobs whose messages are not all passed on, in the order of the jobs.
  private struct Queue {
    private var entries: [(process: WorkerProcess, messages: [(job: TestJob, message: TestMessage)])] = []
    private let receive: (TestJob, TestMessage) throws -> Void

    init(receive: @escaping (TestJob, TestMessage) throws -> Void) { self.receive = receive }

    var isEmpty: Bool { entries.isEmpty }
    var runningCount: Int { entries.count { !$0.process.isEnded } }

    mutating func add(_ process: WorkerProcess) { entries.append((process, [])) }

    /// Waits for messages of at least one process.
    mutating func readOnce() throws {
      let running = entries.indices.filter { !entries[$0].process.isEnded }
      var descriptors = running.map { pollfd(fd: entries[$0].process.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { return }
      for (index, descriptor) in zip(running, descriptors) where descriptor.revents != 0 {
        entries[index].messages += try entries[index].process.read()
      }
    }

    /// Passes on all messages so far.
    func passAll() throws {
      for (job, message) in entries.flatMap(\.messages) { try receive(job, message) }
    }

    /// Passes on the messages of the first process, and of the next ones when the first has ended.
    ///
    /// - Returns: False if a process has ended and no further job is wanted.
    mutating func advance(while mayContinue: () -> Bool) throws -> Bool {
      while let (process, messages) = entries.first {
        entries[0].messages = []
        for (job, message) in messages { try receive(job, message) }
        guard process.isEnded else { return true }
        entries.removeFirst()
        guard mayContinue() else { return false }
      }
      return true
    }
  }
}
