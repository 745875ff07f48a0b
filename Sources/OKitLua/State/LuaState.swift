internal import CLua

/// A module's text, as `require` gets it from the host.
package struct LuaModule: Sendable, Hashable {
  package var text: String
  /// The name of the module in errors: its file.
  package var chunk: String
  /// The path of a native library, which is loaded instead of the text where the permission `native` is given.
  package var library: String?

  package init(text: String, chunk: String) {
    self.text = text
    self.chunk = chunk
  }

  package init(library: String) {
    self.init(text: "", chunk: library)
    self.library = library
  }
}

/// The stream to which `io.write` or `io.stderr:write` writes.
package enum LuaStream: Sendable, Hashable { case output, error }

/// A sandboxed Lua state with limits.
///
/// Synchronous and not `Sendable`: one isolation at a time uses it. Errors of scripts are thrown as `Diagnostic`s with
/// file and line, and the traceback as notes. Once a limit has tripped, the state is dead, and everything throws
/// `lua.limit`.
package final class LuaState {
  let core: LuaCore
  /// The paths of global functions that were called by their names.
  // Unchecked because every call by name reads them: no access of these is ever made inside another one.
  @exclusivity(unchecked) var globals: [String: PreparedGlobal] = [:]
  /// The last one: programs call the same function again and again.
  @exclusivity(unchecked) var lastGlobal: PreparedGlobal?

  /// - Throws: `lua.limit` when the limit is too small for the libraries, `lua.permission`.
  package convenience init(limits: LuaLimits = LuaLimits(), permissions: LuaPermissions = LuaPermissions()) throws {
    try self.init(limits: limits, permissions: permissions) { $0 }
  }

  /// - Parameters:
  ///   - seed: See `LuaCore.init`.
  ///   - hint: See `LuaApplication.Options.hint`.
  package convenience init(
    limits: LuaLimits, permissions: LuaPermissions, seed: UInt64? = nil,
    hint: @escaping (String) -> String?
  ) throws {
    try self.init(limits: limits, permissions: permissions, seed: seed, heap: nil, hint: hint)
  }

  /// See `LuaCore.init`.
  init(
    limits: LuaLimits, permissions: LuaPermissions, seed: UInt64?, heap: LuaHeap?,
    hint: @escaping (String) -> String?
  ) throws {
    core = try LuaCore(
      limits: limits, permissions: permissions, seed: seed, heap: heap, hint: hint)
  }

  deinit { core.close() }

  /// Frees everything. Without effect while a script runs. What uses the state later throws `lua.closed`.
  package func close() { core.close() }

  /// Gets each line that a script prints; to the standard output unless changed. An error is raised in the script.
  package var print: (String) throws -> Void {
    get { core.print }
    set { core.print = newValue }
  }

  /// Gets each line that a script writes to `io.stderr`, where it has that; to nowhere unless changed.
  package var printError: (String) -> Void {
    get { core.printError }
    set { core.printError = newValue }
  }

  /// Gets what `io.write` and `io.stderr:write` write, where scripts may use them, piece by piece. Nil: whole lines go
  /// to `print` and `printError`.
  package var write: ((LuaStream, [UInt8]) throws -> Void)? {
    get { core.write }
    set { core.write = newValue }
  }

  /// Finds the text of a module for `require`; nil or an error when there is none.
  package var resolve: (String) throws -> LuaModule? {
    get { core.resolve }
    set { core.resolve = newValue }
  }

  /// The budget of the host's work for scripts: loops over data that scripts supply take steps in it.
  package var budget: ExecutionBudget { core.budget }

  /// A Boolean value that indicates whether a limit has stopped the state permanently.
  package var isDead: Bool { core.raw.map { ![.none, .work].contains(okit_tripped($0)) } ?? true }

  /// Why a limit has stopped the state permanently; nil while it runs scripts.
  package var stopReason: Diagnostic? { core.stopReason }

  /// Whether the state was not closed yet.
  var isOpen: Bool { core.raw != nil }

  /// A Boolean value that indicates whether a script is on the stack.
  package var isRunning: Bool { core.raw.map { okit_is_running($0) } ?? false }

  /// The number of entries into Lua that have not returned; nil when another state runs on top of them.
  var callDepth: Int? {
    guard let raw = core.raw else { return 0 }
    let depth = okit_call_depth(raw)
    return depth < 0 ? nil : Int(depth)
  }

  /// The number of errors of Lua's stack that scripts have caught.
  var stackOverflows: Int { core.raw.map { Int(okit_stack_overflows($0)) } ?? 0 }

  /// Whether a limit has stopped the state, or the running script was interrupted.
  var hasMetLimit: Bool { core.raw.map { okit_tripped($0) != .none || okit_was_interrupted($0) } ?? true }

  /// Bytes in use by Lua.
  package var memory: Int { core.raw.map { okit_memory($0) } ?? 0 }

  /// The nearest line of a script that is running, for messages.
  package var place: Diagnostic.Place? { core.place }

  /// The functions that are running, innermost first.
  package var frames: [Diagnostic.Note] { core.currentNotes }

  /// Returns the line of a property of the controller or cell that a script defines at a place.
  func place(of property: Diagnostic.Origin, in definition: Diagnostic.Place) -> Diagnostic.Place {
    core.sources.place(of: property, in: definition)
  }

  /// Adds a storyboard to the texts whose lines errors show.
  func addStoryboard(_ text: String, file: String) {
    core.sources.add(storyboard: text, file: file)
    core.loadedScripts = nil
  }

  /// Whether a script may call a function of that name, apart from defining it.
  func uses(_ name: String) -> Bool { core.sources.uses(name) }

  /// Returns the diagnostic with the place in the running script and its traceback.
  package func complete(_ diagnostic: Diagnostic) -> Diagnostic {
    guard isRunning else { return diagnostic }
    var completed = diagnostic.at(place)
    completed.notes += core.currentNotes
    return core.sources.explain(completed)
  }

  /// Raises an error in the scripts that run on the thread that calls this; when they have caught one, the next time
  /// stops them permanently. May be called from a signal handler.
  package static func interrupt() { okit_interrupt() }

  /// Keeps freed memory in the process, for states that are opened one after the other.
  package static func keepFreedMemory(bytes: Int) { okit_keep_freed_memory(bytes) }

  /// Collects all garbage.
  package func collectGarbage() throws { try core.check { okit_collect($0) } }

  /// Objects that Lua no longer holds. Passing an object to Lua again makes it available again.
  package func drainReleased() -> [LuaObject] { core.takeCollected() }

  static func chunkName(_ chunk: String) -> String {
    chunk.hasPrefix("=") || chunk.hasPrefix("@") ? chunk : "@" + chunk
  }
}

// MARK: Running

extension LuaState {
  /// Compiles a text. `chunk` is the file that errors name; with `=` in front, a title.
  ///
  /// - Throws: `lua.syntax` with file and line.
  package func load(_ text: String, chunk: String) throws -> LuaFunction {
    core.sources.add(text, chunk: chunk)
    var text = text
    do { return try text.withUTF8 { try core.load(text: $0, chunk: chunk) } } catch let failure as Diagnostic {
      throw located(failure, in: text)
    }
  }

  /// Compiles a chunk that a person has typed.
  ///
  /// - Parameters:
  ///   - file: The title that errors name.
  ///   - line: The number of its first line.
  ///   - isExpression: Whether the chunk returns the values of its expressions.
  /// - Throws: `lua.syntax` with file and line.
  func load(typed text: String, in file: String, line: Int, isExpression: Bool) throws -> LuaFunction {
    let (chunk, padding) = core.sources.add(typed: text, file: file, line: line)
    // Before the line breaks, so that columns stay the same.
    var source = (isExpression ? "return " : "") + String(repeating: "\n", count: padding) + text
    do { return try source.withUTF8 { try core.load(text: $0, chunk: "=" + chunk) } } catch let failure as Diagnostic {
      throw located(failure, in: source, base: max(0, line - 1) - padding)
    }
  }

  /// Compiles one of the scripts that are part of the bridge. Its lines never appear in errors.
  package func loadPrelude(_ name: String) throws -> LuaFunction {
    let text = okit_prelude(name)
    guard let start = text.bytes else { throw Diagnostic("lua.module", "unknown prelude '\(name)'") }
    return try load(
      prelude: UnsafeRawBufferPointer(start: start, count: text.length), chunk: "=[okit:\(name)]")
  }

  /// Compiles a script that is part of the program, unless the build has done it. Its lines never appear in errors when
  /// the name of the chunk begins with `=[okit`.
  package func load(prelude: UnsafeRawBufferPointer, chunk: String) throws -> LuaFunction {
    let built = okit_compiled_script(chunk, prelude.count)
    if built.bytes != nil { return try core.load(compiled: built, chunk: chunk, cost: prelude.count) }
    if let bytes = core.compiledScripts?.prelude(chunk) {
      return try core.load(compiled: bytes, chunk: chunk, cost: prelude.count)
    }
    let function = try prelude.withMemoryRebound(to: UInt8.self) { try core.load(text: $0, chunk: chunk) }
    if let scripts = core.compiledScripts, let bytes = try core.dump(function) { scripts.add(bytes, prelude: chunk) }
    return function
  }

  /// Calls a function that may wait.
  package func start(_ function: LuaFunction, _ arguments: [LuaValue] = []) throws -> LuaRun {
    let slot = try own(function)
    let arguments = try core.encode(arguments)
    var run = okit_run()
    try core.check { okit_start($0, slot, arguments, &run) }
    return try finish(run, nil)
  }

  /// Resumes a waiting function; its call of the host returns the values.
  package func resume(_ coroutine: LuaCoroutine, _ values: [LuaValue] = []) throws -> LuaRun {
    try resume(coroutine, core.encode(values), raise: false)
  }

  /// Resumes a waiting function with an error, which its call of the host raises.
  package func resume(_ coroutine: LuaCoroutine, throwing diagnostic: Diagnostic) throws -> LuaRun {
    try resume(coroutine, core.encode([.object(core.object(for: diagnostic))]), raise: true)
  }

  private func resume(_ coroutine: LuaCoroutine, _ values: okit_values, raise: Bool) throws -> LuaRun {
    let slot = try take(coroutine)
    var run = okit_run()
    try core.check { okit_resume($0, slot, values, raise, &run) }
    return try finish(run, coroutine)
  }

  /// Ends a function that waits, and closes its to-be-closed variables.
  package func cancel(_ coroutine: LuaCoroutine) throws {
    let slot = try take(coroutine)
    try core.check { okit_cancel($0, slot) }
  }

  private func finish(_ run: okit_run, _ coroutine: LuaCoroutine?) throws(Diagnostic) -> LuaRun {
    let values = try LuaDecoder.values(run.values, core: core)
    if run.finished { return .finished(values) }
    guard let coroutine else { return .yielded(LuaCoroutine(core: core, slot: run.coroutine), values) }
    coroutine.slot = run.coroutine
    return .yielded(coroutine, values)
  }

  private func take(_ coroutine: LuaCoroutine) throws -> Int32 {
    guard coroutine.core === core, let slot = coroutine.slot else {
      throw Diagnostic("lua.coroutine", "this function is not waiting")
    }
    coroutine.slot = nil
    return slot
  }
}

extension okit_text {
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), length: bytes.count)
  }
}
