/// A document whose new bytes or records, and the version that they replace, wait in the staging folder.
struct StagedDocument: Hashable {
  /// Bytes for the journal.
  struct Journal: Hashable {
    /// Their name in the staging folder.
    var staged: String
    /// The offset in the journal; nil if they replace it.
    var offset: Int?
    /// The checksum of the bytes; nil in records of earlier versions.
    var checksum: UInt64?
  }

  var path: StoragePath
  /// The name of the new bytes in the staging folder; nil if only the journal changes.
  var staged: String?
  /// The checksum of the new bytes; nil without them, and in records of earlier versions.
  var checksum: UInt64?
  /// The name of the current version in the staging folder; nil for a new document, and if only the journal changes.
  var previous: String?
  /// Nil if the document has no journal afterwards.
  var journal: Journal?
  /// The name of the current journal in the staging folder; nil if there is none, and if only the journal changes.
  var previousJournal: String?
  /// Whether the previous version has a journal that the new previous version has not.
  var dropsPreviousJournal = false
  /// Whether there is no previous version afterwards.
  var dropsPrevious = false

  /// Whether the new bytes become the previous version. The document stays, and loses its journal.
  var becomesPrevious = false

  /// Whether the store changes more than the document.
  var hasJournals: Bool { journal != nil || previousJournal != nil || dropsPreviousJournal }

  /// The names of new bytes in the staging folder with their checksums.
  var checksums: [(name: String, checksum: UInt64?)] {
    [staged.map { ($0, checksum) }, journal.map { ($0.staged, $0.checksum) }].compactMap(\.self)
  }

  /// All names in the staging folder.
  var names: [String] { [staged, previous, journal?.staged, previousJournal].compactMap(\.self) }
}

/// The record that makes a store of several files atomic: once it is durable, the next owner of the directory
/// completes the store.
///
/// Every step can be repeated: a name that is missing in the staging folder has been renamed already.
struct StorageCommit: Hashable {
  static let folder = ["okit", ".storing"]
  static let path = StoragePath(folder: folder, name: "commit.json")

  /// The documents that a store removes, with their journals and previous versions.
  struct Removals: Hashable {
    /// The name of an empty file in the staging folder, which exists until everything is removed: a record that
    /// reappears must not remove what a later store has written.
    var marker: String
    var paths: [StoragePath]
  }

  var documents: [StagedDocument]
  /// Nil if nothing is removed.
  var removals: Removals?

  init(documents: [StagedDocument]) { self.documents = documents }

  /// - Throws: `storage.recovery` for bytes that are not a record.
  init(json: [UInt8]) throws {
    do {
      let record = try JSONValue.parse(json: json, file: Self.path.text)
      guard case .array(let members)? = record["documents"] else {
        throw Diagnostic("json.syntax", "expected \"documents\"")
      }
      documents = try members.map(StagedDocument.init)
      removals = try record["removals"].map(Removals.init)
    } catch let error as Diagnostic {
      throw Diagnostic(
        "storage.recovery", "the record of an interrupted store is damaged: \(error.message)", place: error.place)
    }
  }

  var json: [UInt8] {
    get throws {
      var members: [String: JSONValue] = ["documents": .array(documents.map(\.jsonValue))]
      if let removals { members["removals"] = removals.jsonValue }
      return try JSONValue.object(members).jsonBytes()
    }
  }

  static func staged(_ name: String) -> StoragePath { StoragePath(folder: folder, name: name) }
}

extension StorageCommit.Removals {
  fileprivate init(_ member: JSONValue) throws {
    guard let marker = try StagedDocument.name("marker", of: member), case .array(let paths)? = member["paths"] else {
      throw StagedDocument.expected("removals")
    }
    self.marker = marker
    self.paths = try paths.map { path in
      guard case .string(let text) = path else { throw StagedDocument.expected("paths") }
      return try StoragePath(text)
    }
  }

  fileprivate var jsonValue: JSONValue {
    ["marker": .string(marker), "paths": .array(paths.map { .string($0.text) })]
  }
}

extension StagedDocument {
  fileprivate init(_ member: JSONValue) throws {
    guard case .string(let path)? = member["path"] else { throw Self.expected("path") }
    self.init(path: try StoragePath(path))
    staged = try Self.name("staged", of: member)
    previous = try Self.name("previous", of: member)
    previousJournal = try Self.name("previousJournal", of: member)
    if let name = try Self.name("journal", of: member) {
      journal = Journal(staged: name)
      if case .int(let offset)? = member["offset"], offset >= 0 { journal?.offset = offset }
      journal?.checksum = try Self.checksum("journalChecksum", of: member)
    }
    checksum = try Self.checksum("checksum", of: member)
    dropsPreviousJournal = member["dropsPreviousJournal"] == true
    dropsPrevious = member["dropsPrevious"] == true
    becomesPrevious = member["becomesPrevious"] == true
    guard staged != nil || journal?.offset != nil else { throw Self.expected("staged") }
  }

  fileprivate static func expected(_ name: String) -> Diagnostic { Diagnostic("json.syntax", "expected \"\(name)\"") }

  private static func checksum(_ key: String, of member: JSONValue) throws -> UInt64? {
    guard case .string(let text)? = member[key] else { return nil }
    guard let checksum = UInt64(text, radix: 16) else { throw expected(key) }
    return checksum
  }

  fileprivate static func name(_ key: String, of member: JSONValue) throws -> String? {
    guard case .string(let name)? = member[key] else { return nil }
    guard try StoragePath(name).folder.isEmpty else {
      throw Diagnostic("storage.path", "expected a name, found \"\(name)\"")
    }
    return name
  }

  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["path": .string(path.text)]
    func set(_ key: String, _ name: String?) { if let name { members[key] = .string(name) } }
    set("staged", staged)
    set("previous", previous)
    set("journal", journal?.staged)
    set("previousJournal", previousJournal)
    if let offset = journal?.offset { members["offset"] = .int(offset) }
    set("checksum", checksum.map(XXHash64.text))
    set("journalChecksum", journal?.checksum.map(XXHash64.text))
    if dropsPreviousJournal { members["dropsPreviousJournal"] = true }
    if dropsPrevious { members["dropsPrevious"] = true }
    if becomesPrevious { members["becomesPrevious"] = true }
    return .object(members)
  }
}
