internal import CLua

/// A script with counters: the text to compile in place of its own, on the same lines.
package struct InstrumentedText: Sendable {
  package let text: String
  /// The text of a file that scripts load with `dofile` or `loadfile`, whose function may be called several times: it
  /// finds its counters in its environment.
  package let fileText: String
  /// The number of counters of each function, that of the script as a whole first; none for an empty script.
  package let counters: [UInt32]
  /// The number of operators whose outcomes are counted.
  package let operatorCount: Int

  package init(text: String, fileText: String, counters: [Int], operatorCount: Int) {
    (self.text, self.fileText, self.operatorCount) = (text, fileText, operatorCount)
    self.counters = counters.map { UInt32($0) }
  }
}

/// Counts what scripts run: inserts counters into them, and reads the counters.
package protocol ScriptCounting: AnyObject {
  /// Returns a script with counters; nil to compile it as it is.
  func instrument(_ text: String, chunk: String) -> InstrumentedText?
  /// The script with counters cannot be compiled, so that it runs without them.
  func refuse(chunk: String)
  /// A state has loaded a script with counters, which runs next.
  func didLoad(_ chunk: String, _ counters: ScriptCounters)
}

/// The counters of a script in one state.
package final class ScriptCounters {
  private weak var core: LuaCore?
  fileprivate let slot: Int32
  fileprivate let text: InstrumentedText
  fileprivate let chunk: String
  /// What was counted and not taken when the state was closed.
  private var rest: [UInt64]?

  fileprivate init(_ core: LuaCore, _ slot: Int32, _ text: InstrumentedText, _ chunk: String) {
    (self.core, self.slot, self.text, self.chunk) = (core, slot, text, chunk)
  }

  /// Whether the state is closed.
  package var isEnded: Bool { core?.raw == nil }

  /// Returns what was counted since the last time; empty when the state was left in the middle of something.
  package func take() -> [UInt64] {
    if let rest {
      self.rest = nil
      return rest
    }
    guard let raw = core?.raw else { return [] }
    var totals = [UInt64](repeating: 0, count: text.counters.reduce(0) { $0 + Int($1) } + 2 * text.operatorCount)
    let isRead = totals.withUnsafeMutableBufferPointer { totals in
      text.counters.withUnsafeBufferPointer { sizes in
        guard let totals = totals.baseAddress, let first = sizes.baseAddress else { return false }
        return okit_take_counters(raw, slot, first, sizes.count, text.operatorCount, totals)
      }
    }
    return isRead ? totals : []
  }

  fileprivate func end() { rest = take() }
}

extension LuaCore {
  /// The global variable with the counters, which the chunk removes when it begins.
  static let countersName = "\u{1B}okit"

  /// Returns the function of a script with counters; nil for one that is compiled as it is.
  ///
  /// - Parameter file: The name of a file that a script loads, as errors have it; nil for anything else.
  func instrumented(
    _ text: String, chunk: String, loadedAs file: String? = nil
  ) -> (text: InstrumentedText, function: LuaFunction)? {
    guard let counting = compiledScripts?.counting, !chunk.hasPrefix("="),
      let counted = counting.instrument(text, chunk: chunk), !counted.counters.isEmpty
    else { return nil }
    var instrumented = file == nil ? counted.text : counted.fileText
    do {
      return (counted, try instrumented.withUTF8 { try load(text: $0, chunk: file ?? chunk) })
    } catch {
      counting.refuse(chunk: chunk)
      return nil
    }
  }

  /// Returns the function of a file that a script loads, with counters; nil where nothing is counted.
  func countedFile(_ text: String, name: String) throws(Diagnostic) -> LuaFunction? {
    let chunk = WorkingDirectory.relative(name)
    // Some editors begin every file with a byte order mark.
    var text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    // The caller compiles the text again and raises the error.
    guard !name.hasPrefix("="), !name.hasPrefix("@"), compiledScripts?.counting != nil,
      (try? text.withUTF8({ try load(text: $0, chunk: name) })) != nil,
      let (counted, function) = instrumented(text, chunk: chunk, loadedAs: name)
    else { return nil }
    var known = counters.first { $0.chunk == chunk && $0.text.fileText == counted.fileText }
    if known == nil { known = try addCounters(of: counted, chunk: chunk, inGlobal: nil) }
    guard let slot = known?.slot else { return nil }
    try check { okit_count_function($0, function.slot, slot, counted.counters.count) }
    return function
  }

  /// Makes the counters of a script that was loaded and runs next.
  func count(_ text: InstrumentedText?, chunk: String) throws(Diagnostic) {
    if let text { _ = try addCounters(of: text, chunk: chunk, inGlobal: Self.countersName) }
  }

  private func addCounters(
    of text: InstrumentedText, chunk: String, inGlobal global: String?
  ) throws(Diagnostic) -> ScriptCounters? {
    guard let counting = compiledScripts?.counting else { return nil }
    var slot: Int32 = 0
    try check { raw in
      text.counters.withUnsafeBufferPointer { sizes in
        guard let first = sizes.baseAddress else { return false }
        return okit_add_counters(raw, global, first, sizes.count, text.operatorCount, &slot)
      }
    }
    let new = ScriptCounters(self, slot, text, chunk)
    counters.append(new)
    counting.didLoad(chunk, new)
    return new
  }

  /// Keeps what was counted, before the state is closed.
  func endCounting() {
    for counters in counters { counters.end() }
    counters = []
  }
}
