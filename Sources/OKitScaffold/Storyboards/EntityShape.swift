/// A class of entities as far as the bindings of a storyboard tell.
final class EntityShape {
  let name: String
  private(set) var properties: [PropertyShape] = []
  private(set) var functions: [FunctionShape] = []

  init(_ name: String) { self.name = name }

  struct FunctionShape {
    var name: String
    /// Whether it is called for its effect.
    var isAction: Bool
  }

  func property(_ name: String) -> PropertyShape {
    if let known = properties.first(where: { $0.name == name }) { return known }
    let property = PropertyShape(name)
    properties.append(property)
    return property
  }

  func hasFunction(_ name: String) -> Bool { functions.contains { $0.name == name } }

  func addFunction(_ name: String, isAction: Bool) {
    guard !properties.contains(where: { $0.name == name }), !hasFunction(name) else { return }
    functions.append(FunctionShape(name: name, isAction: isAction))
  }
}

/// A property as far as the bindings tell.
final class PropertyShape {
  let name: String
  private(set) var kind = Kind.unknown

  enum Kind {
    case unknown, text, int, double, bool, date, color, image
    /// An entity or a list of entities, which may turn out to be references.
    case one(EntityShape)
    case many(EntityShape)
    case reference(EntityShape)
    case references(EntityShape)
  }

  init(_ name: String) { self.name = name }

  /// The class of the entity or the elements.
  var entity: EntityShape? {
    switch kind {
    case .one(let entity), .many(let entity), .reference(let entity), .references(let entity): entity
    case .unknown, .text, .int, .double, .bool, .date, .color, .image: nil
    }
  }

  /// Whether its values are references.
  var isReference: Bool {
    switch kind {
    case .reference, .references: true
    default: false
    }
  }

  /// Gives the property a kind, unless a binding has told more already.
  func use(as other: Kind) {
    switch (kind, other) {
    case (.unknown, _), (.text, .int), (.text, .double), (.text, .bool), (.text, .date), (.text, .color),
      (.text, .image),
      (.double, .int), (.one, .reference), (.many, .references):
      kind = other
    default: break
    }
  }

  /// Makes the property a reference, or a list of these.
  func useAsReference() {
    switch kind {
    case .one(let entity): kind = .reference(entity)
    case .many(let entity): kind = .references(entity)
    default: break
    }
  }
}
