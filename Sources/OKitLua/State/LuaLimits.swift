internal import CLua

/// The limits of a Lua state. Exceeding one stops the state permanently.
public struct LuaLimits: Sendable, Hashable {
  /// The maximum of Lua's memory in bytes; nil for no limit.
  public var memory: Int?
  /// The maximum of what the application has outside of Lua in bytes: models with their texts and blobs, what can be
  /// undone, dialogs, the log; nil for no limit. It is measured while a script runs, when the process has grown by as
  /// much, so a script can exceed it.
  public var growth: Int?
  /// The maximum wall-clock time from each entry by the host to its return; nil for no limit.
  public var time: Duration?

  /// The maximum number of Lua instructions from each entry by the host to its return; nil for no limit. The functions
  /// of `string`, `table` and `utf8` are charged for their work in steps of about the same cost. Counting makes scripts
  /// about half as fast.
  public var instructions: Int?

  /// The maximum depth of calls in one coroutine; nil for the capacity of Lua's own stack. The runtime samples the
  /// depth, so a script can exceed it slightly. Exceeding it is an error that scripts may catch. Calls between the host
  /// and Lua nest as deeply as the thread's stack allows, at most about 200 times.
  public var depth: Int?

  /// Creates limits. Without another value, the growth is eight times the memory, at least 256 MiB.
  public init(
    memory: Int? = 256 << 20, growth: Int? = nil, time: Duration? = .seconds(5), instructions: Int? = nil,
    depth: Int? = 200_000
  ) {
    self.memory = memory
    self.growth = growth ?? memory.map { $0 > .max / 8 ? .max : max(256 << 20, $0 * 8) }
    self.time = time
    self.instructions = instructions
    self.depth = depth
  }
}

extension LuaLimits {
  var raw: okit_limits {
    okit_limits(
      memory: Self.raw(memory), growth: Self.raw(growth), nanoseconds: nanoseconds,
      instructions: UInt64(Self.raw(instructions)), depth: UInt64(Self.raw(depth)))
  }

  /// A limit as C has it, where 0 means none: what permits nothing is 1.
  private static func raw(_ limit: Int?) -> Int { limit.map { max(1, $0) } ?? 0 }

  var nanoseconds: UInt64 {
    guard let time else { return 0 }
    let (seconds, attoseconds) = time.components
    guard seconds < 1 << 32 else { return 0 }
    return UInt64(max(1, max(0, seconds) * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  var timeMessage: String { "the script exceeded the time limit of \(ExecutionBudget.text(time ?? .zero))" }

  var memoryMessage: String { "the script exceeded the memory limit of \(Self.text(memory ?? 0))" }
  var growthMessage: String { "the script exceeded the growth limit of \(Self.text(growth ?? 0))" }

  private static func text(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  var instructionsMessage: String { "the script exceeded the limit of \(instructions ?? 0) instructions" }
}
