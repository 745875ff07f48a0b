import Glibc

/// A headless Chromium that draws pages. It speaks the DevTools protocol over two pipes and gets no port.
final class Chromium {
  private static let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
  /// How long an answer may take.
  private static let timeout: Duration = .seconds(60)

  private let process: pid_t
  private let commands: Int32
  private let answers: Int32
  /// The folder of its profile.
  private let profile: TemporaryDirectory
  private var buffer: [UInt8] = []
  private var count = 0
  private var session: String?

  /// Starts the browser that `$OKIT_CHROMIUM` names, else one on the path.
  ///
  /// - Throws: `render.chromium`.
  init(_ environment: Environment = Environment()) throws {
    let profile = try TemporaryDirectory()
    self.profile = profile
    let input = try Self.makePipe()
    let output: (read: Int32, write: Int32)
    do { output = try Self.makePipe() } catch {
      for descriptor in [input.read, input.write] { close(descriptor) }
      throw error
    }
    (commands, answers) = (input.write, output.read)
    // Above the numbers that the browser uses, which may be those of a pipe.
    let ends = (fcntl(input.read, F_DUPFD_CLOEXEC, 10), fcntl(output.write, F_DUPFD_CLOEXEC, 10))
    let started = Result { try Self.start(environment, profile.path, ends) }
    // Only the browser has these ends, so that its end can be read.
    for descriptor in [input.read, output.write, ends.0, ends.1] { close(descriptor) }
    do { process = try started.get() } catch {
      close(commands)
      close(answers)
      throw error
    }
    let targets = try call("Target.getTargets")
    guard case .array(let infos)? = targets["targetInfos"],
      let page = infos.first(where: { $0["type"] == "page" }), let target = page["targetId"]
    else { throw Self.failure("it has no page") }
    guard
      case .string(let id)? = try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
    else { throw Self.failure("its page cannot be used") }
    session = id
    _ = try call("Page.enable")
  }

  deinit {
    close(commands)
    close(answers)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func start(
    _ environment: Environment, _ profile: String, _ ends: (Int32, Int32)
  ) throws -> pid_t {
    var options = [
      "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--force-color-profile=srgb",
      "--remote-debugging-pipe", "--user-data-dir=\(profile)",
    ]
    // Chromium refuses to run as root with its sandbox. The pages have no script.
    if geteuid() == 0 { options.append("--no-sandbox") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.0, 3)
    posix_spawn_file_actions_adddup2(&actions, ends.1, 4)
    let given = environment[.chromium]
    for name in given.map({ [$0] }) ?? names {
      var words: [UnsafeMutablePointer<CChar>?] = ([name] + options + ["about:blank"]).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var process: pid_t = 0
      let refusal = posix_spawnp(&process, name, &actions, nil, &words, environ)
      if refusal == 0 { return process }
      guard given == nil, refusal == ENOENT else {
        throw failure("cannot start \(name): \(String(cString: strerror(refusal)))")
      }
    }
    throw failure("there is no Chromium on the path (\(names.joined(separator: ", ")))")
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure("cannot open a pipe: \(FileError.last().reason)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func failure(_ reason: String) -> Diagnostic {
    Diagnostic(
      "render.chromium", "cannot draw a PNG: \(reason)",
      hint: "install Chromium, or set OKIT_CHROMIUM to its command")
  }

  // MARK: Pictures

  /// Draws a page as PNG.
  ///
  /// - Parameters:
  ///   - path: The absolute path of its file.
  ///   - width: The width of the picture in pixels.
  ///   - height: The least height.
  /// - Throws: `render.chromium`.
  func picture(ofPage path: String, width: Int, height: Int) throws -> [UInt8] {
    try resize(width, height)
    let url = "file://" + path.utf8.map(Self.escaped).joined()
    let answer = try call("Page.navigate", ["url": .string(url)], until: "Page.loadEventFired")
    if case .string(let reason)? = answer["errorText"] { throw Self.failure("it cannot open the page: \(reason)") }
    try fit(width, height)
    guard case .string(let text)? = try call("Page.captureScreenshot", ["format": "png"])["data"],
      let data = DataValue(base64: text)
    else { throw Self.failure("it has drawn nothing") }
    return data.bytes
  }

  /// Makes the window as high as the page, so that what covers the screen covers all of it.
  private func fit(_ width: Int, _ height: Int) throws {
    var shown = height
    // Rows that were not in view before have a height that was only estimated.
    for _ in 0..<Self.maximumFits {
      let metrics = try call("Page.getLayoutMetrics")
      guard let whole = metrics["cssContentSize"]?["height"]?.rounded else {
        throw Self.failure("the page has no size")
      }
      let wanted = min(max(whole, height), Self.maximumHeight)
      if wanted == shown { return }
      try resize(width, wanted)
      shown = wanted
    }
  }

  private static let maximumFits = 8

  /// Chromium draws no picture that is higher.
  private static let maximumHeight = 16_000

  private func resize(_ width: Int, _ height: Int) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": .int(width), "height": .int(height), "deviceScaleFactor": 1, "mobile": false])
  }

  private static func escaped(_ byte: UInt8) -> String {
    let isPlain =
      byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
      || "-._~/".utf8.contains(byte)
    if isPlain { return String(Unicode.Scalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.count == 1 ? "0" + digits : digits)
  }

  // MARK: The protocol

  /// Calls a method.
  ///
  /// - Parameter event: Waits for this event, too, which may be there before the answer.
  /// - Returns: The members of the result.
  private func call(
    _ method: String, _ parameters: [String: JSONValue] = [:], until event: String? = nil
  ) throws -> JSONValue {
    count += 1
    var message: [String: JSONValue] = [
      "id": .int(count), "method": .string(method), "params": .object(parameters),
    ]
    message["sessionId"] = session.map(JSONValue.string)
    guard SystemFile.write(try JSONValue.object(message).jsonBytes() + [0], to: commands) else {
      throw Self.failure("it has ended")
    }
    let deadline = ContinuousClock.now + Self.timeout
    var (result, hasHappened): (JSONValue?, Bool) = (nil, event == nil)
    while true {
      let answer = try receive(before: deadline)
      if answer["id"] == .int(count) {
        if let error = answer["error"] {
          if case .string(let text)? = error["message"] { throw Self.failure("\(method): \(text)") }
          throw Self.failure("\(method) has failed")
        }
        result = answer["result"] ?? .null
        // A page that cannot be opened is never loaded.
        if result?["errorText"] != nil { hasHappened = true }
      } else if let event, answer["method"] == .string(event) {
        hasHappened = true
      }
      if let result, hasHappened { return result }
    }
  }

  /// The next message.
  private func receive(before deadline: ContinuousClock.Instant) throws -> JSONValue {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0) {
        let message = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONValue.parse(json: message, file: "Chromium")
      }
      searched = buffer.count
      let rest = max(0, (deadline - .now) / .seconds(1))
      var entry = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Int32(rest * 1000))
      if ready < 0, errno == EINTR, ShutdownSignal.number == nil { continue }
      guard ready > 0 else { throw Self.failure("it does not answer") }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let size = read(answers, &part, part.count)
      guard size > 0 else { throw Self.failure("it has ended") }
      buffer += part[..<size]
    }
  }
}

extension JSONValue {
  /// A number as the next integer.
  fileprivate var rounded: Int? {
    switch self {
    case .int(let number): number
    case .double(let number) where (0...1e9).contains(number): Int(number.rounded(.up))
    default: nil
    }
  }
}
