/// What bindings mean at the places of an application, for editors. Nothing is evaluated.
package final class BindingInspector {
  package let definition: AppDefinition
  package let evaluator: Evaluator
  private var store: ModelStore { evaluator.store }

  package init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    (self.definition, self.evaluator) = (definition, evaluator)
  }

  // MARK: Contexts

  /// The classes of a controller's contexts, of those who open it first.
  private lazy var contexts: [String: [ContextTypes]] = {
    guard let home = definition.firstController else { return [:] }
    return ContextTypes.all(
      from: home, context: DefinitionCheck(definition, evaluator).homeType, definition, evaluator)
  }()

  /// The class of the default model's root.
  package var modelType: EntityType? { store.root(named: ModelStore.defaultModelName).flatMap(store.type(of:)) }

  /// The classes of the contexts of a controller; nil where the schema does not tell them.
  package struct ControllerContext {
    package let given, own, row, selection: EntityType?
  }

  /// Returns the contexts of a controller: those of the first opener that hands over a known class.
  package func context(ofController name: String) -> ControllerContext? {
    guard let all = contexts[name], let types = all.first(where: { $0.given != nil }) ?? all.first else { return nil }
    return ControllerContext(
      given: types.given, own: types.controller, row: types.row, selection: types.selection)
  }

  /// Returns the class of the contexts of a class of cells, bar buttons or views that a controller uses.
  package func context(ofPart name: String) -> EntityType? {
    guard let wanted = definition.classes[name] else { return nil }
    let controllers = contexts.sorted { $0.key < $1.key }.flatMap(\.value)
    for types in controllers + controllers.flatMap(\.sections).map(\.types) {
      let parts = types.cells.map { ($0.component, $0.type) } + types.buttons.map { ($0.component, $0.type) }
      for case (let part, let type?) in parts where part.componentClass.isKind(of: wanted) { return type }
    }
    return nil
  }

  package func entityClass(named name: String) -> EntityType? { store.type(named: name) }

  // MARK: Types

  /// Returns what a path leads to. A path that cannot be parsed leads to something unknown.
  package func type(of path: String, in context: EntityType?) -> BindingType {
    // Texts while typing are not kept, as those of the evaluator are.
    guard let binding = try? Binding.parse(path) else { return BindingType(.undetermined) }
    return BindingType(evaluator.staticValue(BindingProgram(binding), in: context))
  }

  /// Returns the class of the entity, or of the reference, to which a path leads.
  package func entity(_ path: String, in context: EntityType?) -> EntityType? {
    type(of: path, in: context).value.entityType(in: store)
  }

  /// Returns the class of the elements of a list to which a path leads.
  package func element(of path: String, in context: EntityType?) -> EntityType? {
    guard case .list(let element) = evaluator.resolved(type(of: path, in: context).value) else { return nil }
    return element.entityType(in: store)
  }

  // MARK: Names

  /// Returns the names that may follow a path, each once.
  package func names(after type: BindingType) -> [BindingName] {
    switch evaluator.resolved(type.value) {
    case .entity(let type): return names(on: type)
    case .anyEntity(let types):
      guard let first = types.first else { return [] }
      return names(on: first).filter { name in types.allSatisfy { self.name(name.name, on: $0) != nil } }
    case .reference(let target):
      return names(on: store.referenceType).map { $0.name == "ref" ? Self.target(target) : $0 }
    case .value(let type): return functions(of: [type, "Any"])
    case .list(let element):
      let ofElements = names(after: BindingType(element))
      let known = Set(ofElements.map(\.name))
      return ofElements + functions(of: ["List"]).filter { !known.contains($0.name) }
    default: return []
    }
  }

  /// Returns the meaning of a name after a path; nil where it has none, or the schema does not tell it.
  package func name(_ name: String, after type: BindingType) -> BindingName? {
    switch evaluator.resolved(type.value) {
    case .entity(let type): return self.name(name, on: type)
    case .anyEntity(let types): return types.lazy.compactMap { self.name(name, on: $0) }.first
    case .reference(let target): return name == "ref" ? Self.target(target) : self.name(name, on: store.referenceType)
    case .value(let type): return function(name, of: [type, "Any"])
    case .list(let element): return self.name(name, after: BindingType(element)) ?? function(name, of: ["List"])
    default: return nil
    }
  }

  private static func target(_ type: EntityType?) -> BindingName {
    BindingName(
      "ref", .builtInProperty, of: EntityType.referenceName, type: type?.name,
      "the entity to which the reference refers")
  }

  private func names(on type: EntityType) -> [BindingName] {
    var seen: Set<String> = []
    return evaluator.resolver.names(on: type).filter { seen.insert($0).inserted }.compactMap { name($0, on: type) }
  }

  private func name(_ name: String, on type: EntityType) -> BindingName? {
    func builtIn(_ type: String?, _ meaning: String) -> BindingName {
      BindingName(name, .builtInProperty, of: "Entity", type: type, meaning)
    }
    switch evaluator.resolver.meaning(of: name, on: type) {
    case .property(let property): return BindingName(property, of: type)
    case .id: return builtIn("String", "the id of the entity")
    case .parent: return builtIn(nil, "the entity that owns it")
    case .model: return builtIn(nil, "the root of its model")
    case .typeName: return builtIn("String", "the name of its class")
    case .target: return Self.target(type.referredType)
    case .referenceText: return builtIn("String", "the class and the key of what the reference refers to")
    case .function:
      let owner = sequence(first: type, next: \.superType).first { $0.hasOwnFunction(named: name) }
      return BindingName(name, .function, of: (owner ?? type).name)
    case .extended:
      let chain = sequence(first: type, next: \.superType).map(\.name) + ["Entity", "Any"]
      return function(name, of: chain)
    case .unknown: return nil
    }
  }

  private func functions(of types: [String]) -> [BindingName] {
    evaluator.functions.names(types: types).compactMap { function($0, of: types) }
  }

  private func function(_ name: String, of types: [String]) -> BindingName? {
    for type in types {
      switch evaluator.functions.lookup(name, types: [type]) {
      case .builtIn(let function)?: return BindingName(function, of: type)
      case .list(let function)?: return BindingName(function)
      case .host?: return BindingName(name, .extensionFunction, of: type)
      case nil: continue
      }
    }
    return nil
  }

  // MARK: Other names

  /// The names of the models, the default one left out.
  package var modelNames: [String] { store.roots.keys.filter { $0 != ModelStore.defaultModelName }.sorted() }

  /// Returns the class of the root of a model.
  package func model(named name: String) -> EntityType? { store.root(named: name).flatMap(store.type(of:)) }

  /// The classes that the script has defined.
  package var entityClasses: [EntityType] { store.types.all.filter { $0.place != nil } }

  /// Whether operators of collections may follow.
  package func isCollection(_ type: BindingType) -> Bool {
    if case .list = evaluator.resolved(type.value) { true } else { false }
  }
}
