internal import CLua

/// The steps of the scripts on this thread: about one for each instruction of Lua, and for each element that the engine
/// visits for them. Only those of states with `LuaLimits.countSteps` are counted.
///
/// The same work takes about the same number of steps in each run, whatever else the machine does.
package enum StepCount {
  /// Counts from 0. With more steps than the limit, each script is stopped.
  ///
  /// - Parameter limit: nil for any number.
  package static func begin(limit: Int? = nil) { okit_count_steps(limit.map { UInt64(max(1, $0)) } ?? 0) }

  /// The steps since `begin`.
  package static var count: Int { Int(clamping: okit_counted_steps()) }

  /// Returns whether scripts have exceeded a limit since the last call.
  package static func takeExceeded() -> Bool { okit_take_exceeded_steps() }
}

extension LuaLimits {
  /// Lets `StepCount` count the steps.
  package mutating func countSteps() { instructions = 1 << 60 }

  /// Removes the limits whose results depend on the machine: those of the time, and of the memory of the process.
  package mutating func limitStepsOnly() { (time, growth) = (nil, nil) }
}
