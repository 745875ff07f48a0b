/// An import of entities into a list of a model.
///
/// The rows of a file become entities that belong to no model yet. `insert` then adds all of them, in a turn; with
/// `updates`, a row with the id of an element changes that one instead.
package final class ModelImport {
  /// What a row says about the properties that it names.
  enum Content {
    case values([FirstValue])
    /// The members of an object, without its id.
    case data(JSONValue)
  }

  /// A change of an element by a row.
  private struct Update {
    let element: EntityID
    let content: Content
  }

  package let store: ModelStore
  /// The class of the elements of the list.
  let elements: EntityType
  private let list: CollectionRef
  /// The name of the list.
  package let name: String
  /// Receives the reason why a row is rejected.
  private let onRejection: (Diagnostic) -> Void
  /// Whether a row with the id of an element changes it.
  let updates: Bool
  private var entities: [EntityID] = []
  private var changes: [Update] = []
  private var ids: Set<String> = []
  /// The number of rows that are wrong.
  package private(set) var rejectedCount = 0

  /// The number of rows that are right.
  package var acceptedCount: Int { entities.count + changes.count }
  /// The number of rows that change an element.
  package var updateCount: Int { changes.count }

  /// - Parameters:
  ///   - name: The list; nil for the only one that holds entities.
  ///   - updates: Whether a row with the id of an element changes it; otherwise such a row is rejected.
  /// - Throws: `import.list`.
  package init(
    into name: String?, of root: EntityID, in store: ModelStore, updates: Bool = false,
    onRejection: @escaping (Diagnostic) -> Void
  ) throws {
    (self.store, self.updates, self.onRejection) = (store, updates, onRejection)
    let model = store.name(ofModel: root) ?? ""
    let lists = store.type(of: root)?.properties.filter(\.isListOfEntities) ?? []
    let names = lists.map(\.name)
    guard let property = name.map({ name in lists.first { $0.name == name } }) ?? lists.first else {
      guard let name else {
        throw Diagnostic("import.list", "model \"\(model)\" has no list of entities to import into")
      }
      throw Diagnostic(
        "import.list", "model \"\(model)\" has no list of entities \(PrintableText.quoted(name))",
        hint: NearestName.hint(for: name, in: names))
    }
    guard name != nil || lists.count == 1 else {
      throw Diagnostic(
        "import.list", "model \"\(model)\" has \(lists.count) lists of entities",
        hint: "\(HintPhrase.importList)\(names.prefix(20).joined(separator: HintPhrase.otherImportList.rawValue))")
    }
    self.name = property.name
    elements = try store.types.require(property.ownedTypeName ?? "", for: property.name)
    list = CollectionRef(owner: root, slot: property.slot)
  }

  /// Runs a row; its error rejects it.
  ///
  /// - Parameters:
  ///   - locate: Gives an error its place.
  ///   - make: Makes a new entity of the row, which checks its values.
  ///   - content: Returns what the row changes of an element.
  func row(
    _ locate: (Diagnostic) -> Diagnostic, _ make: () throws -> EntityID, content: () throws -> Content
  ) throws {
    do {
      let entity = try make()
      let element = try element(updatedBy: entity)
      try checkIDs(of: entity, updating: element)
      guard let element else { return entities.append(entity) }
      changes.append(Update(element: element, content: try content()))
      store.garbage.append(entity)
    } catch let diagnostic as Diagnostic {
      // No row would fit any more.
      if diagnostic.code == ExecutionBudget.code { throw diagnostic }
      reject(locate(diagnostic))
    }
  }

  func reject(_ diagnostic: Diagnostic) {
    rejectedCount += 1
    onRejection(diagnostic)
  }

  /// Returns the element of the list that has the id of a row; nil where the row is to be added.
  ///
  /// - Throws: `model.type` for an element of another class.
  private func element(updatedBy row: EntityID) throws -> EntityID? {
    guard updates, let element = store.id(of: row).flatMap(store.find), isElement(element) else { return nil }
    if let type = store.type(of: element), let other = store.type(of: row), type !== other {
      throw Diagnostic(
        "model.type", "\(store.describe(element)) cannot become \(other.name)",
        hint: "remove the element, or give the row another id")
    }
    return element
  }

  /// - Throws: `model.duplicateId` for an id that the models, besides a changed element, or an earlier row have.
  private func checkIDs(of entity: EntityID, updating element: EntityID?) throws {
    let new = store.subtree(entity).compactMap(store.id)
    var seen: Set<String> = []
    for id in new {
      guard seen.insert(id).inserted else {
        throw Diagnostic("model.duplicateId", "the id \(PrintableText.quoted(id)) is used twice in the row")
      }
      let other = store.find(id).flatMap { isInside($0, element) ? nil : $0 }
      guard other == nil, !ids.contains(id) else {
        let user = other.map(store.describe) ?? "an earlier row"
        throw Diagnostic(
          "model.duplicateId", "the id \(PrintableText.quoted(id)) is already used by \(user)",
          hint: other.map(isElement) == true ? "\(HintPhrase.updates) the elements that have the ids of rows" : nil)
      }
    }
    ids.formUnion(seen)
  }

  /// Returns the class of a row that names none: that of the element with its id, else that of the list.
  func type(ofRowWithID id: String?) -> EntityType {
    guard updates, let element = id.flatMap(store.find), isElement(element) else { return elements }
    return store.type(of: element) ?? elements
  }

  private func isElement(_ entity: EntityID) -> Bool {
    store.parent(of: entity) == list.owner && store.parentProperty(of: entity)?.slot == list.slot
  }

  private func isInside(_ entity: EntityID, _ element: EntityID?) -> Bool {
    guard let element else { return false }
    var next: EntityID? = entity
    while let current = next, current != element { next = store.parent(of: current) }
    return next == element
  }

  /// Changes the elements that rows update, and adds the other entities at the end of the list.
  ///
  /// - Throws: what changing and inserting throws.
  package func insert() throws {
    for change in changes {
      switch change.content {
      case .data(let data): try store.apply(data, to: change.element, mode: .row)
      case .values(let values):
        guard let type = store.type(of: change.element) else { continue }
        for value in values {
          try store.budget.step()
          if let slot = value.slot { try store.set(change.element, type.properties[slot], value.value) }
        }
      }
    }
    for entity in entities {
      try store.insert(.entity(entity), into: list)
      // Their entities are new for the functions `sync` of partials.
      for part in store.subtree(entity) where store.type(of: part)?.lazyProperty?.role == .deferred {
        store.noteContent(of: part)
      }
    }
  }
}
