internal import LuaSyntax
package import OKitCheck

/// Finds the mutants of the scripts of an application.
package struct MutantFinder {
  private let analysis: ApplicationAnalysis?
  private let properties: [String: [DefinitionProperty]]

  /// - Parameter analysis: What the definitions say; nil for scripts without any.
  package init(_ analysis: ApplicationAnalysis?) {
    self.analysis = analysis
    properties = Dictionary(grouping: analysis?.definitionProperties ?? [], by: \.script.file)
  }

  /// Returns the mutants of a script in the order of their places, the same for the same script; none for one that
  /// cannot be parsed.
  package func mutants(ofFile file: String, text: String) -> [Mutant] {
    // The tests report what Lua says of it.
    guard let script = analysis?.scripts.first(where: { $0.file == file }) ?? LuaScript(valid: text, file: file),
      script.text.utf8.elementsEqual(text.utf8)
    else { return [] }
    let tokens = LuaTokens(script: Array(text.utf8))
    var collector = MutantCollector(script, tokens)
    if let analysis {
      var mutators = TextMutators(analysis, script, tokens, collector)
      mutators.collect(properties[file] ?? [])
      collector = mutators.collector
    }
    var mutators = LuaMutators(script, tokens, collector)
    mutators.collect()
    return mutators.collector.mutants
  }
}
