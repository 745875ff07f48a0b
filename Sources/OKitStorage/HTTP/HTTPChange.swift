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
    /// The documents that were sent to the path before, the oldest one first: others may have changed each of them.
    var earlier: [SentContent] = []
    /// The content that the last request with this one was to replace; nil for none.
    private(set) var replaced: ContentDigest?
    var progress = Progress.waiting

    package init(path: String, body: [UInt8], mediaType: String? = nil) {
      (self.path, self.body) = (path, body)
      digest = ContentDigest(body)
      self.mediaType = mediaType ?? Self.mediaType(of: body, at: path)
    }

    /// Returns what was sent to replace a content, the oldest one first.
    func sentContents(replacing known: ContentDigest?) -> [SentContent] {
      (earlier + (sent.contains(digest) ? [SentContent(self, replacing: replaced)] : [])).filter {
        $0.replaced == known
      }
    }

    mutating func noteSent(replacing known: ContentDigest?) {
      sent.insert(digest)
      replaced = known
    }

    /// Notes an older content that was sent, or is about to be sent.
    mutating func noteEarlier(_ older: Content, isSending known: ContentDigest?? = nil) {
      sent.formUnion(older.sent)
      sentBeforeMerge.formUnion(older.sentBeforeMerge)
      var versions = older.earlier
      if let known {
        sent.insert(older.digest)
        versions.append(SentContent(older, replacing: known))
      } else if older.sent.contains(older.digest) {
        versions.append(SentContent(older, replacing: older.replaced))
      }
      guard HTTPVersion.keepsBody(path) else { return }
      for version in versions + earlier where version.digest == digest { replaced = version.replaced }
      earlier = (versions + earlier).reduce(into: []) { all, version in
        guard version.digest != digest, !all.contains(where: { $0.digest == version.digest }) else { return }
        all.append(version)
      }
    }

    /// Forgets what was sent: it cannot arrive any more.
    mutating func forgetSent() { (sent, sentBeforeMerge, earlier) = ([], [], []) }

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
  /// What the local storage stores when the server has acknowledged everything, in one commit with the removal of what
  /// waited.
  package var finalWrites: [StorageWrite] = []

  /// - Parameter document: The path that is sent last.
  package init(model: String, document: String) { (self.model, self.document) = (model, document) }

  var isEmpty: Bool { contents.isEmpty && deletions.isEmpty }

  /// Adds a content, in place of an older one of its path.
  package mutating func write(_ content: Content) {
    var content = content
    deletions.removeAll { $0 == content.path }
    if let index = contents.firstIndex(where: { $0.path == content.path }) {
      content.noteEarlier(contents[index])
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

  /// Notes that a content is sent.
  ///
  /// - Parameter known: The content that it is to replace; nil for none.
  mutating func noteSent(_ path: String, replacing known: ContentDigest?) {
    change(path) { $0.noteSent(replacing: known) }
  }

  /// The next content to send, or else to look for on the server: what others may have removed is not in the way of the
  /// document.
  var next: Content? { contents.first { $0.progress == .waiting } ?? contents.first { $0.progress == .doubtful } }

  /// Notes how far a content is, unless a newer one has replaced it.
  mutating func note(_ progress: Content.Progress, of content: Content) {
    guard let index = contents.firstIndex(where: { $0.path == content.path && $0.digest == content.digest }) else {
      return
    }
    contents[index].progress = progress
  }

  /// Lets the contents that were accepted be looked for.
  mutating func doubtAccepted() {
    for index in contents.indices where contents[index].progress == .accepted { contents[index].progress = .doubtful }
  }

  /// Forgets the contents: the server has all of them.
  mutating func removeContents() { contents = [] }

  mutating func forgetSent(_ path: String) { change(path) { $0.forgetSent() } }

  /// Forgets all but the last documents that were sent to a path.
  mutating func forgetEarlier(_ path: String, keeping count: Int) {
    change(path) { $0.earlier.removeFirst(max(0, $0.earlier.count - count)) }
  }

  /// Notes that the next content of a path has a version of others, too.
  mutating func noteMerge(at path: String) {
    change(path) {
      $0.sentBeforeMerge.formUnion($0.sent)
      ($0.sent, $0.earlier) = ([], [])
    }
  }

  /// Notes an older content of a path that is about to be sent, or was.
  ///
  /// - Parameter known: The content that it is to replace; nil for none.
  mutating func noteSending(_ older: Content, replacing known: ContentDigest?) {
    change(older.path) { $0.noteEarlier(older, isSending: .some(known)) }
  }

  private mutating func change(_ path: String, _ body: (inout Content) -> Void) {
    guard let index = contents.firstIndex(where: { $0.path == path }) else { return }
    body(&contents[index])
  }
}

/// A document that was sent, although no response has said what became of it.
struct SentContent {
  let body: [UInt8]
  let digest: ContentDigest
  /// The content that it was to replace; nil for none.
  let replaced: ContentDigest?

  init(_ body: [UInt8], replacing known: ContentDigest?) {
    (self.body, digest, replaced) = (body, ContentDigest(body), known)
  }

  fileprivate init(_ content: HTTPChange.Content, replacing known: ContentDigest?) {
    (body, digest, replaced) = (content.body, content.digest, known)
  }

  /// The maximum number and size of these that are kept of one path. Before there are more, the server is asked for the
  /// document.
  static let limit = (count: 8, bytes: 64 << 20)
}

extension Character {
  fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
