/// The first member of an archive: what the backup has.
///
///     {"createdAt": "2026-11-23T12:00:00Z", "format": "okit-backup", "members": [
///       {"path": "okit/data/default.json", "sha256": "9f86…", "size": 120}],
///       "name": "monday", "okit": "0.1.0", "version": 1}
struct Manifest: Equatable {
  static let path = "manifest.json"
  /// The second member: the checksum of the first one, as `sha256sum` prints it.
  static let checksumPath = "manifest.sha256"
  static let format = "okit-backup"
  static let version = 1

  struct Member: Equatable {
    var path: String
    var size: Int
    /// The SHA-256 in hexadecimal digits.
    var checksum: String
  }

  var name: String
  var createdAt: DateValue
  /// By path.
  var members: [Member]

  init(name: String, createdAt: DateValue, members: [Member]) {
    (self.name, self.createdAt, self.members) = (name, createdAt, members)
  }

  var json: [UInt8] {
    get throws {
      let members = members.map { member -> JSONValue in
        ["path": .string(member.path), "size": .int(member.size), "sha256": .string(member.checksum)]
      }
      let json: JSONValue = [
        "format": .string(Self.format), "version": .int(Self.version), "okit": .string(EngineVersion.text),
        "name": .string(name), "createdAt": .string(ISO8601.text(of: createdAt) ?? ""), "members": .array(members),
      ]
      return try json.jsonBytes(pretty: true) + [0x0A]
    }
  }

  /// Returns the time in the first bytes of a manifest, without checking anything else; nil if they have none of this
  /// second.
  static func date(in bytes: UnsafeRawBufferPointer, at second: Int) -> DateValue? {
    let parts = String(decoding: bytes.prefix(64), as: UTF8.self).split(
      separator: "\"", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[1] == "createdAt", let date = ISO8601.parse(String(parts[3])),
      ArchiveWriter.time(of: date) == second
    else { return nil }
    return date
  }

  /// Thrown for bytes that are not a manifest.
  struct Problem: DescribedError {
    let reason: String

    var diagnostic: Diagnostic { Diagnostic("backup.damaged", "the manifest of the backup is damaged: \(reason)") }
  }

  init(json bytes: [UInt8]) throws {
    let json: JSONValue
    do { json = try JSONValue.parse(json: bytes) } catch let diagnostic as Diagnostic {
      throw Problem(reason: diagnostic.message)
    }
    guard json["format"] == .string(Self.format) else {
      throw Problem(reason: "expected \"format\": \"\(Self.format)\"")
    }
    guard case .int(let version)? = json["version"] else { throw Problem(reason: "expected \"version\"") }
    guard version == Self.version else {
      throw Problem(reason: "the backup has format version \(version); this version reads version \(Self.version)")
    }
    guard case .string(let name)? = json["name"] else { throw Problem(reason: "expected \"name\"") }
    guard case .string(let date)? = json["createdAt"], let createdAt = ISO8601.parse(date) else {
      throw Problem(reason: "expected \"createdAt\"")
    }
    guard case .array(let members)? = json["members"] else { throw Problem(reason: "expected \"members\"") }
    self.init(name: name, createdAt: createdAt, members: try members.map(Self.member))
    try checkPaths()
  }

  private static func member(_ json: JSONValue) throws -> Member {
    guard case .string(let path)? = json["path"], case .int(let size)? = json["size"],
      case .string(let checksum)? = json["sha256"]
    else { throw Problem(reason: "a member needs \"path\", \"size\" and \"sha256\"") }
    if let problem = MemberPath.problem(path) {
      throw Problem(reason: "the path \(path.debugDescription) is not valid: \(problem)")
    }
    guard (0...TarHeader.maximumSize).contains(size) else {
      throw Problem(reason: "the size of \(path) is \(size), expected 0 to \(TarHeader.maximumSize)")
    }
    return Member(path: path, size: size, checksum: checksum)
  }

  private func checkPaths() throws {
    var folders: Set<[UInt8]> = []
    for (member, next) in zip(members, members.dropFirst()) where !MemberPath.isBefore(member.path, next.path) {
      throw Problem(reason: "\(next.path) follows \(member.path); each path is listed once, in order")
    }
    // Texts of different bytes can be equal.
    guard Set(members.map(\.path)).count == members.count else {
      throw Problem(reason: "two paths differ only in the form of their characters")
    }
    let paths = Set(members.map { Array($0.path.utf8) })
    for path in paths {
      for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") { folders.insert(Array(path[..<index])) }
    }
    if let both = paths.intersection(folders).first {
      throw Problem(reason: "\(String(decoding: both, as: UTF8.self)) is a file and a folder")
    }
    for path in paths where path.ends(with: MemberPath.journalSuffix.utf8) {
      let document = path.dropLast(MemberPath.journalSuffix.utf8.count)
      guard paths.contains(Array(document)) else {
        throw Problem(reason: "\(String(decoding: path, as: UTF8.self)) has no document")
      }
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
