public import OKitEngine

// The definitions by Swift for a script. A script finds those that were made before `run`; a reload makes them again
// for the next script.

extension LuaApplication {
  /// Makes a Swift function a global of the script, or a field of global tables (`shop.greet`), which are made where
  /// missing.
  ///
  ///     try app.register("greet") { (name: String) in "Hello \(name)" }
  ///
  /// Arguments of another type are an error in the script, and what the function throws is one there too, with the
  /// `code` and `message` of a `Diagnostic`. Another error is `underlying` of the diagnostic that the program gets.
  ///
  /// - Throws: `lua.name` for a path that scripts cannot write, such as `a..b` or `end`, for a name of Lua or okit,
  ///   such as `string.format` or `okit`, for a class, and for a field of something that is not a table of the script,
  ///   such as a class.
  @inlinable
  public func register<each Argument: ValueConvertible, Result: ValueConvertible>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws {
    try register(path) { arguments in
      try body(repeat arguments.next((each Argument).self)).toValue()
    }
  }

  /// As the other `register`, for a function without a result.
  @inlinable
  public func register<each Argument: ValueConvertible>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Void
  ) throws {
    try register(path) { arguments in
      try body(repeat arguments.next((each Argument).self))
      return .null
    }
  }

  /// As the other `register`, for an asynchronous function. It runs as a task of its own, for which the calling
  /// function of the script waits, as for a request: the application does other things meanwhile. What ends the wait
  /// cancels the task.
  ///
  ///     try app.register("rate") { (code: String) async throws in try await fetch(code) }
  ///
  /// Its result arrives while `runTimers` runs, in `waitForRequests`, and after other turns.
  @inlinable
  public func register<each Argument: ValueConvertible & Sendable, Result: ValueConvertible & SendableMetatype>(
    _ path: String, _ body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) throws {
    try register(path) { (arguments: inout HostArguments) -> @Sendable () async throws -> Value in
      let values = (repeat try arguments.next((each Argument).self))
      return { try await body(repeat each values).toValue() }
    }
  }

  /// As the other `register`, for an asynchronous function without a result.
  @inlinable
  public func register<each Argument: ValueConvertible & Sendable>(
    _ path: String, _ body: @escaping @Sendable (repeat each Argument) async throws -> Void
  ) throws {
    try register(path) { (arguments: inout HostArguments) -> @Sendable () async throws -> Value in
      let values = (repeat try arguments.next((each Argument).self))
      return {
        try await body(repeat each values)
        return .null
      }
    }
  }

  @usableFromInline
  func register(
    _ path: String, calls body: @escaping (inout HostArguments) throws -> @Sendable () async throws -> Value
  ) throws {
    try define(path) { .function(try $0.waitingFunction(path, body)) }
  }

  @usableFromInline
  func register(_ path: String, values body: @escaping (inout HostArguments) throws -> Value) throws {
    try define(path) { .function(try $0.function(path, body)) }
  }

  /// Sets a global variable, or a field of global tables.
  ///
  /// - Throws: `lua.name` as `register`; `model.gone` for an entity that no longer exists; `lua.value` for lists and
  ///   maps that nest deeper than 64 levels.
  public func setGlobal(_ path: String, to value: some ValueConvertible) throws {
    let value = try script().runtime.store.given(value.toValue())
    try define(path) { $0.host.bridge.lua(value) }
  }

  private func define(_ path: String, _ value: @escaping (ScriptInstance) throws -> LuaValue) throws {
    try checkOpen()
    try LuaText.checkPath(path)
    try prepare { instance in
      do { try instance.state.set(path, to: value(instance)) } catch let error as Diagnostic
        where error.code == .luaError
      {
        throw Diagnostic(
          .luaName, "\"\(path)\" cannot be set: \(error.message)", hint: "functions of classes are added with extend")
      }
    }
  }
}
