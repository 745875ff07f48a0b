/// What waits to be sent of a model, as the local storage has it.
package struct PendingChange {
  private static let root = "okit/pending"
  static func folder(of model: String) -> String { "\(root)/\(model)" }
  static func manifest(of model: String) -> String { "\(folder(of: model))/manifest.json" }
  /// The file of a document that was sent to a path of the endpoint.
  static func file(of digest: ContentDigest, at path: String, in folder: String) -> String {
    "\(folder)/sent/\(digest.text.replacing(":", with: "-"))/\(path)"
  }

  package private(set) var change: HTTPChange
  /// The URL of the endpoint that it is for.
  package let url: String
  /// The manifest, in messages.
  package let file: String
  private(set) var versions: [String: HTTPVersion] = [:]
  /// What the files have.
  private(set) var files: [String: ContentDigest]
  private let location: String

  /// Returns the names of the models of which something waits, sorted.
  ///
  /// - Throws: what reading throws.
  package static func models(in storage: any BlobStorage) throws -> [String] {
    let names = try storage.list(root).map { $0.dropFirst(root.count + 1).prefix { $0 != "/" } }
    return Set(names.map(String.init)).sorted()
  }

  /// Reads what waits of a model; nil if nothing does.
  ///
  /// - Throws: `http.pending` for damaged files; what reading throws.
  package init?(of model: String, in storage: any BlobStorage) throws {
    let path = Self.manifest(of: model)
    let folder = Self.folder(of: model)
    let (file, location) = (storage.location(of: path), storage.location(of: folder))
    func damaged(_ problem: String) -> Diagnostic {
      Diagnostic(
        "http.pending", "cannot send what is stored of the model \"\(model)\": \(problem)",
        place: Diagnostic.Place(file: file), hint: "move \(location) away to load the model from the server")
    }
    guard let bytes = try storage.read(path) else {
      guard try storage.list(folder).isEmpty else { throw damaged("the manifest is missing") }
      return nil
    }
    let manifest: JSONValue
    do { manifest = try JSONValue.parse(json: bytes, file: file) } catch let diagnostic as Diagnostic {
      throw damaged(diagnostic.message).at(diagnostic.place)
    }
    guard manifest["version"] == 1, case .array(let contents)? = manifest["contents"],
      case .array(let deletions)? = manifest["deletions"], case .string(let url)? = manifest["url"]
    else { throw damaged("the file is not a manifest of version 1") }
    (self.url, self.file, self.location) = (url, file, location)
    change = HTTPChange(model: model, document: "\(HTTPStorage.folder)\(model).json")
    change.isConversion = manifest["conversion"] == true
    files = [path: ContentDigest(bytes)]
    func content(_ path: String) throws -> (bytes: [UInt8], digest: ContentDigest) {
      guard let bytes = try storage.read(path) else { throw damaged("\(storage.location(of: path)) is missing") }
      return (bytes, ContentDigest(bytes))
    }
    for entry in contents {
      guard case .string(let path)? = entry["path"], case .string(let type)? = entry["type"],
        case .array(let sent)? = entry["sent"]
      else { throw damaged("a content has no path, type or list of what was sent") }
      let rest = HTTPStorage.remotePath(try StoragePath(path).text)
      let (body, digest) = try content("\(folder)/new/\(rest)")
      files["\(folder)/new/\(rest)"] = digest
      var new = HTTPChange.Content(path: path, body: body, mediaType: type)
      new.sent = Self.digests(sent)
      if case .array(let merged)? = entry["sentBeforeMerge"] { new.sentBeforeMerge = Self.digests(merged) }
      guard new.sent.contains(new.digest) else { throw damaged("the content of \(path) was changed") }
      var base: [UInt8]?
      if let expected = entry["base"] {
        let (body, digest) = try content("\(folder)/base/\(rest)")
        guard expected == .string(digest.text) else {
          throw damaged("the earlier content of \(path) was changed")
        }
        (base, files["\(folder)/base/\(rest)"]) = (body, digest)
      }
      let known = try Self.version(entry, base) { throw damaged("the version of \(path) is incomplete") }
      versions[path] = known
      new.noteSent(replacing: known?.digest)
      if case .array(let earlier)? = entry["earlier"] {
        for expected in earlier {
          guard case .string(let text) = expected, let expectedDigest = ContentDigest(text) else {
            throw damaged("a content that was sent to \(path) has no checksum")
          }
          let file = Self.file(of: expectedDigest, at: rest, in: folder)
          let (body, digest) = try content(file)
          guard digest == expectedDigest else { throw damaged("the content of \(file) was changed") }
          files[file] = digest
          new.earlier.append(SentContent(body, replacing: known?.digest))
        }
      }
      change.write(new)
    }
    for entry in deletions {
      guard case .string(let path)? = entry["path"] else { throw damaged("a removal has no path") }
      change.delete(try StoragePath(path).text)
      versions[path] = try Self.version(entry, nil) { throw damaged("the version of \(path) is incomplete") }
    }
  }

  /// Returns the version that an entry of the manifest has; nil where nothing is known of the server.
  private static func version(
    _ entry: JSONValue, _ base: [UInt8]?, incomplete: () throws -> Never
  ) throws -> HTTPVersion? {
    var version = HTTPVersion()
    version.body = base
    switch entry["exists"] {
    case nil: return nil
    case false?: version.digest = digest(entry)
    case true?:
      guard let digest = digest(entry) else { try incomplete() }
      version.digest = digest
      if case .string(let tag)? = entry["etag"] { version.tag = tag }
    default: try incomplete()
    }
    (version.date, version.created) = (date(entry["date"]), date(entry["created"]))
    return entry["exists"] == false ? version.removed : version
  }

  private static func digests(_ values: [JSONValue]) -> Set<ContentDigest> {
    Set(values.compactMap { if case .string(let text) = $0 { ContentDigest(text) } else { nil } })
  }

  private static func digest(_ entry: JSONValue) -> ContentDigest? {
    guard case .string(let text)? = entry["digest"] else { return nil }
    return ContentDigest(text)
  }

  private static func date(_ value: JSONValue?) -> DateValue? {
    switch value {
    case .double(let seconds)?: DateValue(secondsSince2001: seconds)
    case .int(let seconds)?: DateValue(secondsSince2001: Double(seconds))
    default: nil
    }
  }

  /// Checks that it is for an endpoint.
  ///
  /// - Throws: `http.pending`.
  package func expectEndpoint(_ other: String) throws {
    guard url != other else { return }
    if change.isConversion {
      throw Diagnostic(
        "http.pending", "a conversion of the model \"\(change.model)\" at \(url) was interrupted",
        place: Diagnostic.Place(file: file),
        hint: "\(HintPhrase.convertAgain)\(HintPhrase.withEndpoint)\(url) to finish it")
    }
    throw Diagnostic(
      "http.pending", "changes of the model \"\(change.model)\" were not sent to \(url)",
      place: Diagnostic.Place(file: file),
      hint: "start with that endpoint once to send them, or move \(location) away to give them up")
  }

  /// Checks that it is not what a conversion has left, which only the same conversion may continue.
  ///
  /// - Throws: `http.pending`.
  package func expectNoConversion() throws(Diagnostic) {
    guard change.isConversion else { return }
    throw Diagnostic(
      "http.pending", "a conversion of the model \"\(change.model)\" was interrupted",
      place: Diagnostic.Place(file: file),
      hint: "\(HintPhrase.convertAgain) to finish it"
        + (change.contents.isEmpty ? ", or \(HintPhrase.keepRemote) the model at \(url), too" : ""))
  }

  /// Checks that nothing waits: a command that reads the server would miss it.
  ///
  /// - Throws: `http.pending`.
  package static func expectNone(of model: String, in storage: any BlobStorage) throws {
    guard let pending = try PendingChange(of: model, in: storage) else { return }
    try pending.expectNoConversion()
    throw Diagnostic(
      "http.pending", "changes of the model \"\(model)\" wait to be sent to \(pending.url)",
      place: Diagnostic.Place(file: pending.file), hint: "start the application once to send them")
  }
}
