internal import CLua

/// The part of a state that its references and callbacks share.
///
/// Outlives the C state, so that a late reference finds it closed.
final class LuaCore {
  let limits: LuaLimits
  let permissions: LuaPermissions
  /// The steps that the host takes for scripts.
  let budget: ExecutionBudget
  private let execution = LuaExecution()
  /// Nil once the state is closed.
  // Unchecked because every crossing reads it: no access is ever made inside another one.
  @exclusivity(unchecked) private(set) var raw: OpaquePointer?
  private let heap: LuaHeap
  let encoder: UnsafeMutablePointer<LuaEncoder>
  var print: (String) throws -> Void = { Swift.print($0) }
  var printError: (String) -> Void = { _ in }
  var resolve: (String) throws -> LuaModule? = { _ in nil }
  /// Returns the error for a module that was not found.
  var missingModule: (String) -> Diagnostic = notFound
  private static let notFound: @Sendable (String) -> Diagnostic = {
    Diagnostic("lua.module", "module '\($0)' not found")
  }
  var compiledScripts: CompiledScripts?
  /// The counters of the scripts that were loaded.
  var counters: [ScriptCounters] = []
  /// The numbers of the compiled scripts that were loaded; nil after a text that has none.
  var loadedScripts: [Int]? = []
  /// Those among them that an earlier state had compiled.
  private var knownScripts: [CompiledScripts.Chunk] = []
  var write: ((LuaStream, [UInt8]) throws -> Void)?
  /// Answers `os.exit` of scripts. The host of a state owns it.
  var host: UnretainedReference<ScriptHost>?
  private(set) var exitStatus = 0
  /// The output that does not end with a line break yet.
  private var unfinished: [LuaStream: [UInt8]] = [:]
  /// Diagnostics that scripts hold as error objects.
  private var failures: [UInt64: Diagnostic] = [:]
  private var nextFailure: UInt64 = 1
  var hasReportedLimit = false
  /// The file of the last place that a call had.
  @exclusivity(unchecked) var lastFile = ""
  /// See `LuaApplication.Options.hint`.
  private(set) var hint: (String) -> String?
  /// The texts of scripts that were loaded.
  let sources = ScriptSources()
  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var collected: [LuaObject] = []
  /// The epochs whose addresses C has, by the kind.
  private var epochs: [UInt16: PrefetchEpoch] = [:]
  /// Bytes of Lua's that closing has not freed, for tests: none.
  private(set) var leftBytes = 0

  /// - Parameters:
  ///   - heap: A heap that another core with the same limits and permissions has left; nil for a new one.
  ///   - seed: The seed of `math.random`, with which `pairs` has the same order in every process. A heap that another
  ///     core has left has an order already.
  init(
    limits: LuaLimits, permissions: LuaPermissions, seed: UInt64?, heap: LuaHeap? = nil,
    hint: @escaping (String) -> String?
  ) throws {
    (self.limits, self.permissions, self.hint) = (limits, permissions, hint)
    self.heap = heap ?? LuaHeap()
    encoder = self.heap.encoder
    budget = ExecutionBudget(execution)
    budget.timeLimit = limits.time
    budget.limitHint = hint(Diagnostic.Limit.time.hint)
    if let raw = heap?.raw {
      self.raw = raw
      self.heap.serve(self)
      okit_limit_process_memory(raw, limits.raw.growth)
    } else {
      raw = try openHeap(hasSeed: seed != nil)
    }
    execution.raw = raw
    if let raw {
      okit_set_unwinding_place(raw, budget.unwindingPlace)
      budget.hostState = ExecutionHostState(trip: okit_trip_place(raw), raw) { okit_deadline_did_change($0, $1) }
    }
    try check { okit_seed_random($0, seed ?? .random(in: .min ... .max)) }
    // The first kind is `.failure`. Each error object counts with the memory that the host keeps for it.
    if heap == nil { _ = try defineKind(FailureEntry(core: self), weight: 512) }
  }

  private func openHeap(hasSeed: Bool) throws -> OpaquePointer {
    let grants = try permissions.grants()
    let host = okit_host(
      invoke: { HostEntry.answer($0) },
      print: keep(PrintEntry(core: self, name: "print")),
      resolve: keep(ResolveEntry(core: self, name: "require")),
      load: keep(LoadEntry(core: self, name: "loadfile")),
      fail: keep(FailEntry(core: self, name: "load")),
      output: keep(OutputEntry(core: self, name: "write")),
      exit: keep(ExitEntry(core: self, name: "exit")),
      measure: keep(MeasureEntry(core: self, name: "measure")))
    guard let raw = okit_open(limits.raw, grants, host, hasSeed) else {
      throw Diagnostic("lua.limit", limits.memoryMessage, hint: hint(Diagnostic.Limit.memory.hint)).exceeding(.memory)
    }
    heap.open(raw)
    return raw
  }

  deinit { close() }

  func close() {
    guard let raw, !okit_is_running(raw) else { return }
    endCounting()
    leave()
    leftBytes = heap.close()
    finish()
  }

  /// Closes the core, and gives up its heap, as it was when it was saved.
  ///
  /// - Returns: Nil for a heap that cannot be used again, which is closed.
  func release() -> LuaHeap? {
    use(nil)
    if let raw, !okit_is_running(raw) { endCounting() }
    guard let raw, !okit_is_running(raw), heap.restore() else {
      close()
      return nil
    }
    guard heap.save(knownScripts) else {
      compiledScripts?.canBeSaved = false
      close()
      return nil
    }
    leave()
    finish()
    return heap
  }

  /// Lets other threads interrupt the work of the state.
  func use(_ interruption: Interruption?) { if let raw { okit_use_interruption(raw, interruption?.raw) } }

  private func leave() {
    raw = nil
    execution.raw = nil
    budget.hostState = nil
    failures = [:]
    epochs = [:]
  }

  /// Collects no garbage, unless memory runs out, or collects it again.
  func pauseCollection(_ isPaused: Bool) { if let raw { okit_pause_collection(raw, isPaused) } }

  /// Announces `save`.
  func willSave() { if let raw { okit_will_save(raw) } }

  /// See `LuaHeap.save`.
  func save() { heap.save() }

  func open() throws(Diagnostic) -> OpaquePointer {
    guard let raw else { throw Diagnostic("lua.closed", "the Lua state is closed") }
    return raw
  }

  /// Whether the state has loaded a compiled script before any script has run, so that its number stands for it.
  func takeSaved(_ script: CompiledScripts.Chunk) -> Bool {
    // The counters of a script belong to one state.
    guard script.counted == nil else { return false }
    if heap.takeSaved(script) { return true }
    // What is saved counts as memory of all scripts.
    if compiledScripts?.canBeSaved == true, limits.memory ?? .max >= 128 * LuaHeap.mostSavedBytes {
      knownScripts.append(script)
    }
    return false
  }

  func release(_ slot: Int32) {
    if let raw { okit_release(raw, slot) }
  }

  /// Keeps an entry for as long as the state lives, and gives the address that C calls it by.
  func keep(_ entry: HostEntry) -> UnsafeMutableRawPointer { heap.keep(entry) }

  /// Runs an entry into C, and throws what it failed with.
  func check(_ body: (OpaquePointer) -> Bool) throws(Diagnostic) {
    let raw = try open()
    guard !okit_runs_elsewhere(raw) else {
      throw Diagnostic("lua.thread", "the Lua state is in use on another thread")
    }
    guard body(raw) else { throw failure() }
  }

  func encode(_ values: [LuaValue]) throws(Diagnostic) -> okit_values {
    encoder.pointee.begin()
    for value in values { try encoder.pointee.add(value, core: self) }
    return encoder.pointee.values(count: values.count)
  }

  /// A value on Lua's stack, as an argument or a result is described.
  func value(_ described: okit_value) throws(Diagnostic) -> LuaValue {
    switch described.tag {
    case .function: return .function(try retain(described))
    case .table:
      var values = okit_values()
      try check { okit_read($0, described.reference, &values) }
      return try LuaDecoder.values(values, core: self).first ?? .null
    default: return LuaDecoder.simple(described)
    }
  }

  /// Keeps a value of any type on Lua's stack.
  func retain(_ described: okit_value) throws(Diagnostic) -> LuaReference {
    var slot: Int32 = 0
    try check { okit_retain($0, described.reference, &slot) }
    return LuaReference(core: self, slot: slot)
  }

  func defineKind(_ entry: ObjectEntry, weight: Int) throws(Diagnostic) -> LuaKind {
    let address = keep(entry)
    var kind: UInt16 = 0
    try check { okit_define_kind($0, entry.name, entry.handler.operations.rawValue, address, weight, &kind) }
    return LuaKind(rawValue: kind)
  }

  /// Returns the number of parameters of a function; nil for one that takes any number.
  func parameterCount(of function: LuaFunction) throws(Diagnostic) -> Int? {
    var count: Int32 = -1
    try check { okit_count_parameters($0, function.slot, &count) }
    return count < 0 ? nil : Int(count)
  }

  /// Allows `ipairs` to read ahead the elements of a kind, and to use them for as long as the epoch stays the same.
  func setEpoch(_ epoch: PrefetchEpoch, of kind: LuaKind) {
    guard let raw else { return }
    okit_set_epoch(raw, kind.rawValue, epoch.place)
    epochs[kind.rawValue] = epoch
  }
}

extension LuaCore {
  /// Gives C the address of a number that changes when names may get another meaning on objects of a kind. Their
  /// handler keeps it.
  func setDefinitions(_ place: UnsafePointer<Int>, of kind: LuaKind) {
    if let raw { okit_set_definitions(raw, kind.rawValue, place) }
  }

  /// Makes reads of the name with a number return a method for as long as that number stays the same.
  func share(_ method: LuaFunction, as slot: Int, of kind: LuaKind) {
    if let raw, let slot = Int32(exactly: slot) { okit_share_method(raw, kind.rawValue, slot, method.slot) }
  }
}

/// The limits of a state. Not the core itself, whose every use a weak reference to it would make dearer; the budget
/// keeps it, and may outlive the state.
private final class LuaExecution: ExecutionHost {
  /// Nil while the state is not open.
  var raw: OpaquePointer?

  var status: ExecutionBudget.HostStatus {
    okit_count_host_steps(UInt64(ExecutionBudget.interval))
    return switch okit_current_limit_status() {
    case .idle: .idle
    case .running: .running
    case .interrupted: .interrupted
    case .exceeded: .exceeded
    }
  }

  var isStopped: Bool {
    guard let raw else { return false }
    return ![.none, .exit, .work].contains(okit_tripped(raw))
  }

  var isInterrupted: Bool { raw.map(okit_is_work_interrupted) ?? false }

  var isTimeShort: Bool { raw.map(okit_is_time_short) ?? false }

  func workDidChange(isActive: Bool) { if let raw { isActive ? okit_begin_work(raw) : okit_end_work(raw) } }

  func deadlineDidChange(isActive: Bool) { if let raw { okit_deadline_did_change(raw, isActive) } }
}

// MARK: Errors

extension LuaKind {
  /// Diagnostics as error objects.
  static let failure = LuaKind(rawValue: 0)
}

extension LuaCore {
  /// Of more failures than these at a time only the essence is kept: what they quote would count for nothing.
  private static let wholeFailures = 10_000

  /// The error object for a diagnostic.
  /// Returns the same diagnostic with a hint in the words of the program.
  func worded(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let text = diagnostic.hint else { return diagnostic }
    var worded = diagnostic
    worded.hint = hint(text)
    return worded
  }

  func object(for diagnostic: Diagnostic) -> LuaObject {
    let diagnostic = worded(diagnostic)
    if failures.count >= 256 { drain() }
    let id = nextFailure
    nextFailure += 1
    failures[id] = failures.count < Self.wholeFailures ? diagnostic : diagnostic.essence
    return LuaObject(kind: .failure, bits: id)
  }

  func diagnostic(for bits: UInt64) -> Diagnostic {
    failures[bits] ?? Diagnostic("lua.error", "an error of the host")
  }
}

// MARK: Output

extension LuaCore {
  /// Takes what `io.write` and `io.stderr:write` write. Whole lines go where printed ones go, unless the
  /// application has a function for pieces of output.
  func put(_ bytes: UnsafeBufferPointer<UInt8>, to stream: LuaStream) throws {
    if let write { return try write(stream, Array(bytes)) }
    if let end = bytes.lastIndex(of: 0x0A) {
      let text = (unfinished.removeValue(forKey: stream) ?? []) + bytes[..<end]
      try (stream == .error ? printError : print)(String(decoding: text, as: UTF8.self))
      unfinished[stream] = Array(bytes[(end + 1)...])
    } else {
      unfinished[stream, default: []] += bytes
      if unfinished[stream, default: []].count > Self.longestLine { try printLine("", to: stream) }
    }
  }

  /// A longer line goes out in pieces: what waits for its end is the host's memory.
  private static let longestLine = 1 << 20

  /// Takes a line, which ends what was left unfinished.
  func printLine(_ text: String, to stream: LuaStream) throws {
    let start = unfinished.removeValue(forKey: stream).map { String(decoding: $0, as: UTF8.self) } ?? ""
    try (stream == .error ? printError : print)(start + text)
  }

  /// Takes a line of any bytes. Those that are not UTF-8 reach only an application with a function for pieces of output
  /// unchanged.
  func printLine(_ bytes: UnsafeBufferPointer<UInt8>, to stream: LuaStream) throws {
    if let text = String(validating: bytes, as: UTF8.self) { return try printLine(text, to: stream) }
    if let write { return try write(stream, bytes + [0x0A]) }
    try printLine(String(decoding: bytes, as: UTF8.self), to: stream)
  }

  /// Completes the output, and lets go of what belongs to the program that has run the script: functions of a heap that
  /// waits for the next script refer to this core, and the program may own that heap.
  private func finish() {
    for stream in [LuaStream.output, .error] where unfinished[stream]?.isEmpty == false {
      // The script that would get the error of a refused line has ended.
      do { try printLine("", to: stream) } catch { printError("\(error.asDiagnostic)") }
    }
    (print, printError, write) = ({ _ in }, { _ in }, nil)
    (resolve, missingModule, compiledScripts) = ({ _ in nil }, Self.notFound, nil)
    hint = { $0 }
  }

  func end(status: Int, canWait: Bool) throws -> LuaOutcome {
    exitStatus = status
    return try host?.object?.end(status: status, canWait) ?? .nothing
  }
}

// MARK: Collected objects

extension LuaCore {
  private func drain() {
    guard let raw else { return }
    withUnsafeTemporaryAllocation(of: okit_object.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return }
      while true {
        let count = okit_take_collected(raw, start, buffer.count)
        for object in buffer.prefix(count) {
          if object.kind == LuaKind.failure.rawValue {
            failures[object.bits] = nil
          } else {
            collected.append(LuaObject(kind: LuaKind(rawValue: object.kind), bits: object.bits))
          }
        }
        if count < buffer.count { return }
      }
    }
  }

  /// Returns whether Lua has an object.
  func isAlive(_ object: LuaObject) -> Bool {
    raw.map { okit_is_alive($0, object.kind.rawValue, object.bits) } ?? false
  }

  func takeCollected() -> [LuaObject] {
    if collected.isEmpty {
      guard let raw, okit_has_collected(raw) else { return [] }
    }
    // Those of before may have been handed out again since; those of now are gone.
    let before = collected.filter { !isAlive($0) }
    collected = []
    drain()
    defer { collected = [] }
    // An object that was collected, created again and collected again is reported once.
    var seen: Set<LuaObject> = []
    return before.isEmpty ? collected : (before + collected).filter { seen.insert($0).inserted }
  }
}
