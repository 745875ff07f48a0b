/// Checks an application: runs its definitions, and compares everything that they define with the schema and the
/// scripts.
package struct ApplicationCheck {
  private let definitions: ScriptDefinitions
  private let scripts: [LuaScript]
  private let inference: ScriptInference

  /// Checks the application of a script.
  ///
  /// - Parameter options: limits, permissions and arguments of the script.
  /// - Throws: what making a Lua state throws. Anything wrong with the script is a finding.
  package static func check(_ path: String, options: LuaApplication.Options) throws -> CheckResult {
    let analysis = try analyze(path, options: options)
    defer { analysis.close() }
    return analysis.result
  }

  /// Checks the application of a script, and keeps what it has defined; see `check(_:options:)`.
  package static func analyze(_ path: String, options: LuaApplication.Options) throws -> ApplicationAnalysis {
    do { return try analyze(options) { try ScriptDefinitions(script: path, options: $0) } } catch let failure
      as Diagnostic
    {
      return ApplicationAnalysis(failure: failure, path)
    }
  }

  /// Checks the application that a text is; see `check(_:options:)`.
  package static func check(text: String, file: String, options: LuaApplication.Options) throws -> CheckResult {
    do {
      let analysis = try analyze(options) { try ScriptDefinitions(text: text, chunk: file, folder: nil, options: $0) }
      defer { analysis.close() }
      return analysis.result
    } catch let failure as Diagnostic { return ApplicationAnalysis(failure: failure, file).result }
  }

  private static func analyze(
    _ options: LuaApplication.Options, _ run: (LuaApplication.Options) throws -> ScriptDefinitions
  ) throws -> ApplicationAnalysis {
    let check = ApplicationCheck(try ScriptDefinitions.withEndpoint(options, run))
    return ApplicationAnalysis(check.result(), check.scripts, check.definitions)
  }

  /// The finding of a script that could not be read.
  static func finding(for failure: Diagnostic, _ path: String) -> Finding {
    var failure = failure
    if failure.place == nil { failure.place = .init(file: path) }
    return FindingLocator([]).finding(failure, code: failure.code.rawValue)
  }

  /// The scripts of an application with their syntax trees.
  static func parsed(_ definitions: ScriptDefinitions) -> [LuaScript] {
    // Lua has reported a script that cannot be parsed; one that is nested too deeply has no checks of its own.
    definitions.scripts.compactMap { try? LuaScript(file: $0.name, text: $0.text) }
  }

  private init(_ definitions: ScriptDefinitions) {
    self.definitions = definitions
    scripts = Self.parsed(definitions)
    inference = ScriptInference(scripts, definitions)
  }

  private func result() -> CheckResult {
    var result = CheckResult()
    result.files = definitions.files
    let locator = FindingLocator(scripts, files: definitions.scripts)
    var findings = diagnostics.map { locator.finding($0.diagnostic, code: $0.code) }
    findings += scriptFindings(locator)
    if let failure = definitions.failure {
      let later = LaterNames(scripts)
      findings = findings.filter { !later.explain($0) }
      findings.append(locator.finding(failure, code: FindingCode.code(for: failure)))
      result.isIncomplete = Self.preventsCheck(failure)
    }
    if definitions.failure == nil { findings += LocalizationCheck(definitions, scripts, inference, locator).findings }
    let consequences = ConsequentFindings(findings)
    let ignored = IgnoreComments(scripts, definitions.texts.map { $0.file })
    findings = findings.filter { !ignored.contains($0) && !consequences.contain($0) }.sorted(by: Finding.isOrdered)
    // A class of cells may be used by several controllers.
    for finding in findings where result.findings.last.map({ $0.isAtPlace(of: finding) }) != true {
      result.findings.append(finding)
    }
    return result
  }

  /// Whether an error in the script says nothing about its definitions.
  static func preventsCheck(_ failure: Diagnostic) -> Bool {
    ["lua.", "file.", "strings.", "app.", "http.", "storage."].contains { failure.code.rawValue.hasPrefix($0) }
  }

  // MARK: Definitions

  private var diagnostics: [(diagnostic: Diagnostic, code: String)] {
    let (definition, evaluator) = (definitions.definition, definitions.evaluator)
    let functions = ScriptFunctionIndex(scripts, inference)
    let check = DefinitionCheck(
      definition, evaluator, DefinitionCheck.ScriptFunctions(parameters: functions.parameters))
    var found: [(diagnostic: Diagnostic, code: String)] = definitions.problems.map { ($0, FindingCode.code(for: $0)) }
    let broken = Set(definitions.problems.compactMap { $0.origin?.owner })
    for diagnostic in check.diagnostics where !Self.follows(diagnostic, from: broken) {
      found.append((diagnostic, FindingCode.code(for: diagnostic)))
    }
    for var diagnostic in definitions.store.checkTypes() {
      diagnostic.severity = .error
      found.append((diagnostic.at(diagnostic.origin.flatMap(evaluator.place)), "model.type"))
    }
    if let missing = check.missingHome { found.append((missing, "controller.identifier")) }
    found += navigations.map { ($0, "controller.target") }
    // What is missing may come later in a script that has failed.
    guard definitions.failure == nil else { return found }
    inference.add(CallbackContexts(scripts, check.functionContexts))
    found += ModelCheck.plainSecrets(evaluator).map { ($0, "model.secret") }
    found += check.missingModels.map { ($0, FindingCode.code(for: $0)) }
    let hasBrokenSegue = definitions.problems.contains { $0.origin?.property.hasPrefix("segue") == true }
    let names = ScriptNames(scripts, inference, hasBrokenSegue: hasBrokenSegue)
    // What a controller opens that was meant is not unreachable either.
    let meant = Set(found.compactMap { $0.diagnostic.hint.flatMap(ConsequentFindings.proposed(by:)) })
    found += check.unreachable(unless: { names.mayOpen($0) || meant.contains($0) }).map { ($0, $0.code.rawValue) }
    found += UnusedFunctions(functions, definitions).diagnostics.map { ($0, $0.code.rawValue) }
    return found
  }

  /// Whether a diagnostic says only that something is missing, which a mistake in the same definition may explain.
  private static func follows(_ diagnostic: Diagnostic, from broken: Set<String>) -> Bool {
    guard let owner = diagnostic.origin?.owner, broken.contains(owner) else { return false }
    return ["list.", "controller.barButton", "controller.noEffect", "cell.options"].contains {
      diagnostic.code.rawValue.hasPrefix($0)
    }
  }

  /// `okit.navigate("name")` to a controller that is not defined.
  private var navigations: [Diagnostic] {
    scripts.flatMap { script in
      script.calls.compactMap { call -> Diagnostic? in
        guard case .field(let module, let function) = call.callee,
          ["navigate", "present", "navigateToTarget"].contains(function.text),
          case .module("okit") = inference.value(of: module), let name = call.arguments.first?.literal,
          definitions.definition.content(named: name.value) == nil
        else { return nil }
        let place = script.lines.place(of: name.range.lower + 1)
        let line = script.lines.text(ofLine: place.line)
        let start = name.range.lower + 1 - script.lines.start(ofLine: place.line)
        return Diagnostic(
          "controller.target", "unknown controller \"\(name.value)\"",
          place: .init(file: script.file, line: place.line),
          excerpt: .init(
            source: SourceText(name: script.file, text: line),
            range: SourceRange(start, start + name.range.upper - name.range.lower - 2)),
          hint: NearestName.hint(for: name.value, in: definitions.definition.contentNames))
      }
    }
  }

  // MARK: Scripts

  private func scriptFindings(_ locator: FindingLocator) -> [Finding] {
    let fields = FieldCheck(inference)
    let texts = BindingTextCheck(inference, definitions.evaluator)
    let globals = GlobalCheck(scripts, globals: definitions.globals)
    return scripts.flatMap { script in
      let found =
        fields.findings(in: script) + texts.findings(in: script) + globals.findings(in: script)
        + RepeatedProperties(inference).findings(in: script)
      return found.map { locator.finding($0.diagnostic, $0.diagnostic.code.rawValue, script, $0.range) }
    }
  }
}
