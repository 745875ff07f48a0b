/// The properties of one controller, cell or bar button, evaluated in a context and kept until what they read changes.
///
/// Constants and properties that are not given cost an array access. `BoundProperties+Reading` has the typed reads.
package final class BoundProperties {
  let component: Component
  let context: EntityID?
  let services: any ControllerServices
  let controller: Value
  /// For each observed property of the component two bindings: its value, and its text. Empty until one is read.
  private var observed: [ObservedBinding?] = []
  private let onStale: () -> Void
  private let link = Backlink<BoundProperties>()

  /// - Parameters:
  ///   - controller: what functions get as their second argument.
  ///   - onStale: called when one of the properties that were read may have changed; must not read or write models.
  init(
    _ component: Component, context: EntityID?, controller: Value, services: any ControllerServices,
    onStale: @escaping () -> Void = {}
  ) {
    (self.component, self.context, self.services) = (component, context, services)
    (self.controller, self.onStale) = (controller, onStale)
    link.owner = self
  }

  deinit { link.owner = nil }

  var evaluator: Evaluator { services.evaluator }

  // MARK: Given values

  func has<Result>(_ key: ComponentKey<Result>) -> Bool { component.values[key] != nil }

  /// Returns the value that a script gave for a property; nil without one.
  func given<Result>(_ key: ComponentKey<Result>) -> PropertyValue? { component.values[key] }

  /// The binding of a property, nil when it has none.
  func program<Result>(_ key: ComponentKey<Result>) -> BindingProgram? { program(slot: key.slot) }

  func program(slot: Int) -> BindingProgram? {
    if case .binding(let program)? = component.values[slot: slot] { program } else { nil }
  }

  func name<Result>(of key: ComponentKey<Result>) -> String { component.descriptor.table.name(of: key) }

  // MARK: Evaluating

  /// The way to read a value. Texts and descriptions of images are made while reads are recorded: those of an entity or
  /// a collection depend on what is in it.
  enum Getter { case value, text, parts, texts, image }

  func read(slot: Int, _ getter: Getter) -> Value {
    switch component.properties.readings[slot] {
    case .constant(let constant): getter == .text ? text(constant) : constant
    case .binding(let program, let place): observe(place, getter, program, nil).value
    case .function(let function, let place): observe(place, getter, services.emptyProgram, function).value
    case .elements: .null
    }
  }

  /// Reads an element of a list, or a field of it.
  func read(_ given: PropertyValue, place: Int, _ getter: Getter) -> Value {
    switch given {
    case .binding(let program):
      if let constant = program.constant { return getter == .text ? text(constant) : constant }
      return observe(place, getter, program, nil).value
    case .function(let function): return observe(place, getter, services.emptyProgram, function).value
    case .text(let text): return .string(text)
    case .list, .moreActions, .callouts, .segue, .component, .components, .sections: return .null
    }
  }

  private func text(_ constant: Value) -> Value {
    if case .string = constant { return constant }
    return evaluator.text(constant).map(Value.string) ?? .null
  }

  private func observe(
    _ place: Int, _ getter: Getter, _ program: BindingProgram, _ function: FunctionRef?
  ) -> ObservedBinding {
    // A property may be read as a value here and as a text or an image there.
    let index = 2 * place + (getter == .value || getter == .parts ? 0 : 1)
    if observed.isEmpty { observed = Array(repeating: nil, count: 2 * component.properties.observed.count) }
    if let binding = observed[index] { return binding }
    let binding = ObservedBinding(
      evaluator, program, context,
      evaluate: { [link] _, program, context in
        link.owner?.evaluate(program, context, place, getter, function) ?? .null
      }, onStale: onStale)
    observed[index] = binding
    return binding
  }

  private func evaluate(
    _ program: BindingProgram, _ context: EntityID?, _ place: Int, _ getter: Getter, _ function: FunctionRef?
  ) -> Value {
    let evaluator = evaluator
    let outer = evaluator.originSource
    evaluator.originSource = { self.origin(place) }
    defer { evaluator.originSource = outer }
    if let function { return call(function, place, getter) }
    if component.descriptor.table.schemas[component.properties.observed[place].slot].takesLiterals {
      let parts = evaluator.getLiteralParts(program, context)
      if getter == .text { return parts.first.flatMap(\.self).map(text) ?? .null }
      let isRead = program.only.map { part in
        !part.isText && !evaluator.startsNowhere(part, in: context.flatMap(evaluator.store.type(of:)))
      }
      return Self.packed(
        Self.expanded(isRead == true ? parts.flatMap(Self.separated) : parts, evaluator), getter, evaluator)
    }
    switch getter {
    case .value: return evaluator.get(program, context)
    case .image: return described(evaluator.get(program, context))
    case .text:
      return checked(shownText(program, context, slot: component.properties.observed[place].slot), place)
    case .texts, .parts:
      return Self.packed(Self.expanded(evaluator.getParts(program, context), evaluator), getter, evaluator)
    }
  }

  private func call(_ function: FunctionRef, _ place: Int, _ getter: Getter) -> Value {
    guard let host = evaluator.host, !evaluator.store.isBudgetExhausted() else { return .null }
    do {
      let value = try host.call(function, receiver: context.map(Value.entity) ?? .null, arguments: [controller])
      switch getter {
      case .value: return value
      case .image: return described(value)
      case .text: return checked(shownText(value, slot: component.properties.observed[place].slot), place)
      case .texts, .parts:
        let takesLiterals = component.descriptor.table.schemas[component.properties.observed[place].slot].takesLiterals
        return Self.packed(
          Self.expanded(takesLiterals ? Self.separated(value) : [value], evaluator), getter, evaluator)
      }
    } catch {
      let diagnostic = error.diagnostic("function.failed")
      let property = origin(place).property
      services.report(diagnostic.from(property).appending(.property(property)))
      return .null
    }
  }

  /// Reports a mistake in attributed text.
  private func checked(_ text: Value, _ place: Int) -> Value {
    if let problem = TextRun.problem(in: text) {
      services.report(evaluator.problem(problem, of: origin(place).property))
    }
    return text
  }

  /// Returns the description of a blob with bytes in place of the blob.
  private func described(_ value: Value) -> Value {
    guard case .entity(let entity) = value else { return value }
    return evaluator.store.imageInfo(of: entity)?.value ?? value
  }

  /// A text that was read is a list with commas.
  private static func separated(_ part: Value?) -> [Value?] {
    guard case .string(let text)? = part else { return [part] }
    // A comma has an option on each side, of which one may be empty.
    return text.split(separator: ",", omittingEmptySubsequences: !text.contains(",")).map { .string(String($0)) }
  }

  /// A single part that is a list stands for its elements.
  private static func expanded(_ parts: [Value?], _ evaluator: Evaluator) -> [Value?] {
    guard parts.count == 1, let part = parts[0], let elements = evaluator.elements(part) else { return parts }
    return elements
  }

  /// Parts as one value: the texts, or each part in a list of its own, so that one that is not given can be told.
  private static func packed(_ parts: [Value?], _ getter: Getter, _ evaluator: Evaluator) -> Value {
    .list(
      parts.map { part in
        guard let part else { return .null }
        return getter == .texts ? evaluator.text(part).map(Value.string) ?? .null : .list([part])
      })
  }

  /// Whose property it is, for messages.
  private func origin(_ place: Int) -> BindingOrigin {
    let definition = services.definition(of: controller) ?? component.componentClass
    let (observed, table) = (component.properties.observed[place], component.descriptor.table)
    var origin = BindingOrigin(
      component.origin(observed.name(in: table), slot: observed.slot, of: definition),
      isText: observed.isText)
    origin.constants = table.schemas[observed.slot].constantNames
    return origin
  }

  // MARK: Why

  /// Returns what the binding of a property read and why it ran; nil when the property is not given.
  func why(slot: Int) -> BindingReport? {
    guard let given = component.values[slot: slot] else { return nil }
    let name = component.values.givenNames[slot] ?? component.descriptor.table.schemas[slot].name
    switch component.properties.readings[slot] {
    case .binding(_, let place) where observation(place) != nil:
      return observation(place)?.report(name, isFunction: false)
    case .function(_, let place) where observation(place) != nil:
      return observation(place)?.report(name, isFunction: true)
    default: break
    }
    // A constant, or a binding that has not been read yet.
    let text = if case .binding(let program) = given { program.text } else { String?.none }
    return BindingReport(
      property: name, binding: text, value: string(slot: slot), reads: [], cause: nil, runs: 0)
  }

  /// Returns what each binding that has run read and why it ran, by property.
  var why: [BindingReport] {
    let table = component.descriptor.table
    return component.properties.observed.enumerated().compactMap { place, property -> BindingReport? in
      guard let binding = observation(place) else { return nil }
      let name = component.values.givenNames[property.slot] ?? property.name(in: table)
      return binding.report(name, isFunction: binding.program === services.emptyProgram)
    }.sorted { $0.property < $1.property }
  }

  /// The binding at a place: of a property that was read both as a value and as a text, the text.
  private func observation(_ place: Int) -> ObservedBinding? {
    observed.isEmpty ? nil : observed[2 * place + 1] ?? observed[2 * place]
  }
}
