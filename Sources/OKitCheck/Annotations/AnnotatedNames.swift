/// The names of classes in annotations, and the types of the values of properties.
struct AnnotatedNames {
  private let store: ModelStore

  init(_ store: ModelStore) { self.store = store }

  // MARK: Classes

  /// The engine's own classes as `okit.d.lua` declares them.
  private static let builtIn: [String: String] = [
    "ModelRef": "okit.Reference", "ModelData": "okit.Blob", "ModelImage": "okit.Blob", "ModelInlineData": "okit.Blob",
    "ModelInlineImage": "okit.Blob", "ModelSettings": "okit.Settings",
    "ModelProtectionTimeout": "okit.ProtectionTimeout", "Mutation": "okit.MutationClass",
  ]

  /// The class of the entities of a type.
  func entity(_ type: EntityType) -> String {
    if type.place != nil { return Self.valid(type.name) }
    return Self.builtIn[type.name] ?? "okit.Entity"
  }

  /// The class of references to the entities of a type.
  static func reference(to type: EntityType) -> String { "\(valid(type.name)).Reference" }

  /// The class of a controller, or of a cell, a button or a view.
  static func component(_ type: ComponentClass) -> String { "\(table(type)).\(valid(type.name))" }

  /// The group of a class of controllers, or of cells, buttons and views.
  static func table(_ type: ComponentClass) -> String { type.descriptor.isController ? "controllers" : "components" }

  /// A name as the language server reads it.
  private static func valid(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || "_.-*".contains($0) ? $0 : "_" })
  }

  /// The classes above a type. Those of the engine's own classes have only what is special about them.
  func parents(of type: EntityType) -> [String] {
    guard let above = type.superType else { return ["okit.Entity"] }
    let name = entity(above)
    return above.place != nil || ["okit.Entity", "okit.Reference"].contains(name) ? [name] : ["okit.Entity", name]
  }

  /// Whether a type declares a property itself.
  func isOwn(_ property: Property, of type: EntityType) -> Bool {
    type.superType?.property(named: property.name) == nil
  }

  /// Whether a text can be a literal type, which has no escapes.
  static func isLiteral(_ text: String) -> Bool { !text.contains { "\"\\\n\r".contains($0) } }

  // MARK: Types

  /// The types of the values that functions of `okit.extend` receive.
  static let coreTypes: [String: String] = [
    "Bool": "boolean", "Number": "number", "String": "string", "Date": "okit.Date", "Day": "okit.Day", "Data": "string",
    "Color": "string",
    "Image": "string", "List": "okit.Collection<any>|any[]", "Entity": "okit.Entity",
  ]

  /// The type of what a script reads from a property.
  func type(_ property: Property) -> DeclaredType {
    let type: DeclaredType
    switch property.type.unwrapped {
    // What is assigned may be a table of values; the target of a reference or its id.
    case .entity: type = .union([self.type(property.type.unwrapped), .named("okit.Values")])
    case .reference: type = .union([self.type(property.type.unwrapped), .named("any")])
    default: type = self.type(property.type)
    }
    guard property.type.isNullable, !property.isDeferred else { return type }
    if case .optional = type { return type }
    return .optional(type)
  }

  func type(_ type: PropertyType) -> DeclaredType {
    switch type {
    case .string, .data, .color, .image: return .named("string")
    case .bool: return .named("boolean")
    case .int: return .named("integer")
    case .double: return .named("number")
    case .date: return .named("okit.Date")
    case .day: return .named("okit.Day")
    case .enumeration(let cases):
      guard cases.allSatisfy(Self.isLiteral) else { return .named("string") }
      return cases.count == 1 ? .literal("\"\(cases[0])\"") : .union(cases.map { .literal("\"\($0)\"") })
    case .entity(let name): return .named(store.type(named: name).map(entity) ?? "okit.Entity")
    case .reference(let name, _): return .named(store.type(named: name).map(Self.reference) ?? "okit.Reference")
    case .list(let element), .set(let element):
      let element = self.type(element)
      return .union([.named("okit.Collection", [element]), .list(element)])
    case .map(let element):
      let element = self.type(element)
      return .union([.named("okit.Map", [element]), .named("table", [.named("string"), element])])
    case .optional(let inner):
      let inner = self.type(inner)
      if case .optional = inner { return inner }
      return .optional(inner)
    }
  }

  /// The type of an expression's value; nil where it is not known.
  func type(_ value: ScriptValue) -> DeclaredType? {
    switch value {
    case .entity(let type): .named(entity(type))
    case .reference(let target): .named(Self.reference(to: target))
    case .collection(let element):
      type(element).map { .union([.named("okit.Collection", [$0]), .list($0)]) }
    case .table(let element): type(element).map { .list($0) }
    case .shown(let type): .named(Self.component(type))
    case .unknown, .module, .entityClass, .component, .inherited, .controllers, .returned: nil
    }
  }
}
