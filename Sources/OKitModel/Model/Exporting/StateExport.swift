/// Exporting the models of the state as plain documents, and importing them again: the folder `okit/export`.
extension ModelRegistry {
  /// The folder of the exported documents below the documents directory.
  package static let exportFolder = "okit/export"

  static func exportPath(of name: String) -> String { "\(exportFolder)/\(name).json" }

  /// Stores the state, then writes each of its models as a plain document that has the contents of blobs and partials.
  ///
  /// - Returns: The names of the encrypted models, which the documents leave readable.
  /// - Throws: `storage.closed` for an encrypted model whose content is not in memory; what storing and writing throws.
  @discardableResult package func exportState() throws -> [String] {
    try storeState()
    try waitUntilStored()
    var readable: [String] = []
    let writes = try modelsOfState().compactMap { root -> StorageWrite? in
      guard let home = home(of: root), home.type.isStored else { return nil }
      let name = home.name
      guard store.closedModels[root] == nil else {
        throw Diagnostic("storage.closed", "model \"\(name)\" cannot be exported: the secure store is closed")
      }
      if home.type.isEncrypted { readable.append(name) }
      return StorageWrite(
        path: Self.exportPath(of: name), bytes: try exported(root, home), keepsPrevious: false)
    }
    if !writes.isEmpty { try files.write(writes).wait() }
    return readable
  }

  private func exported(_ root: EntityID, _ home: any ModelHome) throws -> [UInt8] {
    let (name, type) = (home.name, home.type)
    var (plain, result): ([UInt8], [UInt8]) = ([], [])
    try store.writeDocument(of: root, version: type.version) { plain.append(contentsOf: $0) }
    try plain.withUnsafeBufferPointer { bytes in
      let file = files.location(of: Self.exportPath(of: name))
      var document = DocumentExport(bytes, file: file, name: name, root: type, store: store)
      let source: ExportContents.Source =
        if let rows = home.rows { try .rows(of: name, in: rows.storage) } else {
          try .files(of: name, in: home.storage)
        }
      let contents = try ExportContents(document, source)
      try contents.checkClasses()
      document.contents = contents
      let writer = PieceWriter { result += $0 }
      try document.json(writer)
      try writer.flush()
    }
    return result
  }

  /// Returns the models that the function of the state stores; all without one.
  private func modelsOfState() throws -> [EntityID] {
    guard let state else { return store.models.sorted.map(\.root) }
    collected = []
    defer { collected = nil }
    try state()
    var seen: Set<EntityID> = []
    return (collected ?? []).filter { seen.insert($0).inserted }
  }

  /// Makes each registered model that has an exported document equal to that, as a part of a turn. Entities keep their
  /// identity by id.
  ///
  /// - Throws: `import.missing` without an exported document; what reading and applying the documents throws. Nothing
  ///   has changed then.
  package func importState() throws {
    let documents = try store.models.sorted.compactMap { name, root -> (name: String, document: JSONValue)? in
      let path = Self.exportPath(of: name)
      guard store.type(of: root)?.isStored == true, let bytes = try files.read(path) else { return nil }
      return (name, try JSONValue.parse(json: bytes, file: files.location(of: path)))
    }
    guard !documents.isEmpty else {
      throw Diagnostic(
        "import.missing", "\(Self.exportFolder) has no document of a registered model",
        hint: "okit.Model.exportState() writes them")
    }
    try store.transaction { for exported in documents { try importDocument(exported.document, into: exported.name) } }
  }

  /// Removes the exported documents.
  ///
  /// - Throws: what removing them throws.
  package func clearExport() throws {
    let paths = try files.list(Self.exportFolder)
    if !paths.isEmpty { try files.write(paths.map(StorageWrite.init(removing:))).wait() }
  }

  /// Stores all models of the state, also those without changes.
  ///
  /// - Throws: as `storeState`.
  package func updateAllState() throws {
    for root in try modelsOfState() where store.type(of: root)?.isStored == true {
      if store.closedModels[root] == nil { store.markPending(root: root) }
    }
    try storeState()
  }
}
