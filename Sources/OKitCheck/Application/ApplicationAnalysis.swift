/// What a check has found out about an application: the findings, and what they were found in.
///
/// One thread at a time uses it, because the definitions belong to a Lua state.
package final class ApplicationAnalysis {
  package let result: CheckResult
  /// The scripts that Lua has loaded and that could be parsed, the main script first.
  package let scripts: [LuaScript]
  /// What the scripts define; nil if the main script could not be read.
  package let definitions: ScriptDefinitions?

  /// The meaning of bindings; nil if the main script could not be read.
  package private(set) lazy var inspector = definitions.map { BindingInspector($0.definition, $0.evaluator) }

  /// The places of all names; nil unless the main script has run to its end. Made when it is first read.
  package private(set) lazy var symbols = isComplete ? definitions.map { SymbolIndex($0, scripts) } : nil

  private(set) lazy var declarations = definitions.map { DeclarationIndex(scripts, ScriptInference(scripts, $0)) }

  init(_ result: CheckResult, _ scripts: [LuaScript], _ definitions: ScriptDefinitions) {
    (self.result, self.scripts, self.definitions) = (result, scripts, definitions)
  }

  /// The analysis of a script that could not be read or run.
  package init(failure: Diagnostic, _ path: String) {
    var result = CheckResult()
    result.isIncomplete = true
    result.files = [path]
    result.findings = [ApplicationCheck.finding(for: failure, path)]
    (self.result, scripts, definitions) = (result, [], nil)
  }

  /// Whether the main script has run to its end, so that everything is defined.
  package var isComplete: Bool { definitions.map { $0.failure == nil } ?? false }

  package var definesControllers: Bool { definitions.map { !$0.definition.controllers.isEmpty } ?? false }

  /// Whether the main script names the module `okit`.
  package var mentionsModule: Bool {
    definitions?.scripts.first.map { $0.text.contains("\"okit\"") || $0.text.contains("'okit'") } ?? false
  }

  /// Ends the scripts.
  package func close() { definitions?.close() }
}
