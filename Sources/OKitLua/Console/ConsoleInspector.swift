/// Describes the host's objects at a prompt and lists the names of their members.
struct ConsoleInspector {
  private let host: ScriptHost
  /// The maximum number of elements shown for a collection.
  static let shownElements = 20

  init(_ host: ScriptHost) { self.host = host }

  private var bridge: AppBridge { host.bridge }
  private var store: ModelStore { host.runtime.store }

  var functions: [(String, OkitModule.Body)] {
    let inspector = Self(host)
    return [
      (
        "describe",
        { call in
          .value(try call.object(0).map { .string(inspector.text(try inspector.bridge.value(.object($0)))) } ?? .null)
        }
      ),
      (
        "members",
        { call in
          let names = try inspector.names(call.object(0), onlyFunctions: call.bool(1))
          return .value(.table(LuaTable(array: names.map(LuaValue.string))))
        }
      ),
    ]
  }

  // MARK: Values

  private func text(_ value: Value) -> String {
    switch value {
    case .entity(let entity): text(entity)
    case .collection(let collection): text(collection)
    case .string(let text): PrintableText.quoted(text)
    case .handle(let handle): text(handle)
    default: host.runtime.evaluator.text(value) ?? "nil"
    }
  }

  private func text(_ handle: RuntimeHandle) -> String {
    guard handle.kind == .controller else { return "\(handle.kind) \(handle.id)" }
    return "controller \(host.runtime.controller(handle)?.name ?? "(closed)")"
  }

  /// `Book "Dune" (id)`: the class, what names it, the id.
  private func text(_ entity: EntityID) -> String {
    guard let type = store.type(of: entity), let id = store.id(of: entity) else { return "removed entity" }
    let name = ["name", "title"].lazy.compactMap { type.property(named: $0) }.first.map { store.get(entity, $0) }
    guard case .string(let text)? = name, !text.isEmpty else { return "\(type.name) (\(id))" }
    return "\(type.name) \(PrintableText.quoted(text)) (\(id))"
  }

  private func text(_ collection: CollectionRef) -> String {
    guard store.exists(collection.owner) else { return "collection of a removed entity" }
    let count = store.count(collection)
    var parts = store.elements(collection).prefix(Self.shownElements).map(text)
    if store.isMap(collection) { parts = zip(store.keys(collection), parts).map { "\($0) = \($1)" } }
    if count > parts.count { parts.append("… \(count - parts.count) more") }
    if parts.isEmpty { return "[]" }
    let line = "[" + parts.joined(separator: ", ") + "]"
    return line.count <= 72 ? line : "[\n  " + parts.joined(separator: ",\n  ") + "\n]"
  }

  // MARK: Names

  private func names(_ object: LuaObject?, onlyFunctions: Bool) throws -> [String] {
    guard let object else { return [] }
    switch try bridge.value(.object(object)) {
    case .entity(let entity): return names(entity, onlyFunctions)
    case .collection: return CollectionMethods.all.map(\.name)
    case .date:
      let methods = DateKind.methods.map(\.name)
      return onlyFunctions ? methods : methods + ["timestamp"] + host.runtime.evaluator.functions.names(types: ["Date"])
    case .day:
      let methods = DayKind.methods.map(\.name)
      return onlyFunctions ? methods : methods + host.runtime.evaluator.functions.names(types: ["Day"])
    case .handle(let handle):
      guard let controller = host.runtime.controller(handle) else { return onlyFunctions ? ["cancel", "wait"] : [] }
      let values = ["name", "context", "modelContext", "effectiveContext", "editing"]
      return onlyFunctions ? controller.definition.descriptor.functionNames : values + controller.definition.givenNames
    default: return []
    }
  }

  private func names(_ entity: EntityID, _ onlyFunctions: Bool) -> [String] {
    guard let type = store.type(of: entity) else { return [] }
    let methods = EntityMethods.all.map(\.name)
    let functions = host.runtime.evaluator.resolver.names(on: type).filter { type.function(named: $0) != nil }
    if onlyFunctions { return functions + methods }
    return type.properties.map(\.name) + ["id", "parent", "model", "type"] + functions + methods
  }
}
