import Glibc

/// A program that runs as a separate process.
struct Program {
  let name: String
  let path: String

  struct Ending {
    var status: Int32
    /// User and system time of the process, in seconds.
    var processorTime: Double
    /// The peak of its memory, in MB of 10⁶ bytes.
    var peak: Double
    var output: String
  }

  /// Finds a program in `PATH`.
  static func find(_ name: String) -> Program? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return Program(name: name, path: path) }
    }
    return nil
  }

  /// Runs the program without input and waits for its end.
  func run(_ arguments: [String]) throws -> Ending {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchError("no pipe: \(errno)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, path, &actions, nil, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard failure == 0 else { throw BenchError("cannot run \(path): \(String(cString: strerror(failure)))") }
    let output = Self.read(ends[0])
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    return Ending(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
      processorTime: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peak: Double(usage.ru_maxrss) * 1024 / 1e6, output: output)
  }

  /// Runs the program as a child of a small process. The kernel counts the memory of the process that starts a program
  /// as memory of the program, and other workloads leave much of it behind.
  func runApart(_ arguments: [String]) throws -> Ending {
    var ending = try Program(name: name, path: "/proc/self/exe").run(
      [SeparateProcess.argument, SeparateProcess.program.name, path] + arguments)
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    let findings = try Peers.findings(in: lines.suffix(3).joined(separator: "\n"), of: name)
    (ending.peak, ending.processorTime) = try (findings.required("peak").value, findings.required("seconds").value)
    if ending.status == 0 { ending.status = Int32(try findings.required("peak").result) }
    ending.output = lines.dropLast(3).joined(separator: "\n")
    return ending
  }

  /// Runs tests, which print to standard error.
  ///
  /// - Returns: the lines of both outputs.
  /// - Throws: `BenchError` when a test fails.
  func printed(_ arguments: [String]) throws -> [Substring] {
    let output = try Program(name: "sh", path: "/bin/sh").run(["-c", "exec \"$@\" 2>&1", "sh", path] + arguments)
    guard output.status == 0 else { throw BenchError("\(name) ended with \(output.status): \(output.output)") }
    return output.output.split(separator: "\n")
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func read(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the median of the processor time of several runs after a first one, in milliseconds; that of the first
  /// one when there are no others.
  func milliseconds(_ arguments: [String], repeats: Int) throws -> Double {
    var times: [Double] = []
    for _ in 0...repeats {
      let ending = try self.run(arguments)
      guard ending.status == 0 else { throw BenchError("\(name) \(arguments) ended with \(ending.status)") }
      times.append(ending.processorTime * 1000)
    }
    return repeats == 0 ? times.median : Array(times.dropFirst()).median
  }
}
