/// Reads one thing of each element of a list: a part of a binding, a whole binding, or a function of the host.
final class ElementReader {
  private enum Source {
    case part(BindingProgram, PartProgram)
    case program(BindingProgram)
    case function(FunctionRef)

    var program: BindingProgram? {
      switch self {
      case .part(let program, _), .program(let program): program
      case .function: nil
      }
    }
  }

  private let source: Source
  /// The plain names of a part, which most elements are read by.
  private let path: PropertyPathCache?
  /// The property that the reader was given for, in messages.
  private let name: String
  private let controller: Controller
  let evaluator: Evaluator
  private let origin: OriginSource
  /// Counts the values of a binding; nil unless coverage is measured.
  private let counter: CoverageCounter?

  private init(_ source: Source, _ name: String, _ controller: Controller) {
    (self.source, self.name, self.controller) = (source, name, controller)
    path = if case .part(_, let part) = source { part.path } else { nil }
    evaluator = controller.evaluator
    let origin = BindingOrigin(controller.origin(name))
    self.origin = OriginSource { origin }
    counter = source.program.flatMap {
      controller.services.coverage?.counter(
        of: $0, property: name, of: controller.component, in: controller.definition)
    }
  }

  /// Nil when nothing was given that can be evaluated.
  convenience init?(_ given: PropertyValue?, _ name: String, _ controller: Controller) {
    switch given {
    case .binding(let program):
      self.init(program.parts.count == 1 ? .part(program, program.parts[0]) : .program(program), name, controller)
    case .function(let function): self.init(.function(function), name, controller)
    default: return nil
    }
  }

  /// One reader for each part of a multipart binding or element of a list; a part with nothing written in it has none.
  static func all(_ given: PropertyValue?, _ name: String, _ controller: Controller) -> [ElementReader] {
    switch given {
    case .binding(let program):
      program.parts.filter { !$0.isEmpty }.map { ElementReader(.part(program, $0), name, controller) }
    case .list(let items): items.flatMap { all($0, name, controller) }
    default: ElementReader(given, name, controller).map { [$0] } ?? []
    }
  }

  /// The value in the context of an element; records what it reads.
  func value(of element: EntityID?) -> Value {
    let value = read(element)
    counter?.count(value)
    return value
  }

  private func read(_ element: EntityID?) -> Value {
    if let path, let element, let value = evaluator.follow(path, from: element) { return value }
    switch source {
    case .part(let program, let part):
      return placed {
        var run = Evaluator.Run(program: program, context: element)
        return evaluator.evaluate(part, &run)
      }
    case .program(let program): return placed { evaluator.get(program, element) }
    case .function(let function): return call(function, element)
    }
  }

  /// Mistakes are placed where the property was given.
  private func placed(_ body: () -> Value) -> Value {
    let outer = evaluator.originSource
    evaluator.originSource = origin
    defer { evaluator.originSource = outer }
    return body()
  }

  func text(of element: EntityID?) -> String? {
    let value = value(of: element)
    if case .string(let text) = value { return text }
    return evaluator.text(value)
  }

  /// The stored properties of elements that the value consists of: one, or none for what never changes. Nil when it
  /// depends on anything else.
  func observableSlots(of type: EntityType) -> [Int32]? {
    guard case .part(_, let part) = source, let step = part.onlyName, step.parameters == nil else { return nil }
    switch step.meaning(for: type, evaluator) {
    case .property(let property): return evaluator.store.canObserve(property.slot, of: type) ? [property.slot] : nil
    case .id: return []
    default: return nil
    }
  }

  /// What decides about the value of each element.
  struct Inputs {
    var slots: [Int32]
    /// What a built-in function reads besides the property.
    var traits: FunctionTraits = []
    /// The epoch of the functions in which it was found; nil without one.
    var functions: Int?
  }

  /// The inputs of a value that is a stored property, or a built-in function of one; nil for any other. A function that
  /// reads the clock has another value in each turn, and a property of another type in a subclass has other functions.
  func observableInputs(of type: EntityType) -> Inputs? {
    if let slots = observableSlots(of: type) { return Inputs(slots: slots) }
    guard case .part(_, let part) = source, case .path(.context, let steps) = part.source, steps.count == 2,
      case .name(let first) = steps[0], first.parameters == nil, case .name(let last) = steps[1],
      last.parameters?.isEmpty ?? true, case .property(let property) = first.meaning(for: type, evaluator),
      case (let slot, let valueType) = (property.slot, property.type.valueTypeName),
      evaluator.store.canObserve(slot, of: type),
      evaluator.store.types.subtypes(of: type).allSatisfy({
        $0.properties[Int(slot)].type.valueTypeName == valueType
      }),
      case .builtIn(let function)? = evaluator.functions.lookup(last.name, types: [valueType, "Any"]),
      function.parameters.contains(0), !function.traits.contains(.readsClock)
    else { return nil }
    return Inputs(slots: [slot], traits: function.traits, functions: evaluator.functions.epoch)
  }

  private func call(_ function: FunctionRef, _ element: EntityID?) -> Value {
    guard let host = evaluator.host, !evaluator.store.isBudgetExhausted() else { return .null }
    do {
      return try host.call(
        function, receiver: element.map(Value.entity) ?? .null, arguments: [.handle(controller.handle)])
    } catch {
      let diagnostic = error.diagnostic("function.failed")
      let property = origin().property
      controller.services.report(diagnostic.from(property).appending(.property(property)))
      return .null
    }
  }
}
