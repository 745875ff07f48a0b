import OKitHTTP

/// What an application gets from the command line besides its own options: limits, keys, and a server for its models.
struct ApplicationResources: ParsableArguments {
  @OptionGroup var limits: ScriptLimits

  @OptionGroup var memory: MemoryLimits

  @OptionGroup var keys: KeyOptions

  @OptionGroup var endpoint: EndpointArguments

  /// Adds the options of the command line to those of an application.
  ///
  /// - Parameter usesServer: Whether requests may leave the process.
  func apply(to options: inout LuaApplication.Options, usesServer: Bool = true) throws {
    options.parts = .all(keys: keys, endpoint: usesServer ? try endpoint.options() : EndpointOptions())
    limits.apply(to: &options)
    memory.apply(to: &options)
  }
}
