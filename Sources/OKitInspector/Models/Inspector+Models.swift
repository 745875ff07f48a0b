/// The models as a tree that is read page by page, and its edits.
extension Inspector {
  /// The number of children in an answer.
  private static let page = 100

  private var store: ModelStore { runtime.store }

  func children(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let from = max(0, try arguments.int("from") ?? 0)
    let path = try arguments.string("path")
    return try store.graph.withoutTracking {
      try store.budget.withDeadline {
        guard let path else {
          return Self.answer(store.models.sorted, from) { self.root($0.name, $0.root) }
        }
        switch try store.place(at: path) {
        case .entity(let entity): return properties(of: entity, path, from)
        case .property(let owner, let property) where property.isCollection:
          return elements(of: CollectionRef(owner: owner, slot: property.slot), path, from)
        case .property(let owner, let property):
          guard case .entity(let entity) = store.get(owner, property) else { return Self.none }
          return properties(of: entity, path, from)
        case .element: return Self.none
        }
      }
    }
  }

  private static let none = answer([Int](), 0) { _ in [:] }

  private static func answer<Items: RandomAccessCollection>(
    _ items: Items, _ from: Int, _ node: (Items.Element) -> [String: JSONValue]
  ) -> JSONValue {
    let shown = items.dropFirst(from).prefix(Self.page)
    return ["total": .int(items.count), "from": .int(from), "children": .array(shown.map { .object(node($0)) })]
  }

  private func root(_ name: String, _ root: EntityID) -> [String: JSONValue] {
    var node = entity(root)
    node["name"] = .string(name)
    node["path"] = .string(store.path(of: root) ?? "")
    if let problem = store.unreadable(root) {
      node["kind"] = "closed"
      node["text"] = .string(problem.message)
    }
    return node
  }

  private func entity(_ entity: EntityID) -> [String: JSONValue] {
    [
      "kind": "entity", "type": .string(store.type(of: entity)?.name ?? ""),
      "id": .string(store.id(of: entity) ?? ""),
    ]
  }

  // MARK: Entities

  private func properties(of entity: EntityID, _ path: String, _ from: Int) -> JSONValue {
    Self.answer(store.type(of: entity)?.properties ?? [], from) { property in
      var node = self.node(entity, property)
      node["name"] = .string(property.name)
      node["path"] = .string("\(path)/\(ModelStore.escaped(property.name))")
      return node
    }
  }

  private func node(_ owner: EntityID, _ property: Property) -> [String: JSONValue] {
    var node: [String: JSONValue] = ["kind": "value", "type": .string("\(property.type)")]
    if property.isCollection {
      node["kind"] = "list"
      node["count"] = .int(store.count(CollectionRef(owner: owner, slot: property.slot)))
      return node
    }
    // The files of blobs and partials are read when someone opens them.
    guard !property.isLazy, !property.isDeferred else {
      node["kind"] = property.isDeferred ? "entity" : "file"
      return node
    }
    let value = store.get(owner, property)
    if case .entity(let child) = value {
      guard property.isReference || property.type.unwrapped.isReference else {
        return entity(child).merging(["type": node["type"] ?? .null]) { $1 }
      }
      node["kind"] = "reference"
    }
    node["text"] = property.isSecret ? .string(Secrets.mask) : text(value)
    node["isText"] = property.isText ? true : nil
    if property.computed != nil { node["kind"] = "computed" }
    if property.computed == nil, !property.isReference, !property.isSecret, property.type.isPlain {
      node["editable"] = true
    }
    return node
  }

  private func text(_ value: Value) -> JSONValue {
    runtime.evaluator.text(value).map { .string(store.secrets.shown($0)) } ?? .null
  }

  // MARK: Lists

  private func elements(of list: CollectionRef, _ path: String, _ from: Int) -> JSONValue {
    let keys = store.isMap(list) ? store.keys(list) : nil
    return Self.answer(0..<store.count(list), from) { index in
      let name = keys?[index] ?? String(index)
      let value = self.store.element(list, index) ?? .null
      var node: [String: JSONValue] = ["kind": "value", "text": self.text(value)]
      if case .entity(let child) = value {
        node = self.entity(child)
        node["text"] = self.text(value)
      }
      node["name"] = .string(name)
      node["path"] = .string("\(path)/\(ModelStore.escaped(name))")
      return node
    }
  }

  // MARK: Edits

  func set(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let path = try arguments.required("path") { key throws(Diagnostic) in try arguments.string(key) }
    guard case .property(let owner, let property) = try store.place(at: path), !property.isCollection else {
      throw Diagnostic("model.path", "\"\(path.prefix(200))\" is not a property that can be written")
    }
    if property.isSecret, case .string(let text)? = arguments["value"] { store.secrets.add(text) }
    let value = property.type.value(typed: arguments["value"] ?? .null)
    try runtime.inside(window(page)) { try runtime.throwingTurn { try store.set(owner, property, value) } }
    return .object(node(owner, property))
  }
}

extension PropertyType {
  /// Whether a developer can type a value.
  fileprivate var isPlain: Bool {
    switch unwrapped {
    case .string, .bool, .int, .double, .date, .day, .enumeration, .color: true
    default: false
    }
  }

  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }

  /// Returns a value as someone has typed it; what is not one of the type, writing refuses.
  fileprivate func value(typed json: JSONValue) -> Value {
    guard case .string(let text) = json, unwrapped == .bool else { return Value(json) }
    return ["true": .bool(true), "false": .bool(false)][text] ?? .string(text)
  }
}
