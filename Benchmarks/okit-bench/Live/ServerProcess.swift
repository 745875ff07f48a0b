import Foundation

/// A server that runs as a process of its own. Its first line tells where it listens.
final class ServerProcess {
  enum End {
    /// The server ends when its standard input is closed.
    case input
    /// The server ends on SIGTERM.
    case signal
  }

  let firstLine: String
  private let process = Process()
  private let input = Pipe()
  private let end: End

  init(_ path: String, _ arguments: [String], environment: [String: String] = [:], end: End) throws {
    self.end = end
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var line = Data()
    while line.last != 0x0A, case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    firstLine = String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
    guard !firstLine.isEmpty else { throw BenchError("\(path) does not start") }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    if case .signal = end { process.terminate() }
    process.waitUntilExit()
  }

  /// Returns the processor time of all threads of the process, in seconds.
  func processorTime() throws -> Double {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw BenchError("the kernel tells no processor time of the server")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the resident memory of the process, in bytes.
  func memory() throws -> Double {
    let status = String(
      decoding: try Files.read("/proc/\(process.processIdentifier)/status"), as: UTF8.self)
    return try Memory.bytes(in: status, "VmRSS")
  }
}
