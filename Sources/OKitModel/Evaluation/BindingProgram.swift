/// A binding ready to run: compiled once per distinct text, with caches of what its names meant last.
///
/// A program belongs to one evaluator at a time.
package final class BindingProgram {
  package let binding: Binding
  package let parts: [PartProgram]
  /// The part of a binding that has just one.
  package let only: PartProgram?
  /// The cached property path of the only part; nil for a binding with several parts.
  package let path: PropertyPathCache?
  /// The name of a binding that is just one.
  let onlyName: NameStep?
  /// The same name, without counting references. The part keeps it.
  let uncountedName: Unmanaged<NameStep>?
  /// The formula of a binding that is just one.
  package let formula: FormulaProgram?
  /// The formula, if it may calculate with numbers alone: without counting references. The part keeps it.
  let plainFormula: Unmanaged<FormulaProgram>?

  package init(_ binding: Binding) {
    self.binding = binding
    parts = binding.parts.map { PartProgram($0) }
    only = parts.count == 1 ? parts[0] : nil
    path = only?.path
    onlyName = only?.onlyName
    uncountedName = onlyName.map(Unmanaged.passUnretained)
    if let only, !only.negated, case .formula(let only) = only.source { formula = only } else { formula = nil }
    plainFormula = formula.flatMap { $0.isPlain ? .passUnretained($0) : nil }
  }

  package var text: String { binding.text }

  /// Whether one of its names may be the call `valid()`.
  package private(set) lazy var mayAskForValidity =
    text.utf8.contains(UInt8(ascii: ")")) && text.contains(NameStep.validity)

  /// Whether one of its names is the call `valid()`.
  package private(set) lazy var asksForValidity = mayAskForValidity && parts.contains(where: \.asksForValidity)

  /// Whether nothing was written.
  package var isEmpty: Bool { only?.isEmpty == true }

  /// The key of a binding that is one localized text.
  package var localizedKey: String? {
    if let only, !only.negated, case .localized(let key) = only.source { key } else { nil }
  }

  /// The text as messages quote it: of a long one the beginning and the end.
  package var quotedText: String { PrintableText.shortened(text, to: 300) }

  private weak var observed: ObservedProgram?
  private var hasObserved = false

  /// Returns what the observations of the program share that a script registers at one place.
  func observed(by evaluator: Evaluator, at place: Diagnostic.Place?) -> ObservedProgram {
    if let observed, observed.place == place { return observed }
    let new = ObservedProgram(evaluator, self, at: place)
    (observed, hasObserved) = (new, true)
    return new
  }

  /// Removes what an evaluator has found, which was right for its types alone.
  func forget() {
    if hasObserved { (observed, hasObserved) = (nil, false) }
    caches.forget()
  }

  /// Everything in the program that keeps what an evaluator has found.
  private lazy var caches: ProgramCaches = {
    let caches = ProgramCaches()
    for part in parts { part.add(to: caches) }
    return caches
  }()

  /// The value of a binding that is one constant, so that it needs no evaluation and no observer.
  package var constant: Value? {
    guard parts.count == 1, case .constant(let value) = parts[0].source else { return nil }
    return parts[0].negated ? .bool(!value.truth) : value
  }
}

/// One part of a binding.
package final class PartProgram {
  package enum Source {
    case constant(Value)
    case localized(String)
    /// From the context, or from the root of a model.
    case path(start: Start, steps: [Step])
    case formula(FormulaProgram)
  }

  package enum Start {
    case context
    /// The root of a model; the range is what to point at when there is none.
    case model(String, SourceRange)
  }

  package let negated: Bool
  package let isEmpty: Bool
  package let source: Source
  /// The way of `source` as far as it can be followed fast.
  package let path: PropertyPathCache
  /// The name that `source` is, when it is just one on the context.
  package let onlyName: NameStep?

  init(_ part: Binding.Part) {
    negated = part.negated
    isEmpty = part.isEmpty
    switch part.kind {
    case .constant(let value): source = .constant(value)
    case .localized(let key): source = .localized(key)
    case .path(let path):
      let start: Start =
        path.model.map { .model($0.isEmpty ? ModelStore.defaultModelName : $0, path.range) }
        ?? (path.absolute ? .model(ModelStore.defaultModelName, path.range) : .context)
      source = .path(start: start, steps: path.segments.flatMap(Step.steps))
    case .formula(let formula): source = .formula(FormulaProgram(formula))
    }
    path = PropertyPathCache(negated ? [] : PropertyPathCache.names(source))
    if !negated, case .path(.context, let steps) = source, steps.count == 1, case .name(let name) = steps[0] {
      onlyName = name
    } else {
      onlyName = nil
    }
  }

  /// Creates the argument of an extension function that a formula calls.
  init(argument: FormulaNode) {
    (negated, isEmpty, onlyName) = (false, false, nil)
    source = .formula(FormulaProgram(argument: argument))
    path = PropertyPathCache([])
  }

  deinit { path.free() }

  fileprivate func add(to caches: ProgramCaches) {
    if path.count > 0 { caches.paths.append(path) }
    switch source {
    case .constant, .localized: break
    case .path(_, let steps): for step in steps { step.add(to: caches) }
    case .formula(let formula):
      caches.formulas.append(formula)
      for part in formula.parts { part.add(to: caches) }
      for call in formula.calls { call.step?.add(to: caches) }
    }
  }

  /// The paths of the part: itself, or those in its formula.
  package var paths: [PartProgram] {
    switch source {
    case .constant, .localized: []
    case .path: [self]
    case .formula(let formula): formula.parts.flatMap(\.paths)
    }
  }

  /// Whether one of its names is the call `valid()`.
  package var asksForValidity: Bool {
    if case .formula(let formula) = source, formula.calls.contains(where: { $0.step?.asksForValidity == true }) {
      return true
    }
    return paths.contains { part in
      guard case .path(_, let steps) = part.source else { return false }
      return steps.contains { step in
        guard case .name(let name) = step else { return false }
        return name.asksForValidity || name.parameters?.contains(where: \.asksForValidity) == true
      }
    }
  }
}

/// One step of a path.
package enum Step {
  case parent
  case root
  /// The value before is a key; goes to the entity with that id.
  case dereference
  case name(NameStep)
  /// The operator, and the key path that it applies to each element.
  case collection(CollectionOperator, [Step], SourceRange)
  case index(Int, SourceRange)

  fileprivate func add(to caches: ProgramCaches) {
    switch self {
    case .parent, .root, .dereference, .index: break
    case .name(let name): name.add(to: caches)
    case .collection(_, let steps, _): for step in steps { step.add(to: caches) }
    }
  }

  static func steps(of segment: Binding.Segment) -> [Step] {
    switch segment.kind {
    case .current: []
    case .parent: [.parent]
    case .root: [.root]
    case .reference(let path): keyPath(path, arguments: nil) + [.dereference]
    case .keyPath(let path, let arguments, let index):
      keyPath(path, arguments: arguments) + (index.map { [.index($0, segment.range)] } ?? [])
    }
  }

  /// A collection operator takes the rest of its key path as its operand, so the steps are made from the last to the
  /// first.
  private static func keyPath(_ path: [Binding.KeyPathStep], arguments: [Binding.Part]?) -> [Step] {
    var reversed: [Step] = []
    for (index, step) in path.enumerated().reversed() {
      switch step.kind {
      case .name(let name):
        let isLast = index == path.count - 1
        let nameStep = NameStep(name, isLast ? arguments?.map { PartProgram($0) } : nil, step.range)
        if case .collection? = reversed.last { nameStep.isOperand = true }
        reversed.append(.name(nameStep))
      case .collection(let operation):
        reversed = [.collection(operation, reversed.reversed(), step.range)]
      }
    }
    return reversed.reversed()
  }
}

/// A name to look up on the value of the previous step, with its meaning for the most recent type.
package final class NameStep {
  package let name: String
  /// The parameters, nil without parentheses.
  package let parameters: [PartProgram]?
  package let range: SourceRange
  /// Whether a collection operator follows, which sees to what it depends on itself.
  var isOperand = false
  /// Whether a formula calls it as a function, so that a function of SQL may have been meant.
  package var isFormulaFunction = false

  // Unchecked where every evaluation passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var cachedType: Int32 = -1
  @exclusivity(unchecked) private var cachedEpoch = -1
  @exclusivity(unchecked) private var cachedMeaning = NameMeaning.unknown
  /// The function of the host that the meaning is, when it gets nothing but the entity: found without counting
  /// references.
  @exclusivity(unchecked) private var cachedFunction: FunctionRef?
  @exclusivity(unchecked) private var cachedEpochPlace: UnsafePointer<Int>?
  /// Whether that is an extension function.
  @exclusivity(unchecked) private(set) var isExtension = false

  init(_ name: String, _ parameters: [PartProgram]?, _ range: SourceRange) {
    (self.name, self.parameters, self.range) = (name, parameters, range)
  }

  /// Returns the meaning of the name on entities of `type`. O(1) while the type stays the same.
  package func meaning(for type: EntityType, _ evaluator: Evaluator) -> NameMeaning {
    let epoch = type.epoch &+ evaluator.functions.epoch
    if cachedType == type.index, cachedEpoch == epoch { return cachedMeaning }
    cachedMeaning = evaluator.resolver.meaning(of: name, on: type)
    cachedType = type.index
    cachedEpoch = epoch
    cachedEpochPlace = type.epochPlace
    switch cachedMeaning {
    case .function(let function), .extended(.host(let function)):
      cachedFunction = parameters?.isEmpty ?? true ? function : nil
    default: cachedFunction = nil
    }
    isExtension = if case .extended = cachedMeaning { true } else { false }
    return cachedMeaning
  }

  fileprivate func add(to caches: ProgramCaches) {
    caches.names.append(self)
    for part in parameters ?? [] { part.add(to: caches) }
  }

  /// Removes the meaning.
  fileprivate func forget() {
    guard cachedEpochPlace != nil else { return }
    (cachedType, cachedEpoch, cachedMeaning) = (-1, -1, .unknown)
    (cachedFunction, cachedEpochPlace, isExtension) = (nil, nil, false)
  }

  /// Whether it is the call `valid()`, which a screen with fields answers if its entity has no such function.
  package var asksForValidity: Bool { name == Self.validity && parameters?.isEmpty == true }

  /// The name of the function that tells whether all fields of a screen are valid.
  package static let validity = "valid"

  /// Whether the name may be a text that lacks its `%` or `#`: names of properties begin in lower case.
  var looksLikeText: Bool {
    parameters == nil && (name.first?.isUppercase == true || name.contains(where: \.isWhitespace))
  }

  /// The note of a failure in the function that the name means.
  func note(in program: BindingProgram, isExtension: Bool) -> Diagnostic.Note {
    .function(name: name, isExtension: isExtension, call: .init(binding: program.quotedText))
  }

  /// Whether the name meant a property last.
  var meantProperty: Bool {
    switch cachedMeaning {
    case .property, .id: true
    default: false
    }
  }

  /// Whether the name meant a function last, so that looking for a property first is in vain.
  @inline(__always)
  var meantFunction: Bool { cachedFunction != nil }

  /// The function of the host that the name means on entities of the type with that index, when it gets nothing but the
  /// entity and that is known already.
  @inline(__always)
  func knownFunction(on type: Int32, _ evaluator: Evaluator) -> FunctionRef? {
    // Safe: the types of a store stay.
    guard let cachedFunction, let cachedEpochPlace, type == cachedType,
      cachedEpochPlace.pointee &+ evaluator.functions.epoch == cachedEpoch
    else { return nil }
    return cachedFunction
  }
}

/// The parts of a program that keep what an evaluator has found. The program keeps them.
private final class ProgramCaches {
  // Unchecked because the end of an application passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) var paths: [PropertyPathCache] = []
  @exclusivity(unchecked) var names: [NameStep] = []
  @exclusivity(unchecked) var formulas: [FormulaProgram] = []

  func forget() {
    for path in paths { path.forget() }
    for name in names { name.forget() }
    for formula in formulas { formula.forget() }
  }
}
