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
  /// - Throws: `lua.name` for a path that scripts cannot write, such as `a..b` or `end`.
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
    try checkNames(path)
    try prepare { try $0.state.set(path, to: .function($0.waitingFunction(path, body))) }
  }

  /// - Throws: `lua.name` for what is not a name, or names with dots between them where that is a path.
  private func checkNames(_ text: String, isPath: Bool = true) throws {
    let names = isPath ? text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : [text]
    for name in names where !LuaText.isName(name) {
      throw Diagnostic(
        .luaName,
        LuaText.keywords.contains(name)
          ? "\"\(name)\" is a keyword of Lua"
          : "\"\(text)\" is not a name in Lua; use letters, digits and _, such as \(isPath ? "shop.greet" : "greet")")
    }
  }

  @usableFromInline
  func register(_ path: String, values body: @escaping (inout HostArguments) throws -> Value) throws {
    try checkNames(path)
    try prepare { instance in
      try instance.state.set(path, to: .function(try instance.function(path, body)))
    }
  }

  /// Adds an extension function to a core type (`Number`, `String`, …) or an entity class: bindings say
  /// `price/vat(#0.19)`.
  ///
  ///     try app.extend("Number", "vat") { (price: Double, rate: Double) in price * (1 + rate) }
  ///
  /// Lua calls a function of an entity class as a method, unless entities have one of that name: `book:sell()`.
  ///
  /// - Throws: `function.type` with the nearest name; `lua.name`.
  @inlinable
  public func extend<Receiver: ValueConvertible, each Argument: ValueConvertible, Result: ValueConvertible>(
    _ type: String, _ name: String, _ body: @escaping (Receiver, repeat each Argument) throws -> Result
  ) throws {
    try extend(type, name) { arguments in
      try body(arguments.next(Receiver.self), repeat arguments.next((each Argument).self)).toValue()
    }
  }

  @usableFromInline
  func extend(_ type: String, _ name: String, values body: @escaping (inout HostArguments) throws -> Value) throws {
    try checkNames(name, isPath: false)
    // After a reload, the script has not defined its classes yet.
    try open().host.checkExtensible(type)
    try prepare { instance in instance.host.addExtension(to: type, name, try instance.function(name, body)) }
  }

  /// Defines an entity class, which the script finds as a global of that name, as if it had extended `superClass`
  /// itself.
  ///
  ///     try app.define("Book", [Property("name", .string), Property("price", .double)])
  ///
  /// - Parameters:
  ///   - name: What bindings, documents and the script call it.
  ///   - superClass: `ModelEntity`, `Model`, `ModelTransient` or a class of the application.
  ///   - properties: Its own, besides those of the super class.
  /// - Throws: `model.duplicateType`, `model.unknownType` and what else a wrong schema says.
  public func define(_ name: String, extending superClass: String = "ModelEntity", _ properties: [Property]) throws {
    try checkNames(name, isPath: false)
    try prepare { instance in
      let store = instance.runtime.store
      try store.define(
        name, extending: try store.requireType(superClass, for: name), properties: properties)
      if let adopt = instance.host.environment.functions?.adopt {
        try instance.state.call(adopt, [.string(name), .string(superClass)])
      }
    }
  }

  /// Sets a global variable, or a field of global tables.
  public func setGlobal(_ path: String, to value: some ValueConvertible) throws {
    try checkNames(path)
    try prepare { try $0.state.set(path, to: $0.host.bridge.lua(value.toValue())) }
  }
}
