import Glibc
import OKitMutation

/// Runs mutants in processes, several at a time. A process that ends too early has failed the test that was running.
struct MutantProcessExecutor: MutantExecutor {
  /// The number of processes at a time.
  let limit: Int
  /// The arguments of each process.
  let arguments: [String]

  /// The number of mutants of a process, which takes a little time to start.
  private static let chunkSize = 12

  private final class Chunk {
    let process: RecordProcess
    /// Those without a result.
    var jobs: [MutantJob]

    init(_ jobs: [MutantJob], _ arguments: [String]) throws {
      self.jobs = jobs
      process = try RecordProcess(.array(jobs.map(\.record)), arguments: arguments)
    }
  }

  func run(
    _ jobs: [MutantJob], while mayContinue: () -> Bool, receive: (MutantResult) throws -> Void
  ) throws {
    var waiting = jobs[...]
    // Small chunks where there are few mutants, so that all processes have work.
    let size = max(1, min(Self.chunkSize, jobs.count / (limit * 2)))
    // Processes that are left end with their objects.
    var running: [Chunk] = []
    while mayContinue() {
      while running.count < limit, !waiting.isEmpty {
        running.append(try Chunk(Array(waiting.prefix(size)), arguments))
        waiting = waiting.dropFirst(size)
      }
      guard !running.isEmpty else { return }
      var descriptors = running.map { pollfd(fd: $0.process.descriptor, events: Int16(POLLIN), revents: 0) }
      // A budget of time may end meanwhile.
      guard poll(&descriptors, nfds_t(descriptors.count), 200) > 0 else { continue }
      for (chunk, descriptor) in zip(running, descriptors) where descriptor.revents != 0 {
        let left = try read(chunk, receive)
        if chunk.process.isEnded { waiting = (left + waiting)[...] }
      }
      running.removeAll(where: \.process.isEnded)
    }
  }

  /// - Returns: The mutants that a process has left.
  private func read(_ chunk: Chunk, _ receive: (MutantResult) throws -> Void) throws -> [MutantJob] {
    guard let records = try chunk.process.read() else {
      let reason = chunk.process.end()
      guard let job = chunk.jobs.first else { return [] }
      try receive(
        MutantResult(
          job.id, .killed, killedBy: job.tests.first?.id, reason: "the process that ran the tests \(reason)"))
      return Array(chunk.jobs.dropFirst())
    }
    for record in records {
      let result = try MutantResult(record: record)
      chunk.jobs.removeAll { $0.id == result.id }
      try receive(result)
    }
    return []
  }
}
