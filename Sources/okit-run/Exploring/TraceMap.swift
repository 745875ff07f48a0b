internal import OKitExplore
internal import OKitTrace

/// The flow map of traces, with what the recorded scripts declare.
struct TraceMap {
  private(set) var map = FlowMap()
  /// Why the segues of a script are not on the map.
  private(set) var problems: [Diagnostic] = []
  private var declared: Set<[String]> = []
  private var texts = ScriptTexts()

  /// - Parameter options: What the scripts need: permissions and folders of modules.
  /// - Throws: What reading a trace throws.
  init(_ files: [String], _ options: TestFileRunner.Options) throws {
    for file in files {
      let trace = try Trace(contentsOf: file)
      add(trace)
      for launch in trace.launches where launch.screen != nil { declare(launch, trace, options) }
    }
    map.keepTitles(texts)
  }

  /// Notes what a script declares: it is defined again from its recorded text.
  private mutating func declare(_ launch: TraceLaunch, _ trace: Trace, _ host: TestFileRunner.Options) {
    let key = [launch.script] + trace.sources.flatMap { [$0.file, "\(XXHash64.checksum(Array($0.text.utf8)))"] }
    guard declared.insert(key).inserted else { return }
    var options = LuaApplication.Options()
    host.configure(&options)
    (options.luaPath, options.permissions) = (host.luaPath, host.permissions)
    if case .string(let locale)? = launch.options["locale"] { options.locale = locale }
    options.openTexts = Dictionary(
      trace.sources.map { (SystemFile.realPath($0.file) ?? $0.file, $0.text) }, uniquingKeysWith: { $1 })
    do {
      let definitions = try ScriptDefinitions.withEndpoint(options) {
        try ScriptDefinitions(script: launch.script, options: $0)
      }
      defer { definitions.close() }
      if let failure = definitions.failure { throw failure }
      map.declare(definitions.definition)
      let words = definitions.evaluator.functionContext().texts
      texts.add(
        scripts: definitions.scripts.map(\.text), definitions.definition.declaredActions(translate: words.lookup),
        translate: words.lookup)
    } catch {
      var problem = error.asDiagnostic
      problem.message = "the map lacks what \(launch.script) declares: \(problem.message)"
      problem.severity = .warning
      problems.append(problem)
    }
  }

  private mutating func add(_ trace: Trace) {
    let test = trace.header.test.map { "\($0.file): \($0.name)" }
    let done = Dictionary(trace.actions.compactMap { action in action.done.map { ($0.id, $0) } }) { $1 }
    // The place that each application shows, and the statements that led there.
    var places: [Int: FlowPlace] = [:]
    var lines: [Int: [String]] = [:]
    func place(_ screen: Int?) -> FlowPlace? { screen.flatMap { trace.screens[$0] }.map(FlowPlace.init(json:)) }
    for record in trace.records {
      switch record {
      case .launch(let launch):
        places[launch.app] = place(launch.screen)
        if let shown = places[launch.app] { map.visit(shown, lines: lines[launch.app] ?? [], test: test) }
      case .action(let action):
        let before = place(action.before) ?? places[action.app]
        if let last = places[action.app], let before, last != before {
          map.visit(before, lines: lines[action.app] ?? [], test: test)
          map.add(last, before, action: "", label: "", isAutomatic: true, test: test)
        }
        lines[action.app, default: []].append(action.line)
        guard let after = place(done[action.id]?.after) else { continue }
        if let before, before != after {
          let (key, isAutomatic) = Self.way(action)
          // What the element shows, if that belongs to the script.
          let element = key.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
          let label = ExploredStep.hasTitle(element) ? action.target?.label ?? "" : ""
          map.add(before, after, action: key, label: label, isAutomatic: isAutomatic, test: test)
        }
        map.visit(after, lines: lines[action.app] ?? [], test: test)
        places[action.app] = after
      default: break
      }
    }
  }

  private static func way(_ action: TraceAction) -> (key: String, isAutomatic: Bool) {
    switch action.what {
    case .action(let json): (FlowMap.key(of: json), false)
    case .call(let name, _): ["advance", "setClock"].contains(name) ? ("clock", true) : (name, false)
    }
  }
}
