@_spi(Observation) internal import OKitModel

/// The properties of one controller, cell or bar button, evaluated in a context and kept until what they read changes.
///
/// Constants and properties that are not given cost an array access. `BoundProperties+Reading` has the typed reads.
package final class BoundProperties: BindingOwner {
  let component: Component
  /// The values of the component, prepared for reading.
  let compiled: CompiledProperties
  // Unchecked where every read passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private(set) var context: EntityID?
  let services: any ControllerServices
  let evaluator: Evaluator
  @exclusivity(unchecked) private(set) var controller: Value
  /// For each observed property of the component two bindings: its value, and its text. Empty until one is read.
  // Each has a reference that `deinit` releases, so that it lives as long as this, and a read counts none.
  @exclusivity(unchecked) private var observed: [Unmanaged<BoundValue>?] = []
  /// The observed parts of lists, and the texts of the parts, by place.
  @exclusivity(unchecked) private var parts: [Int: Observed<[Value?]>] = [:]
  @exclusivity(unchecked) private var texts: [Int: Observed<[String?]>] = [:]
  @exclusivity(unchecked) fileprivate var onStale: () -> Void
  /// What the closures of lists refer to.
  private var madeLink: Backlink<BoundProperties>?

  /// - Parameters:
  ///   - controller: what functions get as their second argument.
  ///   - onStale: called when one of the properties that were read may have changed; must not read or write models.
  init(
    _ component: Component, context: EntityID?, controller: Value, services: any ControllerServices,
    onStale: @escaping () -> Void = {}
  ) {
    (self.component, self.context, self.services) = (component, context, services)
    (self.controller, self.onStale) = (controller, onStale)
    (compiled, evaluator) = (component.properties, services.evaluator)
  }

  deinit {
    for case let value? in observed {
      value._withUnsafeGuaranteedRef { $0.owner = nil }
      value.release()
    }
    madeLink?.owner = nil
  }

  /// Forgets the values, so that the properties can be used in another context. Keeps the memory for them.
  ///
  /// - Parameter forgetsHandler: Whether nothing is told of changes any more.
  func prepareForReuse(forgetsHandler: Bool = false) {
    if forgetsHandler { onStale = {} }
    for index in observed.indices { observed[index]?._withUnsafeGuaranteedRef { $0.forgetValue() } }
    if !parts.isEmpty { for list in parts.values { list.forgetResult() } }
    if !texts.isEmpty { for list in texts.values { list.forgetResult() } }
  }

  /// Binds properties that have forgotten their values in another context.
  ///
  /// - Parameter onStale: As for a new object; nil for the same as before.
  func use(in context: EntityID?, controller: Value, onStale: (() -> Void)? = nil) {
    if let onStale { self.onStale = onStale }
    (self.context, self.controller) = (context, controller)
    for index in observed.indices { observed[index]?._withUnsafeGuaranteedRef { $0.use(in: context) } }
    if !parts.isEmpty { for list in parts.values { list.use(in: context) } }
    if !texts.isEmpty { for list in texts.values { list.use(in: context) } }
  }

  private var link: Backlink<BoundProperties> {
    let link = madeLink ?? Backlink()
    (madeLink, link.owner) = (link, self)
    return link
  }

  // MARK: Given values

  func has<Result>(_ key: ComponentKey<Result>) -> Bool { compiled.isGiven[key.slot] }

  /// Returns the value that a script gave for a property; nil without one.
  func given<Result>(_ key: ComponentKey<Result>) -> PropertyValue? { component.values[key] }

  /// The binding of a property, nil when it has none.
  func program<Result>(_ key: ComponentKey<Result>) -> BindingProgram? { program(slot: key.slot) }

  func program(slot: Int) -> BindingProgram? { component.program(slot: slot) }

  func name<Result>(of key: ComponentKey<Result>) -> String { component.descriptor.table.name(of: key) }

  // MARK: Evaluating

  /// The way to read a value. Texts and descriptions of images are made while reads are recorded: those of an entity or
  /// a collection depend on what is in it.
  enum Getter { case value, text, image }

  enum Source {
    case binding(BindingProgram)
    case function(FunctionRef)

    var program: BindingProgram? { if case .binding(let program) = self { program } else { nil } }
  }

  func read(slot: Int, _ getter: Getter) -> Value {
    let place = Int(compiled.places[slot])
    if place >= 0, !observed.isEmpty, let binding = observed[Self.index(place, getter)] {
      return binding._withUnsafeGuaranteedRef { $0.value }
    }
    return switch compiled.readings[slot] {
    case .constant(let constant): getter == .text ? text(constant) : constant
    case .binding(let program, let place): observe(place, getter, .binding(program)).value
    case .function(let function, let place): observe(place, getter, .function(function)).value
    case .elements: .null
    }
  }

  /// Reads an element of a list, or a field of it.
  func read(_ given: PropertyValue, place: Int, _ getter: Getter) -> Value {
    switch given {
    case .binding(let program):
      if let constant = program.constant { return getter == .text ? text(constant) : constant }
      return observe(place, getter, .binding(program)).value
    case .function(let function): return observe(place, getter, .function(function)).value
    case .text(let text): return .string(text)
    case .list, .moreActions, .callouts, .segue, .component, .components, .sections: return .null
    }
  }

  private func text(_ constant: Value) -> Value {
    if case .string = constant { return constant }
    return evaluator.text(constant).map(Value.string) ?? .null
  }

  /// A property may be read as a value here and as a text or an image there.
  private static func index(_ place: Int, _ getter: Getter) -> Int { 2 * place + (getter == .value ? 0 : 1) }

  private func observe(_ place: Int, _ getter: Getter, _ source: Source) -> BoundValue {
    let index = Self.index(place, getter)
    if observed.isEmpty { observed = Array(repeating: nil, count: 2 * compiled.observed.count) }
    if let binding = observed[index] { return binding.takeUnretainedValue() }
    let binding = BoundValue(self, source, place: place, getter)
    observed[index] = .passRetained(binding)
    return binding
  }

  fileprivate func evaluate(_ program: BindingProgram, _ place: Int, _ getter: Getter) -> Value {
    let value = located(at: place, program) { () -> Value in
      guard !takesLiterals(place) else {
        guard getter == .text else { return .list((readParts(.binding(program), place) ?? []).map { $0 ?? .null }) }
        return evaluator.getLiteralParts(program, context).first.flatMap(\.self).map(text) ?? .null
      }
      return switch getter {
      case .text: checked(shownText(program, context, slot: compiled.observed[place].slot), place)
      case .value: evaluator.get(program, context)
      case .image: described(evaluator.get(program, context))
      }
    }
    services.coverage?.count(value, self, place: place)
    return value
  }

  /// Returns the text of a program that is one localized text, which can have no mistake; nil while evaluations are
  /// recorded or counted.
  fileprivate func localizedText(_ program: BindingProgram) -> Value? {
    guard !evaluator.recordsEvaluations, services.coverage == nil, let key = program.localizedKey else { return nil }
    return .string(evaluator.localized(key))
  }

  fileprivate func evaluate(_ function: FunctionRef, _ place: Int, _ getter: Getter) -> Value {
    let value = located(at: place, nil) { () -> Value in
      guard let value = call(function, place) else { return .null }
      return switch getter {
      case .value: value
      case .image: described(value)
      case .text: checked(shownText(value, slot: compiled.observed[place].slot), place)
      }
    }
    services.coverage?.count(value, self, place: place)
    return value
  }

  /// Runs something whose errors are about the property at a place.
  @inline(__always)
  private func located<Result>(at place: Int, _ program: BindingProgram?, _ read: () -> Result) -> Result {
    if evaluator.recordsEvaluations { evaluator.willEvaluate?(self, place) }
    guard program?.mayAskForValidity == true, let fields = services.fields(of: controller) else {
      return located(at: place, read)
    }
    let outer = evaluator.validity
    evaluator.validity = { fields.isValid }
    defer { evaluator.validity = outer }
    return located(at: place, read)
  }

  @inline(__always)
  private func located<Result>(at place: Int, _ read: () -> Result) -> Result {
    let outer = evaluator.beginEvaluation(of: self, at: place)
    defer { evaluator.endEvaluation(outer) }
    return read()
  }

  /// Nil for a function that has failed, which is reported.
  private func call(_ function: FunctionRef, _ place: Int) -> Value? {
    guard let host = evaluator.host, !evaluator.store.isBudgetExhausted() else { return nil }
    do {
      return try host.call(function, receiver: context.map(Value.entity) ?? .null, arguments: [controller])
    } catch {
      let diagnostic = error.diagnostic("function.failed")
      let property = origin(at: place).property
      services.report(diagnostic.from(property).appending(.property(property)))
      return nil
    }
  }

  // MARK: Lists

  /// One entry for each part of a multipart binding or element of a list; nil where nothing was written.
  func parts(slot: Int) -> [Value?] {
    if compiled.known[slot].contains(.null) { return [] }
    if let list = parts[Int(compiled.places[slot])] { return list.result ?? [] }
    return list(slot, { self.parts[$0] = $1 }, { $0 })
  }

  /// The text of each part; nil where nothing was written or the value is nil.
  func texts(slot: Int) -> [String?] {
    if compiled.known[slot].contains(.null) { return [] }
    if let list = texts[Int(compiled.places[slot])] { return list.result ?? [] }
    return list(
      slot, { self.texts[$0] = $1 },
      { [evaluator] parts in parts.map { $0.flatMap(evaluator.text) } })
  }

  /// Reads a list, whose elements are made of the parts.
  ///
  /// - Parameter keep: Keeps the list for the next time.
  private func list<Element: ObservedResult>(
    _ slot: Int, _ keep: (Int, Observed<[Element?]>) -> Void, _ elements: @escaping ([Value?]) -> [Element?]
  ) -> [Element?] {
    let (source, place): (Source, Int)
    switch compiled.readings[slot] {
    case .constant(.null), .elements: return []
    case .constant(let constant): return elements([constant])
    case .binding(let program, let at): (source, place) = (.binding(program), at)
    case .function(let function, let at): (source, place) = (.function(function), at)
    }
    let read = { [link] () -> [Element?]? in
      guard let own = link.owner else { return nil }
      let parts = own.located(at: place, source.program) { own.readParts(source, place) }
      if let coverage = own.services.coverage {
        coverage.count(parts?.lazy.compactMap(\.self).first { !$0.isNull } ?? .null, own, place: place)
      }
      return parts.map(elements)
    }
    let observed = Observed(evaluator, source.program, context, read, onStale: { [link] in link.owner?.onStale() })
    keep(place, observed)
    return observed.result ?? []
  }

  /// Nil for a function that has failed.
  private func readParts(_ source: Source, _ place: Int) -> [Value?]? {
    switch source {
    case .function(let function):
      return call(function, place).map { expanded(takesLiterals(place) ? Self.separated($0) : [$0]) }
    case .binding(let program) where takesLiterals(place):
      let parts = evaluator.getLiteralParts(program, context)
      let isRead = program.only.map { part in
        !part.isText && !evaluator.startsNowhere(part, in: context.flatMap(evaluator.store.type(of:)))
      }
      return expanded(isRead == true ? parts.flatMap(Self.separated) : parts)
    case .binding(let program): return expanded(evaluator.getParts(program, context))
    }
  }

  fileprivate func takesLiterals(_ place: Int) -> Bool { compiled.observed[place].takesLiterals }

  /// Reports a mistake in attributed text.
  private func checked(_ text: Value, _ place: Int) -> Value {
    if case .list = text, let problem = TextRun.problem(in: text) {
      services.report(evaluator.problem(problem, of: origin(at: place).property))
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
  private func expanded(_ parts: [Value?]) -> [Value?] {
    guard parts.count == 1, let part = parts[0], let elements = evaluator.elements(part) else { return parts }
    return elements
  }

  /// Whose property it is, for messages.
  package func origin(at place: Int) -> BindingOrigin {
    let (observed, table) = (compiled.observed[place], component.descriptor.table)
    var origin = BindingOrigin(
      component.origin(observed.name(in: table), slot: observed.slot, of: definition),
      isText: observed.isText)
    origin.constants = table.schemas[observed.slot].constantNames
    return origin
  }

  /// The class of the controller that has the properties.
  var definition: ComponentClass { services.definition(of: controller) ?? component.componentClass }

  /// The text of the binding at a place; nil for a function and a constant.
  func text(at place: Int) -> String? {
    let observed = compiled.observed[place]
    guard let given = component.values[slot: observed.slot]?.part(observed), case .binding(let program) = given,
      program.isCounted
    else { return nil }
    return program.text
  }

  // MARK: Why

  /// Returns what the binding of a property read and why it ran; nil when the property is not given.
  func why(slot: Int) -> BindingReport? {
    guard let given = component.values[slot: slot] else { return nil }
    let name = component.values.givenNames[slot] ?? component.descriptor.table.schemas[slot].name
    switch compiled.readings[slot] {
    case .binding(_, let place), .function(_, let place):
      if let observed = observation(place) { return observed.report(name) }
    default: break
    }
    // A constant, or a binding that has not been read yet.
    let text = if case .binding(let program) = given { program.text } else { String?.none }
    return BindingReport(
      property: name, binding: text, value: string(slot: slot).map { evaluator.store.secrets.shown($0) }, reads: [],
      cause: nil, runs: 0)
  }

  /// Returns the report of the binding at a place, with its last value, and the names of its controller and of the
  /// entity of its row; nil for one that has not run.
  package func report(at place: Int) -> (report: BindingReport, controller: String, row: String?)? {
    guard let observed = observation(place), observed.runs > 0 else { return nil }
    let table = component.descriptor.table
    let property = compiled.observed[place]
    let name = component.values.givenNames[property.slot] ?? property.name(in: table)
    let row = component.descriptor.isController ? nil : context.flatMap(evaluator.store.path)
    return (observed.report(name, value: observed.lastText), definition.name, row)
  }

  /// Returns what each binding that has run read and why it ran, by property.
  var why: [BindingReport] {
    let table = component.descriptor.table
    return compiled.observed.enumerated().compactMap { place, property in
      observation(place)?.report(component.values.givenNames[property.slot] ?? property.name(in: table))
    }.sorted { $0.property < $1.property }
  }

  /// The number of the turn in which one of the bindings has run last; 0 for none.
  var lastTurn: Int {
    compiled.observed.indices.reduce(0) { max($0, observation($1).map { $0.runs > 0 ? $0.ran.number : 0 } ?? 0) }
  }

  /// What was read at a place: of a property that was read both as a value and as a text, the text.
  private func observation(_ place: Int) -> ObservedNode? {
    let known: [ObservedNode?] = [texts[place], parts[place]]
    let values = observed.isEmpty ? [] : [observed[2 * place + 1], observed[2 * place]]
    let all = known + values.map { $0?.takeUnretainedValue() }
    // One that has not run was read in another context.
    return all.lazy.compactMap(\.self).first { $0.runs > 0 }
  }
}

/// The value of a property, or its text, cached until what it read changes.
final class BoundValue: ObservedNode {
  // Unchecked because every read of a property passes: no access of these is ever made inside another one.
  @exclusivity(unchecked)
  fileprivate var owner: Unmanaged<BoundProperties>?  // Safe: the owner resets it before it goes.
  /// The function that gives the value; nil if a program does.
  @exclusivity(unchecked) private var function: FunctionRef?
  @exclusivity(unchecked) private var getter = BoundProperties.Getter.value
  @exclusivity(unchecked) private var place = 0
  /// Whether the program is a localized text without a format, which reads nothing but the language.
  @exclusivity(unchecked) private var isLocalizedText = false
  @exclusivity(unchecked) private var cached = Value.null

  fileprivate convenience init(
    _ owner: BoundProperties, _ source: BoundProperties.Source, place: Int, _ getter: BoundProperties.Getter
  ) {
    self.init(owner.evaluator, source.program, owner.context, onStale: nil)
    (self.owner, self.getter, self.place) = (.passUnretained(owner), getter, place)
    isLocalizedText =
      getter != .image && source.program?.localizedKey != nil && !owner.takesLiterals(place)
      && !owner.component.formatsText(ofSlot: owner.compiled.observed[place].slot)
    if case .function(let function) = source { self.function = function }
  }

  /// The current value, evaluated only when something that it read has changed. A reader depends on it.
  var value: Value {
    update()
    return cached
  }

  fileprivate func forgetValue() {
    forget()
    cached = .null
  }

  override func evaluate() -> (value: Value, isChanged: Bool) {
    let value = localizedText ?? evaluated
    // Most values hold nothing that has to be kept.
    let held = value.mayHoldEntities ? value : .null
    return (held, Self.replace(&cached, with: value))
  }

  /// The value of a localized text. Nothing else runs meanwhile, so that the owner stays.
  private var localizedText: Value? {
    guard isLocalizedText, let owner, let program else { return nil }
    return owner._withUnsafeGuaranteedRef { $0.localizedText(program) }
  }

  private var evaluated: Value {
    guard let owner = owner?.takeUnretainedValue() else { return .null }
    if let program { return owner.evaluate(program, place, getter) }
    return function.map { owner.evaluate($0, place, getter) } ?? .null
  }

  /// Returns whether the values differ. Compares the old one where it is, so that it is not copied.
  private static func replace(_ old: inout Value, with new: consuming Value) -> Bool {
    let isChanged = old != new
    old = new
    return isChanged
  }

  override func becameStale() { owner?.takeUnretainedValue().onStale() }

  override var text: String? { evaluator.text(value) }
  override var lastText: String? { cached.scalarText }
}
