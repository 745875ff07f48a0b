/// What stands at a path in the models, such as `/books/0/title`, or `people>/persons/3` in another model.
enum ModelPlace {
  case entity(EntityID)
  case property(EntityID, Property)
  case element(CollectionRef, Int)
}

extension ModelStore {
  /// Returns what stands at a path.
  ///
  /// - Throws: `model.path` if nothing does.
  func place(at path: String) throws(Diagnostic) -> ModelPlace {
    let parts = path.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
    let hasName = parts.count == 2 && !parts[0].contains("/")
    let name = hasName ? String(parts[0]) : Self.defaultModelName
    let steps = (hasName ? String(parts[1]) : path).split(separator: "/", omittingEmptySubsequences: true)
    guard let root = root(named: name) else { throw Self.nothing(at: path) }
    if let problem = unreadable(root) { throw problem }
    var place = ModelPlace.entity(root)
    for step in steps {
      guard let next = self.place(Self.unescaped(step), below: place) else { throw Self.nothing(at: path) }
      place = next
    }
    return place
  }

  private func place(_ step: String, below place: ModelPlace) -> ModelPlace? {
    switch place {
    case .entity(let entity):
      return type(of: entity)?.property(named: step).map { ModelPlace.property(entity, $0) }
    case .property(let owner, let property) where property.isCollection:
      let list = CollectionRef(owner: owner, slot: property.slot)
      let index = isMap(list) ? keys(list).firstIndex(of: step) : Int(step)
      guard let index, let value = element(list, index) else { return nil }
      if case .entity(let entity) = value { return .entity(entity) }
      return .element(list, index)
    case .property(let owner, let property):
      // A step below an entity that a property owns.
      guard case .entity(let entity) = get(owner, property) else { return nil }
      return self.place(step, below: .entity(entity))
    case .element: return nil
    }
  }

  private static func nothing(at path: String) -> Diagnostic {
    Diagnostic("model.path", "there is nothing at \"\(path.prefix(200))\"", hint: "the models may have changed")
  }

  /// Returns a name as a step of a path.
  static func escaped(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }

  private static func unescaped(_ step: Substring) -> String {
    String(step.replacing("~1", with: "/").replacing("~0", with: "~"))
  }
}
