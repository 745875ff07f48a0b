/// The compiled chunks of scripts, for the states that run the same scripts one after the other: the launches of a test
/// file.
///
/// A chunk depends on nothing but its name and its text. Used by one thread at a time.
package final class CompiledScripts {
  struct Chunk {
    /// Differs from that of any other text.
    let number: Int
    /// Names with equal letters may have different bytes.
    let name: String
    let text: String
    let bytes: [UInt8]
    /// Nil for a script that is compiled as it is.
    let counted: InstrumentedText?
  }

  private var scripts: [String: Chunk] = [:]
  private var count = 0
  /// The chunks of the scripts that are part of the program, by name.
  private var preludes: [String: [UInt8]] = [:]

  /// Counts what scripts run; nil for nothing. Scripts are compiled again for another one, which does not know their
  /// counters.
  package var counting: (any ScriptCounting)? {
    didSet { if counting !== oldValue { scripts = [:] } }
  }

  /// Whether states can keep loaded scripts for the next ones.
  var canBeSaved = true

  package init() {}

  /// Returns a text with its compiled form; nil if the chunk had another text before, or was not compiled yet.
  func script(_ text: String, chunk: String) -> Chunk? {
    guard let known = scripts[chunk], known.name.hasBytes(of: chunk), known.text.hasBytes(of: text) else { return nil }
    return known
  }

  /// Adds the compiled form of a text, in place of an earlier version of the script.
  func add(_ bytes: [UInt8], script text: String, chunk: String, counted: InstrumentedText? = nil) -> Chunk {
    count += 1
    let new = Chunk(number: count, name: chunk, text: text, bytes: bytes, counted: counted)
    scripts[chunk] = new
    return new
  }

  func prelude(_ chunk: String) -> [UInt8]? { preludes[chunk] }

  func add(_ bytes: [UInt8], prelude chunk: String) { preludes[chunk] = bytes }
}
