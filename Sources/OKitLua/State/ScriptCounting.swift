internal import CLua

/// A script with counters: the text to compile in place of its own, on the same lines.
package struct InstrumentedText: Sendable {
  package let text: String
  /// The number of counters of each function, that of the script as a whole first; none for an empty script.
  package let counters: [UInt32]
  /// The number of operators whose outcomes are counted.
  package let operatorCount: Int

  package init(text: String, counters: [Int], operatorCount: Int) {
    (self.text, self.operatorCount) = (text, operatorCount)
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
  private let slot: Int32
  private let text: InstrumentedText
  /// What was counted and not taken when the state was closed.
  private var rest: [UInt64]?

  fileprivate init(_ core: LuaCore, _ slot: Int32, _ text: InstrumentedText) {
    (self.core, self.slot, self.text) = (core, slot, text)
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
  func instrumented(_ text: String, chunk: String) -> (text: InstrumentedText, function: LuaFunction)? {
    guard let counting = compiledScripts?.counting, !chunk.hasPrefix("="),
      let counted = counting.instrument(text, chunk: chunk), !counted.counters.isEmpty
    else { return nil }
    var instrumented = counted.text
    do {
      return (counted, try instrumented.withUTF8 { try load(text: $0, chunk: chunk) })
    } catch {
      counting.refuse(chunk: chunk)
      return nil
    }
  }

  /// Makes the counters of a script that was loaded.
  func count(_ text: InstrumentedText?, chunk: String) throws(Diagnostic) {
    guard let text, let counting = compiledScripts?.counting else { return }
    var slot: Int32 = 0
    try check { raw in
      text.counters.withUnsafeBufferPointer { sizes in
        guard let first = sizes.baseAddress else { return false }
        return okit_add_counters(raw, Self.countersName, first, sizes.count, text.operatorCount, &slot)
      }
    }
    let new = ScriptCounters(self, slot, text)
    counters.append(new)
    counting.didLoad(chunk, new)
  }

  /// Keeps what was counted, before the state is closed.
  func endCounting() {
    for counters in counters { counters.end() }
    counters = []
  }
}
