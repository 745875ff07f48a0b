/// Evaluating names on entities, values and collections.
extension Evaluator {
  func evaluate(_ step: NameStep, _ value: Value, _ run: inout Run) -> Value {
    if store.isBudgetExhausted() { return .null }
    if case .entity(let entity) = value, let value = compute(step, of: entity, in: run.program) { return value }
    store.bindingDepth += 1
    defer { store.bindingDepth -= 1 }
    guard store.bindingDepth <= ModelStore.maximumBindingDepth else {
      mistake(
        "binding.depth", "the binding calls itself more than \(ModelStore.maximumBindingDepth) levels deep", step.range,
        run)
      return .null
    }
    switch value {
    case .entity(let entity): return evaluate(step, entity, &run)
    case .collection(let collection):
      let type = elementType(collection)
      guard store.isMap(collection) else { return evaluate(step, elementsOf: value, type, &run) }
      if let element = store.element(collection, key: step.name) { return element }
      // A missing key is not a mistake.
      guard knows(step, type) || functions.lookup(step.name, types: ["List"]) != nil else { return .null }
      return evaluate(step, elementsOf: value, type, &run)
    case .list(let values): return evaluate(step, elementsOf: value, elementType(values), &run)
    case .map(let members):
      if let member = members[step.name] { return member }
      return extended(step, value, ["Any"], &run)
    default:
      let type = value.typeName
      if let known = functions.lookup(step.name, onValuesOf: type) { return call(known, value, step, &run) }
      return extended(step, value, [type, "Any"], &run)
    }
  }

  private func evaluate(_ step: NameStep, _ entity: EntityID, _ run: inout Run) -> Value {
    guard let type = store.type(of: entity) else { return .null }
    switch step.meaning(for: type, self) {
    case .property(let property):
      if store.isClosed(entity) { return .null }
      if step.isOperand, property.isCollection, property.computed == nil {
        return .collection(CollectionRef(owner: entity, slot: property.slot))
      }
      let before = mistakeCount
      let value = store.get(entity, property)
      mistakeCount = before
      guard case .function(let value) = value else { return value }
      return call(value.function, .entity(entity), step, &run)
    case .id: return store.id(of: entity).map(Value.string) ?? .null
    case .parent: return store.parent(of: entity).map(Value.entity) ?? .null
    case .model: return store.model(of: entity).map(Value.entity) ?? .null
    case .typeName: return .string(type.name)
    case .target: return store.target(of: entity).map(Value.entity) ?? .null
    case .referenceText: return .string(store.referenceText(entity))
    case .function(let function): return call(function, .entity(entity), step, &run)
    case .extended(let implementation): return call(implementation, .entity(entity), step, &run)
    case .unknown:
      if step.asksForValidity, run.context == entity, let validity { return .bool(validity()) }
      mistake(
        "binding.unknownName", step.unknownMessage(on: type.name, isEntity: true), step.range, run,
        hint: hint(for: step, on: entity, in: run.program))
      return .null
    }
  }

  func elementType(_ collection: CollectionRef) -> EntityType? {
    store.property(of: collection)?.type.element?.entityTypeName.flatMap(store.type(named:))
  }

  func elementType(_ values: [Value]) -> EntityType? {
    guard case .entity(let entity)? = values.first(where: { !$0.isNull }) else { return nil }
    return store.type(of: entity)
  }

  private func knows(_ step: NameStep, _ type: EntityType?) -> Bool {
    guard let type else { return false }
    if case .unknown = resolver.meaning(of: step.name, on: type) { return false }
    return true
  }

  /// Returns a function of lists, unless the elements have the name themselves: then the list of the elements' values.
  private func evaluate(_ step: NameStep, elementsOf value: Value, _ type: EntityType?, _ run: inout Run) -> Value {
    if !knows(step, type), let implementation = functions.lookup(step.name, types: ["List"]) {
      return call(implementation, value, step, &run)
    }
    var values: [Value] = []
    for element in elements(value) ?? [] {
      if store.isBudgetExhausted() { return .null }
      values.append(element.isNull ? .null : evaluate(step, element, &run))
    }
    return .list(values)
  }

  private func extended(_ step: NameStep, _ value: Value, _ types: [String], _ run: inout Run) -> Value {
    if let implementation = functions.lookup(step.name, types: types) { return call(implementation, value, step, &run) }
    mistake(
      "binding.unknownName", step.unknownMessage(on: value.typeName), step.range, run,
      hint: NearestName.hint(for: step.name, in: functions.names(types: types) + step.otherNames))
    return .null
  }

  // MARK: Calling

  /// Parameters are evaluated where the whole binding started. Nil when one has a mistake.
  private func arguments(_ step: NameStep, _ run: inout Run) -> [Value]? {
    guard let parameters = step.parameters else { return [] }
    var inner = Run(program: run.program, context: run.context, overlay: run.overlay)
    let before = mistakeCount
    let arguments = parameters.map { evaluate($0, &inner) }
    return mistakeCount == before ? arguments : nil
  }

  private func call(
    _ implementation: FunctionRegistry.Implementation, _ receiver: Value, _ step: NameStep, _ run: inout Run
  ) -> Value {
    switch implementation {
    case .host(let function): return call(function, receiver, step, &run, isExtension: true)
    case .list(let function):
      guard let arguments = arguments(step, &run) else { return .null }
      return guarding(step, run.program) { try function.call(elements(receiver) ?? [], arguments, self) }
    case .builtIn(let function):
      if function.traits.contains(.readsClock) { store.graph.read(store.clockSource) }
      if function.traits.contains(.readsDay) { store.readDay() }
      if function.traits.contains(.readsLocale) { store.graph.read(store.localeSource) }
      guard let arguments = arguments(step, &run) else { return .null }
      // Functions of any value also take what only the model can turn into text.
      let plain = arguments.contains(where: \.isForText) ? arguments.map(plainText) : arguments
      return guarding(step, run.program) { try function.call(receiver, plain, functionContext()) }
    }
  }

  private func plainText(_ value: Value) -> Value { value.isForText ? text(value).map(Value.string) ?? .null : value }

  /// Returns the result of a host function for an entity alone; nil when the name means something else there, or that
  /// is not known yet.
  @inline(__always)
  func compute(_ step: NameStep, of entity: EntityID, in program: BindingProgram) -> Value? {
    guard let type = store.record(entity)?.header.pointee.type, let function = step.knownFunction(on: type, self),
      let calledHost,
      store.bindingDepth < ModelStore.maximumBindingDepth
    else { return nil }
    store.bindingDepth += 1
    defer { store.bindingDepth -= 1 }
    return calling(step, program, isExtension: step.isExtension) {
      try calledHost._withUnsafeGuaranteedRef { try $0.host.compute(function, of: entity) }
    }
  }

  private func call(
    _ function: FunctionRef, _ receiver: Value, _ step: NameStep, _ run: inout Run, isExtension: Bool = false
  ) -> Value {
    guard let arguments = arguments(step, &run), let host else { return .null }
    return calling(step, run.program, isExtension: isExtension) {
      try host.call(function, receiver: receiver, arguments: arguments)
    }
  }

  /// Calls the host; what goes wrong inside says that it was called from here.
  @inline(__always)
  private func calling(_ step: NameStep, _ program: BindingProgram, isExtension: Bool, _ body: () throws -> Value)
    -> Value
  {
    hostCalls.push(step, program, isExtension: isExtension)
    defer { freeReplacedHosts() }
    let before = mistakeCount
    do {
      let value = try body()
      hostCalls.pop()
      mistakeCount = before
      return value
    } catch {
      hostCalls.pop()
      fail(error, step, program, isExtension: isExtension)
      return .null
    }
  }

  private func guarding(_ step: NameStep, _ program: BindingProgram, _ body: () throws -> Value) -> Value {
    do { return try body() } catch {
      fail(error, step, program, isExtension: false)
      return .null
    }
  }

  @inline(never)
  private func fail(_ error: any Error, _ step: NameStep, _ program: BindingProgram, isExtension: Bool) {
    let diagnostic = error.diagnostic("function.failed")
    mistakeCount += 1
    if store.budget.isUnwinding { return }
    let failure = located(diagnostic.appending(step.note(in: program, isExtension: isExtension)), in: program)
    if store.isLimit(failure), store.failComputation(because: failure) { return }
    report(failure)
  }
}

extension Value {
  /// Whether only the model can turn it into a text.
  fileprivate var isForText: Bool {
    switch self {
    case .entity, .collection, .list: true
    default: false
    }
  }
}
