/// The getters of the binding language.
extension Evaluator {
  /// Returns the value of a single part; of several parts, their joined text.
  package func get(_ program: BindingProgram, _ context: EntityID?) -> Value {
    if let context, let path = program.path, path.count > 0, program.onlyName?.meantFunction != true,
      let value = followHere(path, from: context)
    {
      return value
    }
    return getGeneral(program, context)
  }

  /// Returns the value as `get` does.
  ///
  /// - Throws: See `ModelStore.throwingLimits`.
  package func throwingGet(_ program: BindingProgram, _ context: EntityID) throws -> Value {
    try store.throwingLimits { get(program, context) }
  }

  @inline(never)
  private func getGeneral(_ program: BindingProgram, _ context: EntityID?) -> Value {
    if let context, let formula = program.plainFormula,
      let value = formula._withUnsafeGuaranteedRef({ plainValue($0, context) })
    {
      return value
    }
    var run = Run(program: program, context: context)
    if let formula = program.formula { return evaluate(formula, &run) }
    if store.isBudgetExhausted() { return .null }
    if let context, let name = program.uncountedName,
      let value = name._withUnsafeGuaranteedRef({ compute($0, of: context, in: program) })
    {
      return value
    }
    // Its path has been tried.
    if let context, let name = program.onlyName { return evaluate(name, .entity(context), &run) }
    if let only = program.only { return evaluate(only, &run) }
    return joined(program.parts, &run).map(Value.string) ?? .null
  }

  /// Returns one value for each part, including nils.
  package func getAll(_ program: BindingProgram, _ context: EntityID?) -> [Value] {
    var run = Run(program: program, context: context)
    return program.parts.map { evaluate($0, &run) }
  }

  /// As `getAll`, but an empty part gives nil instead of the context.
  package func getParts(_ program: BindingProgram, _ context: EntityID?) -> [Value?] {
    var run = Run(program: program, context: context)
    return program.parts.map { $0.isEmpty ? nil : evaluate($0, &run) }
  }

  /// As `getParts`, but a part that `startsNowhere` gives its own text.
  package func getLiteralParts(_ program: BindingProgram, _ context: EntityID?) -> [Value?] {
    var run = Run(program: program, context: context)
    let type = context.flatMap(store.type(of:))
    return zip(program.parts, program.binding.parts).map { part, written in
      if part.isEmpty { return nil }
      return startsNowhere(part, in: type)
        ? .string(program.binding.plainText(of: written)) : evaluate(part, &run)
    }
  }

  /// Whether the first name of a part is neither that of a property or a function of a context nor that of a model.
  ///
  /// - Parameter type: nil for a context of an unknown class.
  package func startsNowhere(_ part: PartProgram, in type: EntityType?) -> Bool {
    guard !part.negated, case .path(let start, let steps) = part.source else { return false }
    switch start {
    case .model(ModelStore.defaultModelName, _): return false
    case .model(let name, _): return store.root(named: name) == nil
    case .context:
      guard case .name(let step)? = steps.first else { return false }
      guard let type else { return true }
      if case .unknown = step.meaning(for: type, self) { return true }
      return false
    }
  }

  /// Returns the text of a single part; of several, the texts that are not nil, joined by a space.
  package func getString(_ program: BindingProgram, _ context: EntityID?) -> String? {
    var run = Run(program: program, context: context)
    if program.parts.count == 1 { return text(evaluate(program.parts[0], &run)) }
    return joined(program.parts, &run)
  }

  /// Returns the texts of parts that are not nil, joined by a space.
  ///
  /// - Parameter format: the text of a part's value; nil for `text`.
  func joined(
    _ parts: [PartProgram], _ run: inout Run, format: ((PartProgram, Value) -> String?)? = nil
  ) -> String? {
    var joined: BoundedStringBuilder?
    for part in parts {
      let value = evaluate(part, &run)
      guard let text = format?(part, value) ?? text(value) else { continue }
      if joined == nil { joined = BoundedStringBuilder() }
      guard joined?.append(text, after: " ") == true else {
        report(located(BoundedStringBuilder.failure("the text of \"\(run.program.text.prefix(40))\""), in: run.program))
        return nil
      }
    }
    return joined?.text
  }

  package func getBool(_ program: BindingProgram, _ context: EntityID?) -> Bool { get(program, context).truth }
  package func getInt(_ program: BindingProgram, _ context: EntityID?) -> Int? { get(program, context).int }
  package func getDouble(_ program: BindingProgram, _ context: EntityID?) -> Double? { get(program, context).double }
  package func getDate(_ program: BindingProgram, _ context: EntityID?) -> DateValue? {
    date(get(program, context))
  }

  /// Returns the date of a value by the rule of `getDate`: of a day its first moment in the time zone.
  package func date(_ value: Value) -> DateValue? {
    if case .date(let date) = value { date } else { functionContext().date(value) }
  }
  package func getImage(_ program: BindingProgram, _ context: EntityID?) -> ImageValue? {
    let value = get(program, context)
    if case .entity(let entity) = value { return store.image(of: entity) }
    return value.image
  }

  /// Returns the entity at the end of the path; nil for any other value.
  package func resolve(_ program: BindingProgram, _ context: EntityID?) -> EntityID? {
    guard program.parts.count == 1, case .entity(let entity) = get(program, context) else { return nil }
    return entity
  }

  /// Returns every entity that the path visits, in order.
  package func contexts(_ program: BindingProgram, _ context: EntityID?) -> [EntityID] {
    var run = Run(program: program, context: context, visited: [])
    for part in program.parts { _ = evaluate(part, &run) }
    return run.visited ?? []
  }

  /// Returns the text of any value: of an entity its `description`, else `Type(id)`; of a collection its elements.
  package func text(_ value: Value) -> String? {
    if let text = value.scalarText { return text }
    switch value {
    case .null, .bool, .int, .double, .string, .date, .day, .data, .color, .image, .function, .handle: return nil
    case .entity, .collection, .list, .map:
      return value.text(describing: describe, elements: { self.store.elements($0) })
    }
  }

  private func describe(_ entity: EntityID) -> String? {
    guard let type = store.type(of: entity) else { return nil }
    do {
      switch resolver.meaning(of: "description", on: type) {
      case .property, .function, .extended:
        if let text = get(try program("description"), entity).scalarText { return text }
      default: break
      }
    } catch {
      report(error.diagnostic("function.failed"))
    }
    return type.isReference ? store.referenceText(entity) : store.describe(entity)
  }
}
