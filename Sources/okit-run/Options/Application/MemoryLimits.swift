/// The limits on the memory of applications.
struct MemoryLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp("The memory limit of scripts, such as 64M (default: 256M).", valueName: "size"),
    transform: OptionValue.memorySize)
  var limitMemory: Int?

  @Option(
    help: ArgumentHelp(
      "The limit on the growth of the process while scripts run, such as 1G (default: 2G).", valueName: "size"),
    transform: OptionValue.memorySize)
  var limitGrowth: Int?

  @Option(
    help: ArgumentHelp(
      "The size limit of a stored model that is opened, such as 1G (default: 256M).", valueName: "size"),
    transform: OptionValue.memorySize)
  var limitDocument: Int?

  /// Sets the limits of scripts that were given.
  func apply(to limits: inout LuaLimits) {
    if let limitMemory { limits.memory = limitMemory }
    if let limitGrowth { limits.growth = limitGrowth }
  }

  /// Sets the limits that were given.
  func apply(to options: inout LuaApplication.Options) {
    apply(to: &options.limits)
    if let limitDocument { options.documentLimit = limitDocument }
    options.hint = OptionHint.text
  }
}

extension Diagnostic.Limit {
  /// The option of `okit-run` that sets the limit.
  var option: String {
    switch self {
    case .memory: "--limit-memory"
    case .growth: "--limit-growth"
    case .document: "--limit-document"
    case .time: "--limit-time"
    case .depth: "--limit-depth"
    case .instructions: "--limit-instructions"
    }
  }
}
