/// An import of entities into a list of a model.
///
/// The rows of a file become entities that belong to no model yet. `insert` then adds all of them, in a turn.
package final class ModelImport {
  package let store: ModelStore
  /// The class of the elements of the list.
  let elements: EntityType
  private let list: CollectionRef
  /// The name of the list.
  package let name: String
  /// Receives the reason why a row is rejected.
  private let onRejection: (Diagnostic) -> Void
  private var entities: [EntityID] = []
  private var ids: Set<String> = []
  /// The number of rows that are wrong.
  package private(set) var rejectedCount = 0

  /// The number of rows that are right.
  package var acceptedCount: Int { entities.count }

  /// - Parameter name: The list; nil for the only one that holds entities.
  /// - Throws: `import.list`.
  package init(
    into name: String?, of root: EntityID, in store: ModelStore, onRejection: @escaping (Diagnostic) -> Void
  ) throws {
    (self.store, self.onRejection) = (store, onRejection)
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
        hint: "pass \(names.prefix(20).map { "--into \($0)" }.joined(separator: " or "))")
    }
    self.name = property.name
    elements = try store.types.require(property.ownedTypeName ?? "", for: property.name)
    list = CollectionRef(owner: root, slot: property.slot)
  }

  /// Runs a row; its error rejects it.
  ///
  /// - Parameter locate: Gives an error its place.
  func row(_ locate: (Diagnostic) -> Diagnostic, _ make: () throws -> EntityID) throws {
    do {
      let entity = try make()
      try checkIDs(of: entity)
      entities.append(entity)
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

  /// - Throws: `model.duplicateId` for an id that the models or an earlier row have.
  private func checkIDs(of entity: EntityID) throws {
    let new = store.subtree(entity).compactMap(store.id)
    var seen: Set<String> = []
    for id in new {
      guard seen.insert(id).inserted else {
        throw Diagnostic("model.duplicateId", "the id \(PrintableText.quoted(id)) is used twice in the row")
      }
      let other = store.find(id)
      guard other == nil, !ids.contains(id) else {
        let user = other.map(store.describe) ?? "an earlier row"
        throw Diagnostic("model.duplicateId", "the id \(PrintableText.quoted(id)) is already used by \(user)")
      }
    }
    ids.formUnion(seen)
  }

  /// Adds the entities at the end of the list.
  ///
  /// - Throws: what inserting throws.
  package func insert() throws {
    for entity in entities { try store.insert(.entity(entity), into: list) }
  }
}
