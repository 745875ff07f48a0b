/// The destination of a selection: one key, or several.
enum Selection {
  /// A `ModelRef` or a text with a key.
  case single
  /// A list or set of references, of keys, or of entities that are references.
  case multiple(CollectionRef, Property)
}

extension Selection {
  /// The kind of selection that the value of a selection path permits.
  ///
  /// - Throws: `selection.path` when it cannot hold a selection.
  init(_ value: Value, _ evaluator: Evaluator, of origin: Diagnostic.Origin) throws {
    let store = evaluator.store
    switch value {
    case .null, .string: self = .single
    case .entity(let entity) where store.type(of: entity)?.isSubtype(of: store.referenceType) == true: self = .single
    case .collection(let collection):
      guard let property = store.property(of: collection), let element = property.type.element,
        !store.isMap(collection),
        element.isReference || element.unwrapped == .string || Self.referenceType(element, in: store) != nil
      else { fallthrough }
      self = .multiple(collection, property)
    default:
      throw evaluator.problem(
        "selection.path", of: origin, "\(store.summary(value)) cannot hold a selection",
        hint: "use a reference, a string, or a list or set of them")
    }
  }

  /// Whether a property of the type can hold a selection.
  static func isPossible(_ type: PropertyType, in store: ModelStore) -> Bool {
    switch type.unwrapped {
    // The ids of entities are not values of an enum.
    case .string, .reference: true
    case .entity: referenceType(type, in: store) != nil
    case .list(let element), .set(let element):
      element.isReference || element.unwrapped == .string || referenceType(element, in: store) != nil
    default: false
    }
  }

  /// Returns the problem of a `refType` whose entities a collection cannot hold; nil where it can.
  static func problem(
    ofType given: EntityType, in property: Property, _ evaluator: Evaluator, of origin: Diagnostic.Origin
  ) -> Diagnostic? {
    guard let element = property.type.element else { return nil }
    let store = evaluator.store
    let declared = referenceType(element, in: store)
    if let declared, given.isSubtype(of: declared) { return nil }
    // The elements of a list of `t.ref` are plain references.
    if element.isReference, given === store.referenceType { return nil }
    let held = declared ?? (element.isReference ? store.referenceType : nil)
    return evaluator.problem(
      "selection.refType", of: origin,
      "\(property.name) holds \(held.map { "\($0.name) elements" } ?? "keys"), not \(given.name)",
      hint: given.isReference
        ? "declare \(property.name) as t.list(\(given.name))" : "name a class that extends okit.ModelRef")
  }

  var isSingle: Bool { if case .single = self { true } else { false } }

  /// The type of a collection's elements when they are entities that refer to others by themselves.
  static func referenceType(_ element: PropertyType, in store: ModelStore) -> EntityType? {
    guard case .entity(let name) = element.unwrapped, let type = store.type(named: name),
      type.isSubtype(of: store.referenceType)
    else { return nil }
    return type
  }
}
