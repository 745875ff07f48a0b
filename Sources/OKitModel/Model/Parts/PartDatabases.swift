/// The databases that have the parts of models.
struct PartDatabases {
  /// The databases by model. That of a model which has changed its kind in a hot reload is here until its parts have
  /// moved.
  private var storages: [String: any RowStorage] = [:]
  /// The models whose parts are stored as rows.
  private var models: Set<String> = []

  subscript(model: String) -> (any RowStorage)? { storages[model] }

  func hasRows(_ model: String) -> Bool { models.contains(model) }

  /// Runs `body`, which reads what refers to parts in one of the forms.
  static func reading<T>(_ hasRows: Bool, of model: String, in store: ModelStore, _ body: () throws -> T) rethrows -> T
  {
    let hadRows = store.parts.databases.hasRows(model)
    store.parts.databases.set(hasRows, model)
    defer { store.parts.databases.set(hadRows, model) }
    return try body()
  }

  private mutating func set(_ hasRows: Bool, _ model: String) {
    if hasRows { models.insert(model) } else { models.remove(model) }
  }

  /// Stores the parts of a model in a database from now on; nil for files.
  mutating func use(_ storage: (any RowStorage)?, for model: String) {
    if let storage { storages[model] = storage }
    set(storage != nil, model)
  }
}

extension ModelStore {
  /// Returns the content of a part's file or row; nil if there is none.
  func content(of file: PartFile) throws -> [UInt8]? {
    guard let row = PartRow(path: file.path) else { return try parts.storage(of: file.model)?.read(file.path) }
    return try parts.databases[row.model].flatMap(row.read)
  }

  /// Returns the number of bytes of a part's file or row, as far as possible without reading it; nil if there is none.
  func contentSize(of file: PartFile) throws -> Int? {
    guard let row = PartRow(path: file.path) else {
      return try parts.storage(of: file.model)?.content(of: file.path)?.bytes.count
    }
    return try parts.databases[row.model].flatMap(row.size)
  }

  /// Returns what a person finds a part in: its file, or the database with its row.
  func location(of path: String) -> String {
    if let row = PartRow(path: path), let storage = parts.databases[row.model] { return storage.location }
    return parts.storage(of: parts.model(at: path) ?? "")?.location(of: path) ?? path
  }
}
