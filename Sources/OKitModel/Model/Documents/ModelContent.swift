/// A JSON document with which a model begins of which nothing is stored.
package struct ModelContent {
  /// The file, as messages name it.
  package let file: String
  /// Returns the bytes of the document.
  package let read: () throws -> [UInt8]

  package init(file: String, read: @escaping () throws -> [UInt8]) { (self.file, self.read) = (file, read) }
}

extension ModelRegistry {
  /// Returns the root of a model of which nothing is stored, with the content of its class.
  ///
  /// - Throws: `model.decode` for a content that does not fit the classes, with its line and column; what reading it
  ///   throws.
  func makeRoot(_ type: EntityType) throws -> EntityID {
    guard let content = type.content else { return try store.makeRoot(type) }
    return try content.read().withUnsafeBufferPointer { bytes in
      do { return try decode(bytes, type, content.file) } catch let failure as Diagnostic {
        throw LineLocator(bytes, file: content.file).located(failure)
      }
    }
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ type: EntityType, _ file: String) throws -> EntityID {
    var decoder = DocumentDecoder(store: store) { version in
      guard let version, version != type.version else { return }
      throw Diagnostic(
        "model.version",
        "the content of \(type.name) has version \(version), and the class has version \(type.version)",
        place: Diagnostic.Place(file: file), hint: "bring the file up to the classes")
    }
    // Unknown members are mistakes: nobody but the application writes them.
    decoder.source = .fixture
    var reader = JSONReader(bytes, file: file)
    do {
      let root = try decoder.root(&reader, as: type, isRoot: true)
      try reader.finish()
      return root
    } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(file: file)
    }
  }

  /// Returns the error for an id that is taken, at the place where the content of a class uses it last.
  func explained(_ taken: ModelStore.TakenID, contentOf type: EntityType) throws -> Diagnostic {
    guard let content = type.content else { return taken.diagnostic }
    let bytes = try content.read()
    let offset = try DocumentSearch.lastOffset(ofID: taken.id, in: bytes)
    let failure = taken.diagnostic.at(Diagnostic.Place(file: content.file, offset: offset))
    return bytes.withUnsafeBufferPointer { LineLocator($0, file: content.file).located(failure) }
  }
}
