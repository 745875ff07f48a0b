import Glibc
import OKitMutation

/// The child process of `test`: runs the test files of the jobs that it reads from standard input, and writes a record
/// for each message to a descriptor of its own, so that output of scripts and programs cannot be taken for a record.
enum TestWorker {
  /// The descriptor that the parent process has opened for the records.
  static let descriptor: Int32 = 3

  /// - Throws: `test.worker` for input that is not a job, or when the parent process has ended.
  static func run(_ options: TestRunner.Options) throws {
    // Programs that a test starts do not get it.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw Diagnostic("test.worker", "--worker is only for processes that okit-run test starts")
    }
    RecordProcess.removeSetting()
    endWithParent()
    // The process that runs the tests ends this one, when it has its results.
    signal(SIGINT, SIG_IGN)
    guard case .array(let records) = try JSONValue.parse(json: readInput(), file: "jobs") else {
      throw Diagnostic("test.worker", "the input must be a list of jobs")
    }
    guard records.first?["mutant"] == nil else {
      return try LocalMutantExecutor(options.host).run(
        records.map(MutantJob.init), while: { true }, receive: { try send($0.record) })
    }
    var (mustStop, writer) = (false, TestMessageWriter())
    let jobs = try records.map(TestJob.init)
    try LocalExecutor(options.selection, options.host).run(
      jobs, while: { !mustStop },
      receive: {
        if case .event(let event) = $1, event.kind == .fail, options.selection.bail { mustStop = true }
        try send(writer.bytes(of: $1))
      })
  }

  /// Ends this process when nobody reads its records any more, even while a test waits. SIGTERM lets it remove its
  /// temporary directories.
  private static func endWithParent() {
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { _ in
        var records = pollfd(fd: TestWorker.descriptor, events: 0, revents: 0)
        while poll(&records, 1, -1) <= 0 {}
        kill(getpid(), SIGTERM)
        return nil
      }, nil)
    // Without a thread, the process ends when it next sends a record.
    if error == 0 { pthread_detach(thread) }
  }

  private static func send(_ record: JSONValue) throws { try send(record.jsonBytes() + [0x0A]) }

  private static func send(_ bytes: [UInt8]) throws {
    guard bytes.isEmpty || SystemFile.write(bytes, to: descriptor) else {
      throw Diagnostic("test.worker", "the process that runs the tests has ended")
    }
  }

  private static func readInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
