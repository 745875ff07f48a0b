/// Evaluates bindings against the models of one runtime.
public final class Evaluator {
  public let store: ModelStore
  public let functions = FunctionRegistry()
  /// Calls what scripts have defined. Whoever sets it takes it away again in the end, for it may lead back to here.
  @exclusivity(unchecked) public var host: (any HostFunctions)?
  /// Locale, time zone, clock and texts of the runtime, at this moment.
  public var functionContext: () -> FunctionContext
  /// Hears of mistakes in bindings, which stop nothing.
  public var report: (Diagnostic) -> Void = { _ in }
  /// Where the binding that runs was written; mistakes are placed there.
  public var origin: BindingOrigin?
  /// The turn that runs, or ran last: when what is evaluated now was evaluated.
  public var turn = TurnStamp()
  private var programs: [String: BindingProgram] = [:]
  let aggregates: AggregateCache
  /// How many names are being followed inside each other, through functions of the host too.
  @exclusivity(unchecked) var depth = 0
  /// By which names, and for what, the host was called that is running.
  @exclusivity(unchecked) var path = HostCallStack()

  /// Does something because of what the reason says; what goes wrong inside says it too.
  public func because<Result>(_ reason: String, _ body: () throws -> Result) rethrows -> Result {
    path.begin(because: reason)
    defer { path.endReason() }
    return try body()
  }

  public init(store: ModelStore, functionContext: @escaping () -> FunctionContext) {
    self.store = store
    aggregates = AggregateCache(store)
    self.functionContext = functionContext
  }

  /// The program of a binding's text; parsed and compiled only the first time.
  ///
  /// - Throws: `binding.syntax` and the other errors of `Binding.parse`.
  public func program(_ text: String) throws -> BindingProgram {
    if let program = programs[text] { return program }
    let program = BindingProgram(try Binding.parse(text))
    // Texts may come from data; what is in use stays in the controllers that use it.
    if programs.count >= 10_000 { programs.removeAll() }
    programs[text] = program
    return program
  }

  /// One evaluation: where it started, which binding it runs, and, when asked, which entities it visits.
  struct Run {
    unowned(unsafe) let program: BindingProgram  // Safe: whoever evaluates a program holds it until the end.
    let context: EntityID?
    var visited: [EntityID]?

    mutating func visit(_ value: Value) {
      if visited != nil, case .entity(let entity) = value { visited?.append(entity) }
    }
  }

  func evaluate(_ part: PartProgram, _ run: inout Run) -> Value {
    if run.visited == nil, let context = run.context {
      if part.onlyName?.meantFunction != true, let value = follow(part.path, from: context) { return value }
      if let name = part.onlyName { return take(name, .entity(context), &run) }
    }
    let value: Value
    switch part.source {
    case .constant(let constant): value = constant
    case .localized(let key): value = .string(localized(key))
    case .path(let start, let steps):
      var current = begin(start, &run)
      run.visit(current)
      for step in steps {
        if current.isNull { break }
        current = take(step, current, &run)
        run.visit(current)
      }
      value = current
    }
    return part.negated ? .bool(!value.truth) : value
  }

  func begin(_ start: PartProgram.Start, _ run: inout Run) -> Value {
    switch start {
    case .context: return run.context.map(Value.entity) ?? .null
    case .model(let name, let range):
      if let root = store.root(named: name) { return .entity(root) }
      report(
        located(
          Diagnostic(
            "binding.unknownModel", "there is no model \"\(name)\"",
            excerpt: .init(source: SourceText(name: "", text: run.program.text), range: range),
            hint: NearestName.hint(for: name, in: store.roots.keys)), in: run.program))
      return .null
    }
  }

  /// The localized text of a key; records that the language was read.
  public func localized(_ key: String) -> String {
    store.graph.read(store.localeSource)
    let context = functionContext()
    return context.localization.lookup(key, locale: context.locale)
  }

  func take(_ step: Step, _ value: Value, _ run: inout Run) -> Value {
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
    case .name(let name): return take(name, value, &run)
    }
  }

  private func element(of value: Value, _ index: Int) -> Value {
    switch value {
    case .collection(let collection): store.element(collection, index) ?? .null
    case .list(let values): values.indices.contains(index) ? values[index] : .null
    default: .null
    }
  }

  /// The elements of a collection or list, nil for anything else.
  func elements(_ value: Value) -> [Value]? {
    switch value {
    case .collection(let collection): store.elements(collection)
    case .list(let values): values
    default: nil
    }
  }

  func mistake(_ code: Diagnostic.Code, _ message: String, _ range: SourceRange, _ run: Run, hint: String? = nil) {
    report(
      located(
        Diagnostic(
          code, message, excerpt: .init(source: SourceText(name: "", text: run.program.text), range: range), hint: hint),
        in: run.program))
  }

  /// The diagnostic with the place and the property that the running binding belongs to.
  func located(_ diagnostic: Diagnostic, in program: BindingProgram) -> Diagnostic {
    guard let origin else { return diagnostic }
    var property = origin.property
    if !program.text.isEmpty { property.binding = program.text }
    var located = diagnostic.at(origin.place).from(property)
    if let excerpt = diagnostic.excerpt, excerpt.source.name.isEmpty {
      located.excerpt?.source = SourceText(name: origin.label, text: excerpt.source.text)
    } else if let last = located.notes.indices.last, located.notes[last].contains("called from") {
      located.notes[last] += " \(property.description)"
    } else {
      located.notes.append(property.description)
    }
    return located
  }
}
