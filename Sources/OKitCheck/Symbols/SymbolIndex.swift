/// All places where the files of an application name what it defines.
///
/// Made once for each analysis; it answers without the definitions, which may end before it.
package final class SymbolIndex {
  /// Sorted by file and range.
  package let occurrences: [Occurrence]
  /// The places that may name something, by what that is.
  let uncertain: UncertainPlaces
  let facts: SymbolFacts
  private let tokens: [String: [BindingToken]]
  private let bySymbol: [Symbol: [Occurrence]]
  private let byFile: [String: [Occurrence]]

  /// Finds the symbols of an application.
  ///
  /// - Parameters:
  ///   - definitions: what the script has defined.
  ///   - scripts: the parsed scripts of the application.
  package convenience init(_ definitions: ScriptDefinitions, _ scripts: [LuaScript]) {
    self.init(definitions, scripts, RelatedScripts(definitions, scripts))
  }

  private init(_ definitions: ScriptDefinitions, _ scripts: [LuaScript], _ related: RelatedScripts) {
    var collector = SymbolCollector(definitions, scripts, related)
    collector.collect()
    occurrences = collector.occurrences.sorted {
      ($0.file, $0.range.lower, $0.range.upper) < ($1.file, $1.range.lower, $1.range.upper)
    }
    uncertain = collector.uncertain
    facts = SymbolFacts(
      definitions, collector.check.localizedTexts, collector.scripts, collector.storyboards,
      unreadable: related.unreadable)
    tokens = Dictionary(grouping: collector.tokens, by: \.file).mapValues {
      $0.sorted { ($0.range.lower, $0.range.upper) < ($1.range.lower, $1.range.upper) }
    }
    bySymbol = Dictionary(grouping: occurrences, by: \.symbol)
    byFile = Dictionary(grouping: occurrences, by: \.file)
  }

  /// The symbols, in no particular order.
  package var symbols: [Symbol] { Array(bySymbol.keys) }

  /// The files in which names were looked for, as messages name them.
  package var files: [String] { Array(facts.contents.keys) }

  /// The text of a file in which names were looked for, in UTF-8.
  package func text(of file: String) -> [UInt8]? { facts.contents[file] }

  /// The parts of bindings in a file, in the order of the text. Parts may overlap where a text is read in several ways.
  package func tokens(in file: String) -> [BindingToken] { tokens[file] ?? [] }

  /// The occurrences in a file, in the order of the text.
  package func occurrences(in file: String) -> [Occurrence] { byFile[file] ?? [] }

  /// Returns what a file names at a UTF-8 offset, also after the last character of the name. Several for a binding
  /// that is read in contexts of several classes.
  package func occurrences(at offset: Int, in file: String) -> [Occurrence] {
    let all = byFile[file] ?? []
    let low = all.partitionPoint { $0.range.upper < offset }
    let found = all[low...].prefix { $0.range.lower <= offset }.filter { $0.range.upper >= offset }
    // Between two names, the one that begins there.
    let inside = found.filter { offset < $0.range.upper }
    return inside.isEmpty ? Array(found) : inside
  }

  /// The places where a symbol is defined; none for one of which only the name is known.
  package func definitions(of symbol: Symbol) -> [Occurrence] { (bySymbol[symbol] ?? []).filter(\.isDefinition) }

  /// The places that name a symbol, in the order of files.
  package func references(to symbol: Symbol, withDefinitions: Bool = true) -> [Occurrence] {
    (bySymbol[symbol] ?? []).filter { withDefinitions || !$0.isDefinition }
  }
}
