/// Creates properties from the type descriptors of the prelude.
struct SchemaReader {
  private let host: ScriptHost
  private let owner: String

  init(_ host: ScriptHost, owner: String) {
    (self.host, self.owner) = (host, owner)
  }

  func property(_ name: String, _ description: LuaTable) throws -> Property {
    let label = "\(owner).\(name)"
    if case .function(let function) = description["computed"] {
      return Property(name, .optional(.string), computed: host.register(function))
    }
    if description["kind"] == .string("deferred") { return try deferred(name, description, label) }
    let type = try type(description, label)
    let (didSet, argumentCount) = try didSet(description, label)
    let property = Property(
      name, type, default: try defaultValue(description["default"], type, label),
      defaultsToNow: (type == .date || type == .day) && description["default"] == .null,
      isTransient: try flag("transient", description, label),
      didSet: didSet)
    if try flag("secret", description, label) {
      guard type.unwrapped == .string else {
        throw Diagnostic("model.property", "\(label): only a string can be secret, got \(type.article)")
      }
      property.isSecret = true
      host.runtime.store.secrets.declare(property: name)
    }
    if let argumentCount { property.didSetArgumentCount = argumentCount }
    switch description["column"] {
    case .null: break
    case .string(let column): property.columnName = column
    case let other: throw Diagnostic("model.property", "\(label): column needs a string, got \(other.typeName)")
    }
    return property
  }

  private func flag(_ option: String, _ description: LuaTable, _ label: String) throws -> Bool {
    switch description[option] {
    case .null: return false
    case .bool(let value): return value
    case let other: throw Diagnostic("model.property", "\(label): \(option) needs a boolean, got \(other.typeName)")
    }
  }

  /// Returns how many of the old and the new value a function takes; nil for any number. Its first parameter is the
  /// entity.
  static func argumentCount(ofDidSet function: LuaFunction, _ host: ScriptHost) throws -> Int? {
    try host.state.core.parameterCount(of: function).map { $0 - 1 }
  }

  private func didSet(_ description: LuaTable, _ label: String) throws -> (FunctionRef?, argumentCount: Int?) {
    switch description["didSet"] {
    case .null: return (nil, nil)
    case .function(let function):
      return (host.register(function), try Self.argumentCount(ofDidSet: function, host))
    case let other: throw Diagnostic("model.property", "\(label): didSet needs a function, got \(other.typeName)")
    }
  }

  private func deferred(_ name: String, _ description: LuaTable, _ label: String) throws -> Property {
    guard case .string(let target) = description["target"] else {
      throw Diagnostic("model.property", "\(label): deferred needs a class")
    }
    for option in ["default", "transient"] where description[option] != .null {
      throw Diagnostic("model.property", "\(label): a deferred property has a document, and no option \"\(option)\"")
    }
    let (didSet, argumentCount) = try didSet(description, label)
    let property = Property.deferred(name, target, didSet: didSet)
    if let argumentCount { property.didSetArgumentCount = argumentCount }
    return property
  }

  private func type(_ description: LuaTable, _ label: String) throws -> PropertyType {
    guard case .string(let kind) = description["kind"] else {
      throw Diagnostic("model.property", "\(label) needs a type of okit.types")
    }
    func element() throws -> PropertyType {
      guard case .table(let element) = description["element"] else {
        throw Diagnostic("model.property", "\(label): \(kind) needs the type of its elements")
      }
      return try type(element, label)
    }
    func target() throws -> String {
      guard case .string(let target) = description["target"] else {
        throw Diagnostic("model.property", "\(label): \(kind) needs a class")
      }
      return target
    }
    switch kind {
    case "string": return .string
    case "bool": return .bool
    case "int": return .int
    case "float", "double": return .double
    case "date": return .date
    case "day": return .day
    case "data": return .data
    case "color": return .color
    case "image": return .image
    case "entity": return .entity(try target())
    case "ref": return .reference(try target(), try rule(description["onDelete"], label))
    case "list": return .list(try scalarOrEntity(element(), kind, label))
    case "set": return .set(try scalarOrEntity(element(), kind, label))
    case "map": return .map(try scalarOrEntity(element(), kind, label))
    case "optional":
      let inner = try element()
      return inner.element == nil ? .optional(inner) : inner
    case "enum": return .enumeration(try cases(description["cases"], label))
    case "deferred":
      throw Diagnostic("model.property", "\(label): a deferred property cannot be part of another type")
    case "computed":
      throw Diagnostic("model.property", "\(label): a computed property cannot be part of another type")
    default: throw Diagnostic("model.property", "\(label): unknown type \"\(kind)\"")
    }
  }

  private func scalarOrEntity(_ element: PropertyType, _ kind: String, _ label: String) throws -> PropertyType {
    guard element.element == nil else {
      throw Diagnostic(
        "model.property", "\(label): a \(kind) can hold values or entities, not collections",
        hint: "give the elements a class of their own that holds the collection")
    }
    return element
  }

  private func rule(_ value: LuaValue, _ label: String) throws -> PropertyType.OnDelete {
    switch value {
    case .null: return .nullify
    case .string(let text):
      if let rule = PropertyType.OnDelete(rawValue: text) { return rule }
      let names = PropertyType.OnDelete.allCases.map(\.rawValue)
      throw Diagnostic(
        "model.property", "\(label): onDelete must be one of \(names.joined(separator: ", ")), got \"\(text)\"",
        hint: NearestName.hint(for: text, in: names))
    default: throw Diagnostic("model.property", "\(label): onDelete must be a string, got \(value.typeName)")
    }
  }

  private func cases(_ value: LuaValue, _ label: String) throws -> [String] {
    guard case .table(let table) = value else {
      throw Diagnostic("model.property", "\(label): an enum needs its cases")
    }
    return try table.array.map { element in
      guard case .string(let text) = element else {
        throw Diagnostic("model.property", "\(label): the cases of an enum must be strings, got \(element.typeName)")
      }
      return text
    }
  }

  private func defaultValue(_ value: LuaValue, _ type: PropertyType, _ label: String) throws -> Value {
    if value == .null { return .null }
    if type.element != nil || type.entityTypeName != nil {
      throw Diagnostic("model.property", "\(label): collections and entities have no default")
    }
    return try host.runtime.store.convert(default: try host.bridge.value(value), to: type, for: label)
  }
}
