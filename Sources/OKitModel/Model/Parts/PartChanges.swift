/// The files of parts that a store of a model writes and deletes.
struct PartChanges {
  /// A file of a part that is no longer needed once the model is stored.
  struct Deletion {
    /// Nil for the file of an entity from before a reload.
    let part: EntityID?
    let path: String
  }

  let model: String
  /// Written with the model, all or none.
  private(set) var writes: [StorageWrite] = []
  /// The number of each part's state that is being stored, and the file that it has then.
  private(set) var states: [(part: EntityID, number: Int, file: PartFile?)] = []
  private(set) var deletions: [Deletion] = []

  init(model: String) { self.model = model }

  var isEmpty: Bool { writes.isEmpty && states.isEmpty && deletions.isEmpty }
  /// The paths that the store writes.
  var paths: Set<String> { Set(writes.map(\.path)) }

  mutating func write(_ write: StorageWrite) {
    var write = write
    write.model = model
    writes.append(write)
  }

  /// Gives the files the form of their model.
  mutating func set(_ form: StorageWrite.Form?, keepsPrevious: Bool) {
    for index in writes.indices { (writes[index].form, writes[index].keepsPrevious) = (form, keepsPrevious) }
  }

  /// Makes what is written to paths the previous versions of the documents there. Their parts stay changed.
  mutating func keepAsPrevious(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    for index in writes.indices where paths.contains(writes[index].path) { writes[index].becomesPrevious = true }
    states.removeAll { state in state.file.map { paths.contains($0.path) } ?? false }
  }

  mutating func note(_ part: EntityID, _ number: Int, at path: String?) {
    states.append((part, number, path.map { PartFile(path: $0, model: model) }))
  }

  mutating func delete(_ path: String, of part: EntityID?) { deletions.append(Deletion(part: part, path: path)) }
}
