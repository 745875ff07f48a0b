/// Following the steps of a binding through the schema. Nothing is evaluated.
extension Evaluator {
  /// Called for each step, with what it is applied to.
  package typealias StepVisitor = (Step, StaticValue) -> Void

  /// Follows the names of a binding through the schema. Nothing is evaluated.
  ///
  /// - Parameter context: nil for a context of an unknown class; a path that begins with the name of a model needs
  ///   none.
  package func staticValue(_ program: BindingProgram, in context: EntityType?) -> StaticValue {
    program.only.map { staticValue($0, in: context) } ?? .undetermined
  }

  /// - Parameters:
  ///   - visit: Of a formula, called for each extension function.
  ///   - isReplaced: Whether a name in a formula means something other than what the context has.
  package func staticValue(
    _ part: PartProgram, in context: EntityType?, visit: StepVisitor? = nil,
    isReplaced: @escaping (NameStep) -> Bool = { _ in false }
  ) -> StaticValue {
    switch part.source {
    case .path(let start, let steps): return staticValue(start, steps[...], in: context, visit: visit)
    case .formula(let formula):
      guard let parsed = formula.parsed else { return .undetermined }
      var types = FormulaTypes(formula, in: context, self, isReplaced: isReplaced, visit: visit)
      return types.type(of: parsed)
    case .constant, .localized: return .undetermined
    }
  }

  package func staticValue(
    _ start: PartProgram.Start, _ steps: ArraySlice<Step>, in context: EntityType?, visit: StepVisitor? = nil
  ) -> StaticValue {
    var value = context.map(StaticValue.entity) ?? .undetermined
    if case .model(let name, let range) = start {
      guard let type = store.root(named: name).flatMap(store.type(of:)) else {
        return store.hasAllModels ? .unknownModel(name, range) : .undetermined
      }
      value = .entity(type)
    }
    return follow(steps, from: value, visit)
  }

  private func follow(_ steps: ArraySlice<Step>, from start: StaticValue, _ visit: StepVisitor?) -> StaticValue {
    var value = start
    for step in steps {
      visit?(step, value)
      value = follow(step, from: value, visit)
      if value.isFinal { return value }
    }
    return value
  }

  private func follow(_ step: Step, from value: StaticValue, _ visit: StepVisitor?) -> StaticValue {
    switch step {
    case .name(let name): return follow(name, on: value)
    case .parent: return parent(of: value)
    case .root: return root(of: value)
    case .dereference:
      if case .reference(let target) = resolved(value) { return .entity(target) }
      return .undetermined
    case .index:
      if case .list(let element) = resolved(value), !value.isMap { return element }
      return .undetermined
    case .collection(let operation, let operand, let range):
      return apply(operation, operand[...], range, to: value, visit)
    }
  }

  /// What a property holds; other values as they are. A computed property is undetermined.
  package func resolved(_ value: StaticValue) -> StaticValue {
    guard case .property(let property, _) = value else { return value }
    guard property.computed == nil else { return .undetermined }
    return resolved(property.type)
  }

  private func resolved(_ type: PropertyType) -> StaticValue {
    switch type.unwrapped {
    case .entity(let name): store.type(named: name).map(StaticValue.entity) ?? .undetermined
    case .reference(let name, _): store.type(named: name).map { .reference(to: $0) } ?? .undetermined
    case .list(let element), .set(let element), .map(let element): .list(resolved(element))
    case .string, .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration:
      .value(type: type.valueTypeName)
    case .optional: .undetermined
    }
  }

  // MARK: Names

  package func follow(_ name: NameStep, on value: StaticValue) -> StaticValue {
    switch resolved(value) {
    case .entity(let type): return follow(name, on: type)
    case .anyEntity(let types):
      let found = types.map { follow(name, on: $0) }
      guard let first = found.first, found.allSatisfy({ if case .unknown = $0 { true } else { false } }) else {
        return .undetermined
      }
      return first
    case .reference(let target):
      return name.name == "ref" ? .entity(target) : follow(name, onReferenceTo: target)
    case .value(let type):
      switch functions.lookup(name.name, types: [type, "Any"]) {
      case .builtIn(let function): return .value(type: function.result.typeName)
      case .list, .host: return .undetermined
      case nil: return .unknownFunction(name, type: type)
      }
    case .list(let element): return value.isMap ? follow(name, onMapOf: element) : follow(name, onListOf: element)
    default: return .undetermined
    }
  }

  /// A key gives the value; any other name applies to the values. Which of both it is, only the data tell.
  private func follow(_ name: NameStep, onMapOf element: StaticValue) -> StaticValue {
    guard name.parameters == nil, functions.lookup(name.name, types: ["List"]) == nil,
      follow(name, on: element).isUnknownName
    else { return .undetermined }
    return element
  }

  /// A name that the reference does not have is reported only where it means something on the target.
  private func follow(_ name: NameStep, onReferenceTo target: EntityType) -> StaticValue {
    switch follow(name, on: store.referenceType) {
    case .unknown:
      if case .unknown = resolver.meaning(of: name.name, on: target) {
        return hasReferenceClass(with: name.name) ? .undetermined : .unknown(name, store.referenceType)
      }
      return hasReferenceClass(with: name.name) ? .undetermined : .unknownOnReference(name)
    case let found: return found
    }
  }

  /// Whether a class of references has a name; an element may be of any of them.
  private func hasReferenceClass(with name: String) -> Bool {
    store.types.subtypes(of: store.referenceType).contains { type in
      if case .unknown = resolver.meaning(of: name, on: type) { false } else { true }
    }
  }

  private func follow(_ name: NameStep, on type: EntityType) -> StaticValue {
    switch resolver.meaning(of: name.name, on: type) {
    case .property(let property): return .property(property, of: type)
    case .id, .typeName, .referenceText: return .value(type: "String")
    case .parent: return parent(of: .entity(type))
    case .model: return root(of: .entity(type))
    case .extended(.builtIn(let function)): return .value(type: function.result.typeName)
    case .unknown:
      if let target = type.referredType { return follow(name, onReferenceTo: target) }
      return isKnownBelow(name, type) ? .undetermined : .unknown(name, type)
    case .target: return type.referredType.map(StaticValue.entity) ?? .undetermined
    case .function, .extended: return .undetermined
    }
  }

  /// Whether a class below has the name, or that of an entity that may be one.
  private func isKnownBelow(_ name: NameStep, _ type: EntityType) -> Bool {
    store.types.subtypes(of: type).contains { below in
      if case .unknown = resolver.meaning(of: name.name, on: below) { false } else { true }
    }
  }

  /// A name that the elements have gives the list of their values; any other name is a function of the list.
  private func follow(_ name: NameStep, onListOf element: StaticValue) -> StaticValue {
    let ofElement = follow(name, on: element)
    guard ofElement.isUnknownName else { return ofElement.isFinal ? ofElement : .list(resolved(ofElement)) }
    switch functions.lookup(name.name, types: ["List"]) {
    case .list(let function): return result(of: function, name, element)
    case .builtIn, .host: return .undetermined
    case nil: break
    }
    switch ofElement {
    case .unknown(let step, let type): return .unknownOnElements(step, type)
    case .unknownFunction(let step, let type): return .unknownFunctionOnElements(step, type: type)
    default: return ofElement
    }
  }

  private func result(of function: ListFunction, _ name: NameStep, _ element: StaticValue) -> StaticValue {
    switch function {
    case .count, .sum, .avg: .value(type: "Number")
    case .first, .last: element
    case .min, .max: name.parameters?.isEmpty ?? true ? element : .undetermined
    case .joined: .value(type: "String")
    case .sorted, .reversed: .list(element)
    }
  }

  // MARK: Owners

  /// An entity in a property has the owner of the property; another one has an owner of a class with a property for it.
  private func parent(of value: StaticValue) -> StaticValue {
    if case .property(let property, let owner) = value, property.computed == nil, property.ownsEntities {
      return property.isCollection || property.role == .deferred ? .undetermined : .entity(owner)
    }
    guard case .entity(let type) = resolved(value), let owners = store.owners(of: type) else { return .undetermined }
    return one(of: owners)
  }

  private func root(of value: StaticValue) -> StaticValue {
    guard case .entity(let type) = resolved(value), store.hasAllModels else { return .undetermined }
    var (seen, waiting, models) = (Set([type.index]), [type], [EntityType]())
    while let next = waiting.popLast() {
      if next.isModel { models.append(next) }
      guard let owners = store.owners(of: next) else { return .undetermined }
      waiting += owners.filter { seen.insert($0.index).inserted }
    }
    return one(of: models)
  }

  private func one(of types: [EntityType]) -> StaticValue {
    types.count == 1 ? .entity(types[0]) : types.isEmpty ? .undetermined : .anyEntity(types)
  }

  // MARK: Collection operators

  private func apply(
    _ operation: CollectionOperator, _ operand: ArraySlice<Step>, _ range: SourceRange, to value: StaticValue,
    _ visit: StepVisitor?
  ) -> StaticValue {
    let element: StaticValue
    switch resolved(value) {
    case .list(let found): element = found
    case .entity(let type): return notACollection(operation, type.name, range)
    case .reference: return notACollection(operation, "reference", range)
    case .value(let type): return notACollection(operation, type, range)
    default: return .undetermined
    }
    if operation == .count { return .value(type: "Number") }
    let result = follow(operand, from: element, visit)
    switch operation {
    case .count: return .value(type: "Number")
    case .first, .last, .min, .max: return result
    case .sum, .avg:
      if case .property(let property, let owner) = result, property.computed == nil, !property.isSummable {
        let found = "\(owner.name).\(property.name) is \(property.type.article)"
        return .wrong("binding.type", "\(operation) needs numbers; \(found)", range)
      }
      return result.isMistake ? result : .value(type: "Number")
    case .unionOfObjects, .distinctUnionOfObjects: return result.isFinal ? result : .list(resolved(result))
    case .unionOfArrays, .distinctUnionOfArrays:
      if case .list = resolved(result) { return resolved(result) }
      return result.isMistake ? result : .undetermined
    }
  }

  private func notACollection(_ operation: CollectionOperator, _ found: String, _ range: SourceRange) -> StaticValue {
    .wrong("binding.notACollection", "\(operation) needs a collection, got \(found)", range)
  }
}

extension StaticValue {
  fileprivate var isMap: Bool {
    if case .property(let property, _) = self, case .map = property.type.unwrapped { true } else { false }
  }

  /// Whether a single value has no such name.
  fileprivate var isUnknownName: Bool {
    switch self {
    case .unknown, .unknownOnReference, .unknownFunction: true
    default: false
    }
  }

  /// Whether it says what is wrong.
  package var isMistake: Bool { if case .undetermined = self { false } else { isFinal } }
}

extension Property {
  /// Whether values of the property have a sum. Texts may be numbers where their default is one.
  fileprivate var isSummable: Bool {
    switch type.unwrapped {
    case .int, .double, .optional: true
    case .string: defaultValue.number != nil
    case .bool, .date, .day, .data, .color, .image, .enumeration, .entity, .reference: false
    case .list, .set, .map: true
    }
  }
}

extension BuiltInFunction.Result {
  /// The name of the core type of the result.
  package var typeName: String {
    switch self {
    case .text: "String"
    case .number, .int: "Number"
    case .bool: "Bool"
    case .image: "Image"
    }
  }
}
