/// A store of a model: the contents in the order in which they are sent, and the paths that are removed after them.
package struct HTTPChange {
  package struct Content {
    /// How far a content is on its way.
    enum Progress {
      case waiting
      /// The server has acknowledged it, but not the document that refers to it yet.
      case accepted
      /// It was accepted, and others have stored something since: it may be gone.
      case doubtful
    }

    package let path: String
    package let body: [UInt8]
    let digest: ContentDigest
    package let mediaType: String
    /// What was sent to the path and may have been stored, although no response has said so.
    var sent: Set<ContentDigest> = []
    /// What was sent before a merge with a version of others.
    var sentBeforeMerge: Set<ContentDigest> = []
    var progress = Progress.waiting

    package init(path: String, body: [UInt8], mediaType: String? = nil) {
      (self.path, self.body) = (path, body)
      digest = ContentDigest(body)
      self.mediaType = mediaType ?? Self.mediaType(of: body, at: path)
    }

    /// Returns the media type of containers, of documents, and of images by the end of their names.
    private static func mediaType(of body: [UInt8], at path: String) -> String {
      if EncryptedContent.isContainer(body) { return "application/octet-stream" }
      if path.hasSuffix(".json") { return "application/json" }
      guard path.contains("/_image/"), let end = path.split(separator: ".").last else {
        return "application/octet-stream"
      }
      let isToken = end.utf8.allSatisfy { "+-.".utf8.contains($0) || Character(Unicode.Scalar($0)).isASCIIWord }
      return isToken ? "image/\(end)" : "application/octet-stream"
    }
  }

  package let model: String
  /// The document is the last one: what it refers to is stored before it.
  package private(set) var contents: [Content] = []
  package private(set) var deletions: [String] = []
  let document: String
  /// Whether the model gets or leaves the server as a whole: only the same conversion continues what it has left.
  package var isConversion = false
  /// What the local storage stores when the server has acknowledged everything, in one commit with the removal of what waited.
  package var finalWrites: [StorageWrite] = []

  /// - Parameter document: The path that is sent last.
  package init(model: String, document: String) { (self.model, self.document) = (model, document) }

  var isEmpty: Bool { contents.isEmpty && deletions.isEmpty }

  /// Adds a content, in place of an older one of its path.
  package mutating func write(_ content: Content) {
    var content = content
    deletions.removeAll { $0 == content.path }
    if let index = contents.firstIndex(where: { $0.path == content.path }) {
      content.sent.formUnion(contents[index].sent)
      content.sentBeforeMerge.formUnion(contents[index].sentBeforeMerge)
      if content.digest == contents[index].digest { content.progress = contents[index].progress }
      contents[index] = content
    } else if let last = contents.last, last.path == document {
      contents.insert(content, at: contents.count - 1)
    } else {
      contents.append(content)
    }
  }

  package mutating func delete(_ path: String) {
    contents.removeAll { $0.path == path }
    if !deletions.contains(path) { deletions.append(path) }
  }

  mutating func setDeletions(_ paths: [String]) {
    deletions = paths.filter { path in !contents.contains { $0.path == path } }
  }

  /// Adds a newer store of the model.
  mutating func add(_ newer: HTTPChange) {
    for content in newer.contents { write(content) }
    for path in newer.deletions { delete(path) }
    isConversion = isConversion || newer.isConversion
    if !newer.finalWrites.isEmpty { finalWrites = newer.finalWrites }
  }

  subscript(path: String) -> Content? { contents.first { $0.path == path } }

  mutating func remove(_ path: String) {
    contents.removeAll { $0.path == path }
    deletions.removeAll { $0 == path }
  }

  mutating func noteSent(_ path: String) {
    guard let index = contents.firstIndex(where: { $0.path == path }) else { return }
    contents[index].sent.insert(contents[index].digest)
  }

  /// The next content to send, or to look for on the server.
  var next: Content? { contents.first { $0.progress != .accepted } }

  /// Notes how far a content is, unless a newer one has replaced it.
  mutating func note(_ progress: Content.Progress, of content: Content) {
    guard let index = contents.firstIndex(where: { $0.path == content.path && $0.digest == content.digest }) else {
      return
    }
    contents[index].progress = progress
  }

  /// Lets the contents that were accepted be looked for before the document is sent.
  mutating func doubtAccepted() {
    for index in contents.indices where contents[index].progress == .accepted { contents[index].progress = .doubtful }
  }

  /// Forgets the contents: the server has all of them.
  mutating func removeContents() { contents = [] }

  /// Forgets what was sent to a path.
  mutating func forgetSent(_ path: String) {
    guard let index = contents.firstIndex(where: { $0.path == path }) else { return }
    (contents[index].sent, contents[index].sentBeforeMerge) = ([], [])
  }

  /// Notes that the next content of a path has a version of others, too.
  mutating func noteMerge(at path: String) {
    guard let index = contents.firstIndex(where: { $0.path == path }) else { return }
    contents[index].sentBeforeMerge.formUnion(contents[index].sent)
    contents[index].sent = []
  }

  mutating func noteSent(_ digests: Set<ContentDigest>, to path: String) {
    guard let index = contents.firstIndex(where: { $0.path == path }) else { return }
    contents[index].sent.formUnion(digests)
  }
}

extension Character {
  fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
