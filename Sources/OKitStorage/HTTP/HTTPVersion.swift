/// What a server has at a path, as far as it is known: the version that the next write replaces.
package struct HTTPVersion: Equatable {
  /// The entity tag; nil where nothing is stored, and for a server that gives none.
  var tag: String?
  /// The last content that was stored; nil where nothing was.
  package var digest: ContentDigest?
  /// Whether others have removed the content.
  private(set) var isRemoved = false
  /// The body of a document, which a merge needs: the last one that was stored, even if nothing is stored now. Nil for
  /// blobs.
  var body: [UInt8]?
  /// When the path was first read: the date of a model where its documents have none. Nil where nothing is stored.
  var date: DateValue?
  /// When nothing was found at the path: the date of what the application has made instead.
  var created: DateValue?

  static let missing = HTTPVersion()

  /// The version of a path at which nothing was found.
  static func missing(since date: DateValue) -> HTTPVersion {
    var missing = HTTPVersion()
    missing.created = date
    return missing
  }

  /// The version of a path from which others have removed this one.
  var removed: HTTPVersion {
    var removed = self
    (removed.tag, removed.isRemoved) = (nil, digest != nil)
    return removed
  }

  /// Whether something is stored.
  var exists: Bool { digest != nil && !isRemoved }

  init() {}

  init(tag: String?, body: [UInt8], at path: String, date: DateValue) {
    (self.tag, self.date) = (tag, date)
    digest = ContentDigest(body)
    self.body = Self.keepsBody(path) ? body : nil
  }

  /// Whether the content of a path is a document, which can be merged.
  package static func keepsBody(_ path: String) -> Bool { path.hasSuffix(".json") }

  /// The header that lets a write replace only this version; nil where the server gives no tags.
  var condition: (name: String, value: String)? {
    guard exists else { return ("If-None-Match", "*") }
    return tag.map { ("If-Match", $0) }
  }
}

/// Recognizes a content.
package struct ContentDigest: Hashable {
  let checksum: UInt64
  let count: Int

  init(_ bytes: [UInt8]) { (checksum, count) = (XXHash64.checksum(bytes), bytes.count) }

  /// Reads what `text` returns.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let checksum = UInt64(parts[0], radix: 16), let count = Int(parts[1]) else { return nil }
    (self.checksum, self.count) = (checksum, count)
  }

  var text: String { "\(XXHash64.text(checksum)):\(count)" }
}
