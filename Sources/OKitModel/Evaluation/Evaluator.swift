/// Evaluates bindings against the models of one runtime.
package final class Evaluator {
  package let store: ModelStore
  package let functions = FunctionRegistry()
  /// Calls the functions of scripts. The host may refer to this evaluator, so that its owner resets this in the end.
  package var host: (any HostFunctions)? {
    get { keptHost?.host }
    set {
      // The calls that run count no reference to it.
      if let keptHost, !hostCalls.isEmpty { replacedHosts.append(keptHost) }
      keptHost = newValue.map(KeptHost.init)
      calledHost = keptHost.map(Unmanaged.passUnretained)
    }
  }
  @exclusivity(unchecked) private var keptHost: KeptHost?
  /// The host without counting references: `keptHost` keeps it, and `replacedHosts` while a call runs.
  @exclusivity(unchecked) private(set) var calledHost: Unmanaged<KeptHost>?
  /// The hosts of before that may still be called.
  @exclusivity(unchecked) private var replacedHosts: [KeptHost] = []

  /// An object that has the host, so that a call counts no references.
  final class KeptHost {
    let host: any HostFunctions
    init(_ host: any HostFunctions) { self.host = host }
  }

  /// Frees the hosts that were replaced while they were called, unless a call still runs.
  @inline(__always)
  func freeReplacedHosts() { if !replacedHosts.isEmpty, hostCalls.isEmpty { replacedHosts = [] } }

  package let environment: any EvaluationEnvironment
  /// The bindings of `checking` that are being evaluated, with their first mistakes.
  private var checked: [(text: String, mistake: Diagnostic?)] = []
  /// The origin of the binding that is being evaluated, for the place of its mistakes.
  package var origin: BindingOrigin? {
    get { originSource?() }
    set { originSource = newValue.map { origin in OriginSource { origin } } }
  }

  /// Makes the origin when a mistake needs it.
  @exclusivity(unchecked) package var originSource: OriginSource?
  /// Sets `originSource`, and returns the one before, which the end sets again. Other modules do not know that it is
  /// unchecked.
  package func beginEvaluation(of owner: any BindingOwner, at place: Int) -> OriginSource? {
    let outer = originSource
    originSource = OriginSource(owner, at: place)
    return outer
  }

  package func endEvaluation(_ outer: consuming OriginSource?) { originSource = outer }

  /// Called before a property of a part of a screen is evaluated, with the part and the place; nil while nobody records
  /// evaluations.
  @exclusivity(unchecked) package var willEvaluate: ((AnyObject, Int) -> Void)?
  /// Whether evaluations are recorded. An accessor, because other modules do not know that the function is unchecked.
  package var recordsEvaluations: Bool { willEvaluate != nil }
  /// Answers `valid()` in the binding that is being evaluated, unless its context has such a function; nil where the
  /// binding belongs to no screen with fields.
  @exclusivity(unchecked) package var validity: (() -> Bool)?
  /// The current turn, or the last one.
  package var turn: TurnStamp { stamp }
  @exclusivity(unchecked) private var stamp = TurnStamp()
  /// The programs that it has compiled, and those of an evaluator before it.
  // Unchecked because every definition asks for it: no access of it is ever made inside another one.
  @exclusivity(unchecked) package private(set) var programs = ProgramTable()
  /// The bindings that this evaluator shares with others, to be set before it evaluates anything; nil for none.
  package var sharedPrograms: SharedPrograms? {
    didSet { if let spare = sharedPrograms?.take() { programs = spare } }
  }
  let aggregates: AggregateCache
  /// What the functions of formulas read, once one is called.
  @exclusivity(unchecked) var madeFormulaContext: FormulaContext?
  /// The numbers of the function `random`, for tests; nil for those of the system.
  package var randomNumbers: SplitMix64?
  /// The number of mistakes in the evaluation, without those in functions of the host that it has called. A function
  /// whose parameters have a mistake is not called, because what it would say of the value follows from the mistake.
  @exclusivity(unchecked) var mistakeCount = 0
  /// The calls of the host that have not returned.
  @exclusivity(unchecked) package var hostCalls = HostCallStack()

  /// Begins the next turn.
  package func beginTurn(at moment: DateValue) {
    stamp.number += 1
    stamp.began = moment
  }

  /// Runs `body`; diagnostics that are reported meanwhile get the note, which gives the reason for the evaluation.
  package func because<Result>(_ reason: Diagnostic.Note, _ body: () throws -> Result) rethrows -> Result {
    hostCalls.push(reason)
    defer { hostCalls.popReason() }
    return try body()
  }

  /// Creates an evaluator with a store of its own, which has the same environment.
  package convenience init(_ environment: any EvaluationEnvironment) {
    self.init(store: ModelStore(environment), environment)
  }

  package init(store: ModelStore, _ environment: any EvaluationEnvironment) {
    (self.store, self.environment) = (store, environment)
    aggregates = AggregateCache(store)
  }

  /// Returns the locale, time zone, clock and texts of the runtime.
  package func functionContext() -> FunctionContext { environment.functionContext }

  /// Reports a mistake in a binding, which does not stop an evaluation.
  package func report(_ diagnostic: Diagnostic) {
    guard diagnostic.place == nil, let text = diagnostic.excerpt?.source.text,
      let index = checked.lastIndex(where: { $0.text == text })
    else { return environment.report(diagnostic) }
    checked[index].mistake = checked[index].mistake ?? diagnostic
  }

  deinit { sharedPrograms?.put(programs) }

  /// Returns the program of a binding's text; parses and compiles it only the first time.
  ///
  /// - Parameter mode: What the text may have beside bindings.
  /// - Throws: `binding.syntax` and the other errors of `Binding.parse`.
  package func program(_ text: String, as mode: Binding.Mode = .binding) throws -> BindingProgram {
    if let program = programs.program(text, mode) { return program }
    let program = BindingProgram(try Binding.parse(text, as: mode))
    // Texts may come from data, so the number is limited; a controller keeps the programs that it uses.
    if programs.isFull {
      programs.isLast = true
      programs = ProgramTable()
    }
    programs.add(program, mode)
    return program
  }

  /// One evaluation: its program, its context, and the entities that it visits, where they are wanted.
  package struct Run {
    unowned(unsafe) let program: BindingProgram  // Safe: the caller of an evaluation keeps the program.
    let context: EntityID?
    private(set) var visited: [EntityID]?
    unowned(unsafe) let overlay: NameOverlay?  // Safe: the caller keeps the overlay too.
    /// Whether names mean what the context has, and nobody wants the entities.
    let isPlain: Bool

    package init(
      program: BindingProgram, context: EntityID?, visited: [EntityID]? = nil, overlay: NameOverlay? = nil
    ) {
      (self.program, self.context, self.visited, self.overlay) = (program, context, visited, overlay)
      isPlain = visited == nil && overlay == nil
    }

    mutating func visit(_ value: Value) {
      if visited != nil, case .entity(let entity) = value { visited?.append(entity) }
    }
  }

  package func evaluate(_ part: PartProgram, _ run: inout Run) -> Value {
    if run.isPlain, let context = run.context {
      if part.onlyName?.meantFunction != true, let value = follow(part.path, from: context) { return value }
      if let name = part.onlyName { return evaluate(name, .entity(context), &run) }
    }
    let value: Value
    switch part.source {
    case .constant(let constant): value = constant
    case .localized(let key): value = .string(localized(key))
    case .path(.context, let steps) where run.overlay?.value(ofFirst: steps) != nil:
      var current = run.overlay?.value(ofFirst: steps) ?? .null
      for step in steps.dropFirst() where !current.isNull { current = evaluate(step, current, &run) }
      value = current
    case .path(let start, let steps):
      var current = begin(start, &run)
      run.visit(current)
      for step in steps {
        if current.isNull { break }
        current = evaluate(step, current, &run)
        run.visit(current)
      }
      value = current
    case .formula(let formula): value = evaluate(formula, &run)
    }
    return part.negated ? .bool(!value.truth) : value
  }

  func begin(_ start: PartProgram.Start, _ run: inout Run) -> Value {
    switch start {
    case .context: return run.context.map(Value.entity) ?? .null
    case .model(let name, let range):
      if let root = store.root(named: name) { return .entity(root) }
      var unknown = unknownModel(name, range, run.program)
      unknown.hint = hint(forModelIn: run.program, range, unknown.hint)
      mistakeCount += 1
      report(located(unknown, in: run.program))
      return .null
    }
  }

  /// Returns the localized text of a key; records a read of the language.
  package func localized(_ key: String) -> String {
    store.graph.read(store.localeSource)
    return environment.text(key)
  }

  func evaluate(_ step: Step, _ value: Value, _ run: inout Run) -> Value {
    switch step {
    case .parent:
      guard case .entity(let entity) = value else { return .null }
      return store.parent(of: entity).map(Value.entity) ?? .null
    case .root:
      guard case .entity(let entity) = value else { return .null }
      return store.model(of: entity).map(Value.entity) ?? .null
    case .dereference:
      guard let key = store.referenceKey(of: value) else { return .null }
      return store.find(key).map(Value.entity) ?? .null
    case .index(let index, _): return element(of: value, index)
    case .collection(let operation, let operand, let range): return apply(operation, operand, range, to: value, &run)
    case .name(let name): return evaluate(name, value, &run)
    }
  }

  private func element(of value: Value, _ index: Int) -> Value {
    switch value {
    case .collection(let collection): store.element(collection, index) ?? .null
    case .list(let values): values.indices.contains(index) ? values[index] : .null
    default: .null
    }
  }

  /// Returns the elements of a collection or list; nil for any other value.
  package func elements(_ value: Value) -> [Value]? {
    switch value {
    case .collection(let collection): store.elements(collection)
    case .list(let values): values
    default: nil
    }
  }

  func mistake(_ code: Diagnostic.Code, _ message: String, _ range: SourceRange, _ run: Run, hint: String? = nil) {
    mistakeCount += 1
    if store.budget.isUnwinding { return }
    let mistake = located(
      Diagnostic(
        code, message, excerpt: .init(source: SourceText(name: "", text: run.program.text), range: range), hint: hint),
      in: run.program)
    if Diagnostic.limits.contains(code), store.failComputation(because: mistake) { return }
    report(mistake)
  }

  /// Returns the value of a binding that a person or a test has written; nil where the path leads nowhere now.
  ///
  /// - Throws: As `checking(_:_:)`; `binding.unknownName` also for a name after a nil.
  package func checkedValue(_ program: BindingProgram, _ context: EntityID?) throws -> Value {
    let value = try checking(program) { get(program, context) }
    if let unknown = context.flatMap({ unknownName(program, in: $0) }) { throw unknown }
    return value
  }

  /// Runs `body`, which evaluates a binding that a person or a test has written, and throws a mistake of the binding.
  /// The failure of a function that the binding calls is reported.
  ///
  /// - Throws: The first mistake, in place of an error that follows from it; what `body` throws.
  package func checking<Result>(_ program: BindingProgram, _ body: () throws -> Result) throws -> Result {
    checked.append((program.text, nil))
    defer { checked.removeLast() }
    do {
      let result = try body()
      if let mistake = checked.last?.mistake { throw mistake }
      return result
    } catch { throw checked.last?.mistake ?? error }
  }

  /// Returns the diagnostic with the place and the property of the binding that is being evaluated.
  func located(_ diagnostic: Diagnostic, in program: BindingProgram) -> Diagnostic {
    guard let origin else { return diagnostic }
    return located(diagnostic, in: program, of: origin.property)
  }

  /// Returns the diagnostic with the place and the name of the property that has the binding.
  package func located(
    _ diagnostic: Diagnostic, in program: BindingProgram, of property: Diagnostic.Origin
  ) -> Diagnostic {
    var property = property
    if !program.text.isEmpty { property.binding = program.text }
    let located = located(diagnostic, of: property)
    return diagnostic.excerpt?.source.name.isEmpty == true ? located : located.appending(property: property)
  }

  /// Returns the diagnostic with the place and the name of the property whose binding its excerpt is.
  package func located(_ diagnostic: Diagnostic, of property: Diagnostic.Origin) -> Diagnostic {
    var located = diagnostic.at(place(of: property)).from(property)
    if let excerpt = diagnostic.excerpt, excerpt.source.name.isEmpty {
      located.excerpt?.source = SourceText(name: property.label, text: excerpt.source.text)
    }
    return located
  }

  /// Returns a diagnostic about a property as a whole, with its place, and with its name in front of the message.
  package func problem(
    _ code: Diagnostic.Code, of property: Diagnostic.Origin, _ message: String,
    severity: Diagnostic.Severity = .error, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code, "\(property.label): \(message)", severity: severity, place: place(of: property), hint: hint
    ).from(property)
  }

  /// Returns a problem of a property as a whole, with its place, and with its name in front of the message.
  package func problem(_ problem: Diagnostic, of property: Diagnostic.Origin) -> Diagnostic {
    self.problem(problem.code, of: property, problem.message, severity: problem.severity, hint: problem.hint)
  }

  /// Whether a script may call a function of controllers by that name.
  package func mayCall(_ name: String) -> Bool { host?.mayCall(name) ?? true }

  /// Returns the line of a property in the script; nil when no script defined it.
  package func place(of property: Diagnostic.Origin) -> Diagnostic.Place? {
    property.place.map { host?.place(of: property, in: $0) ?? $0 }
  }
}
