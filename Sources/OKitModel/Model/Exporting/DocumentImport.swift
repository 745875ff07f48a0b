/// Imports of whole documents.
extension ModelRegistry {
  /// Makes a registered model equal to a document, migrated if it is older than the schema. Entities keep their
  /// identity by id; the root of a model that was never stored gets the id of the document.
  ///
  /// - Throws: `import.parts` for a document that lacks what blobs and partials have in files of their own; what
  ///   reading and applying the document throws. Nothing has changed then.
  package func importDocument(_ document: JSONValue, into name: String) throws {
    guard let root = store.models[name], let type = store.type(of: root) else { return }
    let data = try migrated(document, type, name).jsonValue
    let imported = try store.decode(data, as: type)
    let empty = emptyParts(of: imported)
    try checkParts(of: imported, name)
    try store.apply(Self.leavingOut(empty, of: data), to: root)
    if homes[name]?.isKnownStored != true, case .object(let members) = data, case .string(let id)? = members["id"] {
      store.setID(id, ofNew: root)
    }
  }

  /// Returns the properties of the parts of imported data that have no content, by the ids of the parts.
  private func emptyParts(of imported: EntityID) -> [String: String] {
    var empty: [String: String] = [:]
    for part in store.subtree(imported) {
      guard let record = store.record(part), let property = store.type(of: record).lazyProperty,
        record.isNil(property.slot)
      else { continue }
      empty[record.header.pointee.id] = property.name
    }
    return empty
  }

  /// Returns data without the nulls that say that a part has no content: a partial without one gets no document.
  private static func leavingOut(_ empty: [String: String], of data: JSONValue) -> JSONValue {
    switch data {
    case .array(let elements): return .array(elements.map { leavingOut(empty, of: $0) })
    case .object(var members):
      if case .string(let id)? = members["id"], let name = empty[id], members[name] == .null { members[name] = nil }
      return .object(members.mapValues { leavingOut(empty, of: $0) })
    case .null, .bool, .int, .double, .number, .string: return data
    }
  }

  /// Checks that the blobs and partials of imported data have their contents; without them, those of the model would be
  /// lost.
  private func checkParts(of imported: EntityID, _ name: String) throws {
    defer { store.garbage.append(imported) }
    let empty = store.subtree(imported).filter { part in
      guard let record = store.record(part), let property = store.type(of: record).lazyProperty else { return false }
      // Null means that the blob or partial has no content.
      return record.isNil(property.slot) && !store.counters.isPending(part)
    }
    guard let first = empty.first else { return }
    let others = empty.count == 1 ? "" : " and \(empty.count - 1) more"
    throw Diagnostic(
      "import.parts",
      """
      the document lacks the content of \(store.describe(first))\(others), which is stored in a file of its own, so \
      that the model "\(name)" would lose it
      """,
      hint: """
        export it \(HintPhrase.exportContents), import the rows of a list \(HintPhrase.importRows), or restore a backup
        """)
  }
}
