internal import CLua

// The functions of a state for tests, applications and their driver.

extension LuaState {
  /// The functions of Lua itself that the test framework uses.
  package enum Inspection {
    /// `where(level)`: source and line of a function, 1 being the caller.
    case place
    /// `frames()`: the functions on the stack, innermost first.
    case frames
    /// `problem(error)`: the message of an error and where it arose, in a message handler.
    case error
    /// `metamethod(table, name)`, also of a protected metatable.
    case metamethod
    /// `lines(function)`: the source, the first and the last line of a Lua function.
    case lines
  }

  package func makeInspection(_ inspection: Inspection) throws -> LuaFunction {
    var slot: Int32 = 0
    let raw: okit_inspection =
      switch inspection {
      case .place: .where
      case .frames: .frames
      case .error: .error
      case .metamethod: .metamethod
      case .lines: .lines
      }
    try core.check { okit_make_inspection($0, raw, &slot) }
    return LuaReference(core: core, slot: slot)
  }

  /// Lets `os.date` and `os.time` tell the time of a function that gives whole seconds since 1970. Once for a state.
  func setClock(_ now: LuaFunction) throws {
    try core.check { okit_set_clock($0, now.slot) }
  }

  /// Lets `warn` pass its text to a function. Once for a state.
  func setWarning(_ write: LuaFunction) throws {
    try core.check { okit_set_warning($0, write.slot) }
  }

  /// Sets the function that fills a table whose metatable has the field `__fills`, before the host reads the table.
  func setFiller(_ function: LuaFunction) throws {
    try core.check { okit_set_filler($0, function.slot) }
  }

  /// Lets calls of texts reach a function, which gets the text and the arguments.
  func setTextCall(_ function: LuaFunction) throws {
    try core.check { okit_set_text_call($0, function.slot) }
  }

  /// Returns the warning for a seed where Lua is built in another way, so that its seed cannot be set; nil otherwise.
  package static func seedWarning() throws -> Diagnostic? {
    let state = try LuaState(limits: LuaLimits(), permissions: LuaPermissions(), seed: 0) { _ in nil }
    defer { state.close() }
    guard let raw = state.core.raw, !okit_has_known_order(raw) else { return nil }
    return Diagnostic(
      "lua.seed", "pairs has another order in each process, because the seed of this Lua's tables cannot be set",
      severity: .warning, hint: "use Lua 5.4 as Debian has it")
  }

  /// Fails allocations of Lua and of the bridge on this thread.
  ///
  /// - Parameters:
  ///   - first: The number of the first allocation that fails, counted from 1; nil for none.
  ///   - count: How many fail from there on.
  /// - Returns: The number of allocations since the last call.
  @discardableResult
  static func failAllocations(from first: Int?, count: Int = .max) -> Int {
    Int(okit_fail_allocations(first.map { UInt64($0) } ?? 0, UInt64(count)))
  }

  /// Moves the clock that time limits on this thread are measured by.
  static func advanceClock(by duration: Duration) {
    okit_advance_clock(Int64(duration / .nanoseconds(1)))
  }

  /// Closes the state when `body` fails, which may have defined functions that hold the state.
  package func closing<Result>(onFailureOf body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      close()
      throw error
    }
  }

  /// Removes the time limit, if there is one, until `restoreTimeLimit` is called. The limits of memory remain.
  func suspendTimeLimit() {
    guard let raw = core.raw, core.limits.nanoseconds > 0 else { return }
    // The checks of the process's growth need a limit of time: 30 years.
    okit_set_time_limit(raw, 1_000_000_000_000_000_000)
    core.budget.timeLimit = nil
  }

  func restoreTimeLimit() {
    guard let raw = core.raw, core.limits.nanoseconds > 0, core.budget.timeLimit == nil else { return }
    okit_set_time_limit(raw, core.limits.nanoseconds)
    core.budget.timeLimit = core.limits.time
  }

  /// Gives the entry that runs its whole time limit again.
  package func renewTime() {
    if let raw = core.raw { okit_renew_time(raw) }
  }
}
