// Values for a program.

extension AppRuntime {
  /// Returns where a binding starts: at the entity, or at the default model.
  ///
  /// - Throws: `model.gone` for an entity that does not exist.
  func context(_ entity: EntityID?) throws -> EntityID? {
    guard let entity else { return defaultModel }
    try store.checkGiven(entity)
    return entity
  }

  /// - Throws: `app.turn` while a function runs: an action is a turn of its own.
  func requireIdleForActions() throws {
    try requireIdle("the application performs no action while one of its functions runs")
  }

  /// Returns the value of a binding that a program has written.
  ///
  /// - Throws: What is wrong with the binding, or with a function that it calls; `script.interrupted` and `app.limit`
  ///   for one that was not evaluated to its end.
  func value(of binding: String, _ entity: EntityID?) throws -> Value {
    let (program, context) = (try evaluator.program(binding), try context(entity))
    if context == nil, let unknown = evaluator.unknownName(withoutModel: program) { throw unknown }
    if !turns.isInTurn {
      diagnosticLog.beginTurn()
      store.retryAbandonedReads(of: store.budget)
    }
    let (count, cuts) = (diagnosticLog.count, store.budget.abandonedCount)
    let value = try store.budget.withDeadline { try evaluator.checkedValue(program, context) }
    if let failure = diagnosticLog.diagnostics(from: count).first(where: { $0.severity == .error }) { throw failure }
    guard store.budget.abandonedCount == cuts else { throw store.budget.error }
    return value
  }

  /// Converts a value to a type of the program.
  ///
  /// - Parameter what: Says in a message what the value is.
  /// - Throws: `lua.value` for a value of another type.
  package func convert<Result: ValueConvertible>(_ value: Value, _ what: () -> String) throws -> Result {
    let contents = store.contents(of: value)
    do { return try Result.fromValue(contents) } catch {
      let found = value.isNull ? "nil" : value.typeName.withArticle
      let problem = error.part ?? "expected \(Result.valueName.withArticle)"
      throw Diagnostic(.luaValue, "\(what()) \(found), \(problem)")
    }
  }

  /// Checks that the values of a binding can have a type.
  ///
  /// - Throws: `lua.value`, and what is wrong with the binding.
  func check<Result: ValueConvertible>(_ binding: String, is type: Result.Type, of entity: EntityID?) throws {
    let context = try context(entity)
    let value = try value(of: binding, entity)
    if !value.isNull { let _: Result = try convert(value) { "\"\(binding)\" is" } }
    // A type of the program may accept only some texts.
    guard type is any StandardConvertible.Type, let context, let entityType = store.type(of: context),
      let sample = evaluator.staticValue(try evaluator.program(binding), in: entityType).sample
    else { return }
    let _: Result = try convert(sample) { "\"\(binding)\" is" }
  }

  /// Checks the classes of the application, and logs warnings.
  ///
  /// - Throws: What is wrong with a class.
  package func checkTypes() throws {
    for var diagnostic in store.checkTypes() {
      diagnostic = diagnostic.at(diagnostic.origin.flatMap(evaluator.place))
      guard diagnostic.severity != .error else { throw diagnostic }
      // The level of the log says that it is a warning.
      diagnostic.severity = .error
      applicationLog.write(LogEntry(.warn, "\(diagnostic)"))
    }
  }

  // MARK: Between turns

  /// Runs `body` when the current turn has ended.
  package func afterTurn(_ body: @escaping () throws -> Void) { postponed.add(body) }

  /// Runs what was postponed; called between turns.
  package func runPostponed() { postponed.run { fail($0) } }
}

extension ModelStore {
  /// - Throws: `model.gone` for an entity of the program that does not exist.
  func checkGiven(_ entity: EntityID) throws {
    guard !exists(entity) else { return }
    throw Diagnostic("model.gone", "the entity no longer exists, or belongs to another application")
  }

  /// Returns a value that the program has given.
  ///
  /// - Throws: `model.gone` for an entity that does not exist; `lua.value` for lists and maps that nest deeper
  ///   than those of scripts.
  package func given(_ value: Value) throws -> Value {
    try check(given: value, depth: 0)
    return value
  }

  /// Goes no deeper than it permits: a program can build values that are deeper than the stack.
  private func check(given value: Value, depth: Int) throws {
    switch value {
    case .entity(let entity): try checkGiven(entity)
    case .collection(let collection): try checkGiven(collection.owner)
    case .list(let values):
      try Value.check(depth: depth)
      for value in values { try check(given: value, depth: depth + 1) }
    case .map(let members):
      try Value.check(depth: depth)
      for value in members.values { try check(given: value, depth: depth + 1) }
    default: break
    }
  }

  /// Returns a value with the elements of a live collection in its place.
  package func contents(of value: Value) -> Value {
    guard case .collection(let collection) = value else { return value }
    let elements = elements(collection)
    guard isMap(collection) else { return .list(elements) }
    return .map(Dictionary(zip(keys(collection), elements)) { first, _ in first })
  }
}
