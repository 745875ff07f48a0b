/// The ids of entities and the keys of references in the documents of unread partials.
///
/// A document is searched when something depends on it, and once: an entity with a given id enters a model, an entity
/// that references in the document may mean leaves one.
struct UnreadDocuments {
  /// The partials whose document was not searched.
  private(set) var pending: Set<EntityID> = []
  private var contents: [EntityID: DocumentSearch.Content] = [:]
  private var owners: [String: EntityID] = [:]
  private var referring: [String: Set<EntityID>] = [:]

  var isEmpty: Bool { pending.isEmpty && contents.isEmpty }

  /// Notes that the document of a partial is not in memory.
  mutating func insert(_ partial: EntityID) {
    remove(partial)
    pending.insert(partial)
  }

  /// Notes that the document of a partial is in memory, or that there is none.
  mutating func remove(_ partial: EntityID) {
    pending.remove(partial)
    guard let content = contents.removeValue(forKey: partial) else { return }
    for id in content.ids where owners[id] == partial { owners[id] = nil }
    for key in content.keys {
      referring[key]?.remove(partial)
      if referring[key]?.isEmpty == true { referring[key] = nil }
    }
  }

  /// Notes what is in the document of a pending partial.
  mutating func note(_ content: DocumentSearch.Content, of partial: EntityID) {
    pending.remove(partial)
    contents[partial] = content
    for id in content.ids { owners[id] = partial }
    for key in content.keys { referring[key, default: []].insert(partial) }
  }

  /// Returns the partial whose document has an entity with an id.
  func owner(of id: String) -> EntityID? { owners[id] }

  /// Returns the partials whose documents have a reference with a key, in a stable order.
  func partials(referringTo key: String) -> [EntityID] { (referring[key] ?? []).sorted { $0.index < $1.index } }
}

extension ModelStore {
  /// Searches the documents of partials in models that were neither read nor searched. O(size of these documents).
  private func searchUnreadDocuments() {
    guard !parts.documents.pending.isEmpty else { return }
    for partial in parts.documents.pending.sorted(by: { $0.index < $1.index }) where isManaged(partial) {
      var content = DocumentSearch.Content()
      do {
        if let file = parts.files[partial], let bytes = try self.content(of: file) {
          content = try DocumentSearch.content(of: bytes)
        }
      } catch {
        // Using the partial reports what is wrong with its document.
        content = DocumentSearch.Content()
      }
      parts.documents.note(content, of: partial)
    }
  }

  /// Whether a document of a partial was not read.
  var hasUnreadDocuments: Bool { hasPartials && !parts.documents.isEmpty }

  /// Returns the partial in whose document, which was not read, an entity has an id.
  func unreadOwner(ofID id: String) -> EntityID? {
    guard hasPartials else { return nil }
    searchUnreadDocuments()
    return parts.documents.owner(of: id)
  }

  /// Reads the documents of partials with references to what is about to leave, so that the references follow their
  /// rules. A document that cannot be read stays as it is.
  func readPartials(referringTo leaving: [EntityID]) {
    guard hasPartials, !parts.isReadingAgain, types.haveReferencesInDeferred else { return }
    searchUnreadDocuments()
    for id in leaving.compactMap(id) {
      for partial in parts.documents.partials(referringTo: id) where isManaged(partial) {
        do { try readPart(partial) } catch { reportUnreadable(partial, error) }
      }
    }
  }
}
