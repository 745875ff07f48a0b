internal import CLua

/// What a Lua state may use before it is stopped for good.
public struct LuaLimits: Sendable, Hashable {
  /// Bytes of Lua's memory; nil for no limit.
  public var memory: Int?
  /// Wall-clock time from each entry by the host to its return; nil for no limit.
  public var time: Duration?

  /// Instructions of Lua from each entry by the host to its return; nil for no limit. What functions of `string`, `table`
  /// and `utf8` do is charged in steps that cost about as much. Counting makes scripts about half as fast.
  public var instructions: Int?

  /// Levels of calls in one coroutine, counted now and then, so that a script gets a little further; nil for as many as
  /// Lua's own stack has room for. Going beyond is an error that scripts may catch. Functions of the host and Lua that call
  /// each other nest as deep as the thread's stack allows, at most about 200 times.
  public var depth: Int?

  public init(
    memory: Int? = 256 << 20, time: Duration? = .seconds(5), instructions: Int? = nil, depth: Int? = 200_000
  ) {
    self.memory = memory
    self.time = time
    self.instructions = instructions
    self.depth = depth
  }
}

extension LuaLimits {
  var raw: okit_limits {
    okit_limits(
      memory: memory ?? 0, nanoseconds: nanoseconds, instructions: UInt64(max(0, instructions ?? 0)),
      depth: UInt64(max(0, depth ?? 0)))
  }

  /// Whether an error of Lua's says that calls nest too deep.
  static func isDepth(_ message: String) -> Bool {
    message.hasPrefix("stack overflow") || message.hasPrefix("C stack overflow")
  }

  var nanoseconds: UInt64 {
    guard let time else { return 0 }
    let (seconds, attoseconds) = time.components
    guard seconds < 1 << 32 else { return 0 }
    // A limit of 0 would mean none.
    return UInt64(max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  var timeMessage: String {
    let milliseconds = nanoseconds / 1_000_000
    let text = milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    return "the script ran longer than \(text)"
  }

  var memoryMessage: String {
    let bytes = memory ?? 0
    let text = bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    return "the script used more than \(text)"
  }

  var instructionsMessage: String { "the script took more than \(instructions ?? 0) instructions" }
}
