/// The limits of the scripts of an application, besides those on memory.
struct ScriptLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp("The time limit of one turn, such as 3s (default: 5s).", valueName: "span"),
    transform: OptionValue.timeSpan)
  var limitTime: Double?

  @Option(
    help: ArgumentHelp("The limit on Lua instructions in one turn (default: none).", valueName: "number"),
    transform: OptionValue.count)
  var limitInstructions: Int?

  @Option(
    help: ArgumentHelp("The limit on nested calls in scripts (default: 200000).", valueName: "number"),
    transform: OptionValue.depth)
  var limitDepth: Int?

  /// Returns a function that tells whether a command has waited for servers as long as `--limit-time` says, from now
  /// on; without the option, each request has its own limit only.
  func waitingLimit() -> () -> Bool {
    guard let limitTime else { return { false } }
    let end = ContinuousClock.now + .seconds(limitTime)
    return { .now >= end }
  }

  /// Sets the limits that were given.
  func apply(to options: inout LuaApplication.Options) {
    if let limitTime { options.limits.time = .seconds(limitTime) }
    options.limits.instructions = limitInstructions
    if let limitDepth { options.limits.depth = limitDepth }
  }
}
