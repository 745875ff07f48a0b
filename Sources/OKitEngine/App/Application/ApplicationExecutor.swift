internal import Foundation

/// The executor of an actor that owns applications: a thread of its own, which ends with it.
///
///     actor Shop {
///       private let executor = ApplicationExecutor()
///       nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///       private let app: LuaApplication
///     }
///
/// A script blocks the thread that runs it. Without an executor, that is one of the threads of all tasks, of which
/// there are as many as processors: a few endless scripts stop every task of the process.
public final class ApplicationExecutor: SerialExecutor {
  private let jobs = JobQueue()

  /// - Parameter name: The name of the thread in debuggers.
  public init(name: String = "okit") {
    let thread = Thread { [jobs] in jobs.run() }
    thread.name = name
    // As the main thread has, which the depth of scripts is measured by.
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { jobs.end() }

  /// Adds a job, which the thread runs after those before it.
  public func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job), self) }

  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the thread of the executor")
  }

  public func isIsolatingCurrentContext() -> Bool? { jobs.isCurrent }
}

/// The jobs of an executor, which its thread keeps.
private final class JobQueue: @unchecked Sendable {
  // Safe: the condition guards the other properties.
  private let condition = NSCondition()
  private var waiting: [(job: UnownedJob, executor: ApplicationExecutor)] = []
  private var hasEnded = false
  private var thread: pthread_t?

  var isCurrent: Bool { condition.withLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

  /// Adds a job. The executor stays until it has run.
  func add(_ job: UnownedJob, _ executor: ApplicationExecutor) {
    condition.withLock {
      waiting.append((job, executor))
      condition.signal()
    }
  }

  func end() {
    condition.withLock {
      hasEnded = true
      condition.signal()
    }
  }

  func run() {
    condition.withLock { thread = pthread_self() }
    while let jobs = next() {
      for (job, executor) in jobs { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
    }
  }

  /// Waits for jobs and returns them in their order; nil at the end.
  private func next() -> [(job: UnownedJob, executor: ApplicationExecutor)]? {
    condition.withLock {
      while waiting.isEmpty, !hasEnded { condition.wait() }
      defer { waiting = [] }
      return waiting.isEmpty ? nil : waiting
    }
  }
}
