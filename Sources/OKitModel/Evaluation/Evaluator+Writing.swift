/// Writing through a binding, and calling.
extension Evaluator {
  /// The last step of a path, and the value on which it writes or calls.
  private struct Target {
    var step: Step
    var value: Value
    var negated: Bool
  }

  private func target(_ part: PartProgram, _ program: BindingProgram, _ context: EntityID?) throws -> Target {
    guard case .path(let start, let steps) = part.source, let last = steps.last else {
      let isFormula = if case .formula = part.source { true } else { false }
      throw failure(
        "binding.notWritable",
        isFormula ? "a formula cannot be written" : "only a path can be written or called", program, nil)
    }
    var run = Run(program: program, context: context)
    return Target(step: last, value: receiver(start, steps, &run), negated: part.negated)
  }

  /// Returns the value on which the last step writes or calls.
  private func receiver(_ start: PartProgram.Start, _ steps: [Step], _ run: inout Run) -> Value {
    var value = begin(start, &run)
    for step in steps.dropLast() {
      if value.isNull { break }
      value = evaluate(step, value, &run)
    }
    return value
  }

  /// Whether the value on which a path would write is nil. False where only calling a function would tell.
  package func leadsThroughNil(_ program: BindingProgram, _ context: EntityID?) -> Bool {
    guard let part = program.only, case .path(let start, let steps) = part.source, !steps.isEmpty else { return false }
    if case .model(let name, _) = start, store.root(named: name) == nil { return false }
    var run = Run(program: program, context: context)
    var value = begin(start, &run)
    for step in steps.dropLast() {
      if value.isNull { return true }
      guard isRead(step, of: value) else { return false }
      value = evaluate(step, value, &run)
    }
    return value.isNull
  }

  /// Whether a step reads a stored value, so that evaluating it again has no effect and no mistake.
  private func isRead(_ step: Step, of value: Value) -> Bool {
    switch (step, value) {
    case (.parent, _), (.root, _), (.dereference, _), (.index, _): return true
    case (.name(let name), .collection(let map)): return store.isMap(map) && name.parameters == nil
    case (.name(let name), .entity(let entity)):
      guard name.parameters == nil, let type = store.type(of: entity) else { return false }
      switch name.meaning(for: type, self) {
      case .property, .id, .parent, .model, .typeName, .target, .referenceText: return true
      case .function, .extended, .unknown: return false
      }
    case (.name, _), (.collection, _): return false
    }
  }

  /// Whether `set` writes to a reference, which takes an entity or its key.
  package func writesReference(_ program: BindingProgram, _ context: EntityID?) -> Bool {
    if let part = program.only, reference(part, program, context) != nil { return true }
    return writtenType(program, context)?.isReference == true || writesTarget(program, context)
  }

  /// Whether `set` writes to a reference by the name of its target, as in `director/ref`.
  private func writesTarget(_ program: BindingProgram, _ context: EntityID?) -> Bool {
    guard let part = program.only, !part.negated, case .path(let start, let steps) = part.source,
      case .name(let step)? = steps.last, step.parameters == nil
    else { return false }
    var run = Run(program: program, context: context)
    guard case .entity(let entity) = receiver(start, steps, &run), let type = store.type(of: entity),
      case .target = step.meaning(for: type, self)
    else { return false }
    return true
  }

  /// Returns the type of the property or element to which `set` writes; nil when the binding ends anywhere else.
  package func writtenType(_ program: BindingProgram, _ context: EntityID?) -> PropertyType? {
    guard let part = program.only, !part.negated, case .path(let start, let steps) = part.source, let last = steps.last
    else { return nil }
    var run = Run(program: program, context: context)
    switch (last, receiver(start, steps, &run)) {
    case (.name(let step), .entity(let entity)):
      guard step.parameters == nil, let type = store.type(of: entity),
        case .property(let property) = step.meaning(for: type, self), property.computed == nil
      else { return nil }
      return property.type
    case (.name(let step), .collection(let map)) where store.isMap(map) && step.parameters == nil:
      return store.property(of: map)?.type.element
    case (.index, .collection(let collection)): return store.property(of: collection)?.type.element
    default: return nil
    }
  }

  private func failure(
    _ code: Diagnostic.Code, _ message: String, _ program: BindingProgram, _ range: SourceRange?, hint: String? = nil
  ) -> Diagnostic {
    let whole = SourceRange(0, program.text.utf8.count)
    return Diagnostic(
      code, message, excerpt: .init(source: SourceText(name: "", text: program.text), range: range ?? whole),
      hint: hint)
  }

  /// Writes a value to the property, element or function where the path ends.
  ///
  /// - Parameter suppressInvalidate: whether observers are not notified; the next evaluation sees the change.
  /// - Throws: `binding.nowhere` when the path breaks off before its end, `binding.notWritable`, `binding.unknownName`,
  ///   and what writing the property throws. Nothing has changed then.
  package func set(
    _ program: BindingProgram, _ context: EntityID?, _ value: Value, suppressInvalidate: Bool = false
  ) throws {
    if suppressInvalidate { return try store.graph.withoutTelling { try set(program, context, value) } }
    if let context, let name = program.onlyName {
      return try pointing(program, name.range) { try set(name, context, value, program, context) }
    }
    guard program.parts.count == 1 else {
      throw failure("binding.notWritable", "a binding with several parts cannot be written", program, nil)
    }
    if let reference = reference(program.parts[0], program, context) { return try store.point(reference, at: value) }
    let target = try target(program.parts[0], program, context)
    let value = target.negated ? .bool(!value.truth) : value
    switch (target.step, target.value) {
    case (.name(let step), .entity(let entity)):
      try pointing(program, step.range) { try set(step, entity, value, program, context) }
    case (.name(let step), .collection(let map)) where store.isMap(map) && step.parameters == nil:
      try pointing(program, step.range) { try store.set(map, key: step.name, value) }
    case (.name(let step), .null):
      throw failure(
        "binding.nowhere", "cannot write \"\(step.name)\": the path before it is nil", program,
        step.range)
    case (.name(let step), _):
      guard case .host(let function)? = functions.lookup(step.name, types: [target.value.typeName, "Any"]) else {
        throw failure(
          "binding.notWritable",
          "\"\(step.name)\" of \(PropertyType.entity(target.value.typeName).article) cannot be written", program,
          step.range
        )
      }
      _ = try host?.call(
        function, receiver: target.value, arguments: arguments(of: step, in: program, context) + [value])
    case (.index(let index, let range), .collection(let collection)):
      try pointing(program, range) { try store.set(collection, at: index, value) }
    case (.index(_, let range), _):
      throw failure("binding.nowhere", "cannot write an element: the path before the index is nil", program, range)
    default:
      throw failure(
        "binding.notWritable",
        "\"\(program.text)\" cannot be written; use a path that ends in a property, an index or a key", program, nil)
    }
  }

  /// The reference that a path without names stays on, such as `.` in the context of a reference.
  private func reference(_ part: PartProgram, _ program: BindingProgram, _ context: EntityID?) -> EntityID? {
    guard !part.negated, case .path(let start, let steps) = part.source, steps.isEmpty else { return nil }
    var run = Run(program: program, context: context)
    guard case .entity(let entity) = begin(start, &run), store.type(of: entity)?.isReference == true else { return nil }
    return entity
  }

  /// Returns the error of the model with the place in the binding.
  private func pointing(_ program: BindingProgram, _ range: SourceRange, _ body: () throws -> Void) throws {
    do { try body() } catch var diagnostic as Diagnostic {
      if diagnostic.excerpt == nil, diagnostic.place == nil {
        diagnostic.excerpt = .init(source: SourceText(name: "", text: program.text), range: range)
      }
      throw diagnostic
    }
  }

  private func set(
    _ step: NameStep, _ entity: EntityID, _ value: Value, _ program: BindingProgram, _ context: EntityID?
  ) throws {
    guard let type = store.type(of: entity) else { throw store.gone() }
    switch step.meaning(for: type, self) {
    case .property(let property) where step.parameters == nil: try store.set(entity, property, value)
    case .target:
      try store.point(entity, at: value)
    case .function(let function), .extended(.host(let function)):
      _ = try host?.call(
        function, receiver: .entity(entity), arguments: arguments(of: step, in: program, context) + [value])
    case .id, .parent, .model, .typeName, .referenceText, .extended, .property:
      throw failure("binding.notWritable", "\(type.name).\(step.name) cannot be written", program, step.range)
    case .unknown:
      throw failure(
        "binding.unknownName", "\(type.name) has no property \"\(step.name)\"", program, step.range,
        hint: NearestName.hint(for: step.name, in: type.properties.map(\.name)))
    }
  }

  /// Evaluates for effect, of several parts one after the other. A function at the end of the last path may take its
  /// time; `completion` gets its result.
  ///
  /// - Parameters:
  ///   - extra: arguments that the caller adds after those of the binding.
  ///   - reason: the note for errors inside of the call, unless they already have it.
  ///   - property: the property that has the binding, for the place of mistakes.
  ///   - suppressInvalidate: whether observers are not notified of changes until the function returns.
  package func call(
    _ program: BindingProgram, _ context: EntityID?, extra: [Value] = [], because reason: Diagnostic.Note? = nil,
    of property: Diagnostic.Origin? = nil, suppressInvalidate: Bool = false,
    completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    if let reason {
      return because(reason) {
        call(
          program, context, extra: extra, of: property, suppressInvalidate: suppressInvalidate, completion: completion)
      }
    }
    if suppressInvalidate {
      return store.graph.withoutTelling {
        call(program, context, extra: extra, of: property, completion: completion)
      }
    }
    start(completion) { try begin(program, context, extra, of: property) }
  }

  /// Returns the value of a path. A function of the script at its end is called with more arguments.
  ///
  /// - Throws: What the function throws; `binding.nowhere`, `binding.unknownName`.
  package func get(_ program: BindingProgram, _ context: EntityID?, extra: [Value]) throws -> Value {
    guard let part = program.only, let host, let call = try function(part, program, context, extra, false) else {
      return get(program, context)
    }
    return try host.call(call.function, receiver: call.receiver, arguments: call.arguments)
  }

  /// As `call`, but fails with `binding.unknownName` when the binding ends in a property of an entity.
  package func callFunction(
    _ program: BindingProgram, _ context: EntityID?, completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    start(completion) { try begin(program, context, [], of: nil, requiresFunction: true) }
  }

  private func start(
    _ completion: @escaping (Result<Value, Diagnostic>) -> Void, _ begin: () throws -> Beginning
  ) {
    do {
      switch try begin() {
      case .value(let value): completion(.success(value))
      case .start(let function): function(completion)
      }
    } catch {
      completion(.failure(error.diagnostic("function.failed")))
    }
  }

  private typealias Start = (@escaping (Result<Value, Diagnostic>) -> Void) -> Void

  private enum Beginning {
    case value(Value)
    /// A function of the host ends the path.
    case start(Start)
  }

  /// Evaluates everything before the host's function at the end of the last path; all parts where there is none.
  private func begin(
    _ program: BindingProgram, _ context: EntityID?, _ extra: [Value], of property: Diagnostic.Origin?,
    requiresFunction: Bool = false
  ) throws -> Beginning {
    let outer = originSource
    if let property { origin = BindingOrigin(property) }
    defer { originSource = outer }
    var run = Run(program: program, context: context)
    for part in program.parts.dropLast() { _ = evaluate(part, &run) }
    guard let last = program.parts.last else { return .value(.null) }
    if let host, let call = try function(last, program, context, extra, requiresFunction) {
      return .start { host.start(call.function, receiver: call.receiver, arguments: call.arguments, completion: $0) }
    }
    return .value(evaluate(last, &run))
  }

  /// The host's function at the end of a path, bound to its receiver and arguments; nil when the path ends elsewhere.
  private func function(
    _ part: PartProgram, _ program: BindingProgram, _ context: EntityID?, _ extra: [Value], _ isRequired: Bool
  ) throws -> (function: FunctionRef, receiver: Value, arguments: [Value])? {
    guard case .path(_, let steps) = part.source, case .name(let step)? = steps.last, host != nil else {
      if isRequired, part.source.readsOnly {
        throw failure("binding.unknownName", "the binding does not end in the name of a function", program, nil)
      }
      return nil
    }
    let target = try target(part, program, context)
    let reference: FunctionRef
    switch target.value {
    case .null:
      throw failure(
        "binding.nowhere", "cannot call \"\(step.name)\": the path before it is nil", program,
        step.range)
    case .entity(let entity):
      guard let type = store.type(of: entity) else { throw store.gone() }
      switch step.meaning(for: type, self) {
      case .function(let function), .extended(.host(let function)): reference = function
      case .unknown:
        throw failure(
          "binding.unknownName", "\(type.name) has no function \"\(step.name)\"", program, step.range,
          hint: NearestName.hint(for: step.name, in: resolver.names(on: type)))
      case .extended: return nil
      case let meaning:
        guard isRequired else { return nil }
        // A property can hold a function.
        if case .property(let property) = meaning, case .function = store.get(entity, property) { return nil }
        throw failure("binding.unknownName", "\"\(step.name)\" is not a function", program, step.range)
      }
    default:
      guard case .host(let function)? = functions.lookup(step.name, types: [target.value.typeName, "Any"]) else {
        guard isRequired, readsElements(step, of: target.value) else { return nil }
        throw failure("binding.unknownName", "\"\(step.name)\" is not a function", program, step.range)
      }
      reference = function
    }
    return (reference, target.value, arguments(of: step, in: program, context) + extra)
  }

  /// Whether a name on a collection reads a property of its elements, or an element of a map.
  private func readsElements(_ step: NameStep, of value: Value) -> Bool {
    let type: EntityType?
    switch value {
    case .collection(let map) where store.isMap(map) && store.element(map, key: step.name) != nil: return true
    case .collection(let collection): type = elementType(collection)
    case .list(let values): type = elementType(values)
    case .map(let members): return members[step.name] != nil
    default: return false
    }
    switch type.map({ step.meaning(for: $0, self) }) {
    case .property, .id, .parent, .model, .typeName, .target, .referenceText: return true
    case .function, .extended, .unknown, nil: return false
    }
  }
}

extension PartProgram.Source {
  /// Whether it ends in something other than a name that can be that of a function. A formula can call functions.
  fileprivate var readsOnly: Bool {
    switch self {
    case .constant, .localized: true
    case .formula: false
    case .path(_, let steps): if case .name? = steps.last { false } else { true }
    }
  }
}
