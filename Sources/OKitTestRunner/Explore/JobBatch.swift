internal import Glibc
internal import OKitExplore
internal import Synchronization

/// Jobs that several threads take one after the other.
final class JobBatch: Sendable {
  private struct State {
    var next = 0
    var results: [Int: Result<ExplorationJob.Outcome, Diagnostic>] = [:]
  }

  private let jobs: [ExplorationJob]
  private let make: @Sendable () throws -> any ExplorationHost
  private let state = Mutex(State())

  init(_ jobs: [ExplorationJob], _ make: @escaping @Sendable () throws -> any ExplorationHost) {
    (self.jobs, self.make) = (jobs, make)
  }

  /// Runs jobs until none is left.
  func work() {
    var host: (any ExplorationHost)?
    while let place = take() {
      let result: Result<ExplorationJob.Outcome, Diagnostic>
      do {
        let worker = try host ?? make()
        host = worker
        result = .success(try jobs[place].run(worker))
      } catch { result = .failure(error.asDiagnostic) }
      state.withLock { $0.results[place] = result }
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.next < jobs.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  /// - Throws: The first error in the order of the jobs.
  func outcomes() throws -> [ExplorationJob.Outcome] {
    let results = state.withLock { $0.results }
    return try jobs.indices.compactMap { try results[$0]?.get() }
  }
}

/// Threads that run the same function.
enum WorkerThreads {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a function on so many threads, and waits for them.
  ///
  /// - Throws: `explore.threads`.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) throws {
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    for _ in 0..<count {
      var thread = pthread_t()
      let argument = Unmanaged.passRetained(Body(body))
      let error = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, argument.toOpaque())
      guard error == 0 else {
        argument.release()
        // The others do its work.
        guard threads.isEmpty else { return }
        throw Diagnostic("explore.threads", "cannot start a thread: \(FileError(code: error).reason)")
      }
      threads.append(thread)
    }
  }
}
