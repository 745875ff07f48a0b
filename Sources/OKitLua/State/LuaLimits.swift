internal import CLua

/// What a Lua state may use before it is stopped for good.
public struct LuaLimits: Sendable, Hashable {
  /// Bytes of Lua's memory; nil for no limit.
  public var memory: Int?
  /// How many bytes larger the process may be while a script runs than it was before the state was made: what scripts put
  /// into models, dialogs and the log counts here. Looked at as often as the time, so a little more is possible; nil for
  /// any size.
  public var growth: Int?
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
    memory: Int? = 256 << 20, growth: Int? = 2 << 30, time: Duration? = .seconds(5), instructions: Int? = nil,
    depth: Int? = 200_000
  ) {
    self.memory = memory
    self.growth = growth
    self.time = time
    self.instructions = instructions
    self.depth = depth
  }
}

extension LuaLimits {
  var raw: okit_limits {
    okit_limits(
      memory: memory ?? 0, growth: growth ?? 0, nanoseconds: nanoseconds,
      instructions: UInt64(max(0, instructions ?? 0)),
      depth: UInt64(max(0, depth ?? 0)))
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
    return "the script exceeded the time limit of \(text)"
  }

  var memoryMessage: String { "the script exceeded the memory limit of \(Self.text(memory ?? 0))" }
  var growthMessage: String {
    "the script made the application grow by more than the limit of \(Self.text(growth ?? 0))"
  }

  private static func text(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  var instructionsMessage: String { "the script exceeded the limit of \(instructions ?? 0) instructions" }
}
