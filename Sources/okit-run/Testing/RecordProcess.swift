import Glibc

/// A process of this program that gets a request on its standard input, and sends records, each on a line.
final class RecordProcess {
  /// Readable when there are records.
  let descriptor: Int32
  private let process: pid_t
  /// The beginning of a record whose end has not been read.
  private var rest: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private(set) var isEnded = false

  /// Starts a process.
  ///
  /// - Throws: `test.worker` when the system refuses.
  init(_ request: JSONValue, arguments: [String]) throws {
    let request = try request.json(pretty: false)
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
    var environment = Self.environment
    defer { free(environment[0]) }
    var process: pid_t = 0
    let refusal = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, &environment)
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
  /// - Returns: nil at the end.
  func read() throws -> [JSONValue]? {
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return [] }
    guard count > 0 else { return nil }
    // A record may be long: only what is new can have its end.
    var (start, searched) = (0, rest.count)
    rest += buffer.prefix(count)
    var records: [JSONValue] = []
    while let newline = rest[searched...].firstIndex(of: 0x0A) {
      records.append(try JSONValue.parse(json: Array(rest[start..<newline]), file: "record"))
      (start, searched) = (newline + 1, newline + 1)
    }
    rest.removeFirst(start)
    return records
  }

  /// Waits for the end of the process, and returns how it has ended: a phrase.
  func end() -> String {
    let status = wait()
    return status & 0x7F == 0 ? "exited with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
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

  /// A setting of the C library, which only a variable changes.
  ///
  /// Applications that run one after the other free and allocate thousands of small blocks at once. The library keeps
  /// seven of each size ready, and joins and splits all others.
  private static let (setting, value) = ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=2000")

  /// The variables of this process, after one that has to be freed. What the user has set stays.
  private static var environment: [UnsafeMutablePointer<CChar>?] {
    var variables = [strdup("\(setting)=\(getenv(setting).map { String(cString: $0) } ?? value)")]
    var next = 0
    while let variable = environ[next] {
      if strncmp(variable, "\(setting)=", setting.utf8.count + 1) != 0 { variables.append(variable) }
      next += 1
    }
    return variables + [nil]
  }

  /// Removes the setting from a process that was started with it: tests and the programs that they run are without it.
  static func removeSetting() {
    if let given = getenv(setting), String(cString: given) == value { unsetenv(setting) }
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
