/// Converts the files of a model between the plain and the encrypted form: its document, the documents of its partials,
/// and its blobs, all or none. The journal is folded into the document, and the previous version removed.
struct FormConversion {
  let name: String
  let models: StoredModels

  private var storage: FileStorage { models.storage }
  /// The storage that decrypts and encrypts the files.
  private var encrypted: EncryptedStorage { models.decrypting }

  /// - Throws: `model.unknown`; `storage.exists` when the model has the form already; what reading and storing throw.
  ///   Nothing has changed then.
  func run(encrypts: Bool) throws {
    let path = StoredModels.path(of: name)
    let file = storage.location(of: path)
    guard let stored = try storage.readDocument(path) else { return try models.expect(name) }
    guard EncryptedContent.isContainer(stored.bytes) != encrypts else {
      throw ModelRegistry.sameForm(file)
    }
    try encrypted.open()
    let document = try encrypted.decrypted(stored, at: path)
    let bytes = try document.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: document.journal, file: file) ?? document.bytes
    }
    var check = PartCheck()
    try bytes.withUnsafeBufferPointer { try check.add($0, of: name, file: file) }
    let partials = try storage.list(PartPath.folder(ofModel: name)).filter { $0.hasSuffix(".json") }
    for partial in partials {
      try read(partial).withUnsafeBufferPointer {
        try check.add($0, of: name, file: storage.location(of: partial))
      }
    }
    let form = encrypts ? StorageWrite.Form.encrypted(name) : .plain(name)
    var writes = [StorageWrite(path: path, bytes: bytes, keepsPrevious: false)]
    for part in partials + (try check.blobs(in: storage)) {
      // One at a time: together they may be larger than the memory.
      writes.append(
        StorageWrite(path: part, keepsPrevious: false) { receive in try read(part).withUnsafeBytes(receive) })
    }
    for index in writes.indices { writes[index].form = form }
    try encrypted.write(writes).wait()
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = try encrypted.read(path) else {
      throw Diagnostic(
        "storage.read", "the file was removed during the conversion",
        place: Diagnostic.Place(file: storage.location(of: path)))
    }
    return bytes
  }
}
