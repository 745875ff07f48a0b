/// The files of a model on a server, in the form in which it has them.
package struct RemoteFiles {
  package let model: String
  /// The document is the first one.
  package private(set) var contents: [(path: String, bytes: [UInt8])] = []
  private var versions: [String: HTTPVersion] = [:]

  private static let maximumAttempts = 5

  /// Reads the files of one state. Returns nil where no document is stored.
  ///
  /// - Parameter parts: Returns the paths that blobs and partials of the current document can have.
  /// - Throws: `http.conflict` when others store during each attempt; what reading throws.
  package init?(of model: String, from http: HTTPStorage, parts: () throws -> [String]) throws {
    self.model = model
    let document = "\(HTTPStorage.folder)\(model).json"
    for _ in 0..<Self.maximumAttempts {
      (contents, versions) = ([], [:])
      let isComplete: Bool? = try http.readingOnly {
        guard let bytes = try http.read(document) else { return nil }
        add(document, bytes, http)
        for path in try parts() { if let bytes = try http.read(path) { add(path, bytes, http) } }
        return try http.read(document) == bytes
      }
      guard let isComplete else { return nil }
      if isComplete { return }
    }
    throw HTTPFailures.conflict(
      "others have stored the model during each of \(Self.maximumAttempts) attempts to read it",
      at: http.location(of: document))
  }

  private mutating func add(_ path: String, _ bytes: [UInt8], _ http: HTTPStorage) {
    guard versions.updateValue(http.versions[path] ?? .missing, forKey: path) == nil else { return }
    contents.append((path, bytes))
  }

  /// Returns the content of a path; nil for a path that the model does not have.
  package subscript(path: String) -> [UInt8]? { contents.first { $0.path == path }?.bytes }

  /// Lets the next writes of the files replace these versions only.
  package func noteVersions(in http: HTTPStorage) {
    for (path, version) in versions { http.setVersion(version, at: path) }
  }
}
