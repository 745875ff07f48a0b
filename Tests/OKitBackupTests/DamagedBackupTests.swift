import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitBackup
@testable import OKitEncryption

/// Archives that something else has written or changed.
@Suite struct DamagedBackupTests {
  let fixture: BackupFixture
  init() throws { fixture = try BackupFixture() }

  /// An archive with a manifest of its own.
  private func archive(
    _ members: [(path: String, content: String)], size: Int? = nil, change: (inout [UInt8], [Int]) -> Void = { _, _ in }
  ) throws -> [UInt8] {
    let time = ArchiveWriter.time(of: BackupFixture.date)
    let manifest = try Manifest(
      name: "x", createdAt: DateValue(secondsSince1970: Double(time)),
      members: try members.map { path, content in
        Manifest.Member(
          path: path, size: size ?? content.utf8.count, checksum: try Checksum.text(of: Array(content.utf8)))
      }
    ).json
    var bytes: [UInt8] = []
    var headers: [Int] = []
    func add(_ path: String, _ content: [UInt8]) {
      headers.append(bytes.count)
      bytes += TarHeader(path: path, size: content.count, time: time).bytes + content
      bytes += [UInt8](repeating: 0, count: TarHeader.padding(content.count))
    }
    add(Manifest.path, manifest)
    add(Manifest.checksumPath, try ArchiveWriter.checksumLine(of: manifest))
    for (path, content) in members { add(path, Array(content.utf8)) }
    bytes += ArchiveWriter.end
    change(&bytes, headers)
    return bytes
  }

  private func found(_ bytes: [UInt8]) throws -> String {
    try fixture.put("x", bytes)
    let error = try #require(diagnostic { _ = try fixture.backups.open("x", passphrase: nil) })
    #expect(error.code == "backup.damaged")
    #expect(error.place?.file == fixture.archive("x"))
    #expect(error.message.hasPrefix("the backup \"x\" is damaged: "))
    return "\(error.place?.offset ?? -1): \(error.message.dropFirst("the backup \"x\" is damaged: ".count))"
  }

  private static let path = "okit/data/a.json"

  @Test(arguments: [
    ("/etc/passwd", "it is absolute"), ("okit/data/../../x", "\"..\" leads out of the documents directory"),
    ("okit/data/.previous/a.json", "a part begins with a dot"), ("okit/data//a.json", "a part is empty"),
    ("okit/data/", "a part is empty"), ("/\u{338}etc.db", "it is absolute"),
    ("okit/data/\u{338}a.json", "a part begins with a character that combines with the one before it"),
    ("okit/keys/default.key", "it is neither below okit/data or okit/server/ nor okit/keys/keys.json nor a database"),
    ("okit/.lock", "it is neither below okit/data or okit/server/ nor okit/keys/keys.json nor a database"),
    (
      "okit/backup/x.okitbackup", "it is neither below okit/data or okit/server/ nor okit/keys/keys.json nor a database"
    ),
    ("okit/data/a.json.journal.journal", "a journal has no journal"),
    ("okit/data/a.sqlite-wal", "backups have no such files of a database"),
  ])
  func `paths that lead elsewhere are rejected`(path: String, reason: String) throws {
    let found = try found(try archive([(path, "{}")]))
    #expect(found == "512: manifest.json: the path \(path.debugDescription) is not valid: \(reason)")
  }

  @Test func `a manifest that contradicts itself is rejected`() throws {
    #expect(
      try found(try archive([(Self.path, "{}"), (Self.path, "{}")])).hasSuffix(
        "okit/data/a.json follows okit/data/a.json; each path is listed once, in order"))
    #expect(
      try found(try archive([("okit/data/b", "{}"), (Self.path, "{}")])).hasSuffix(
        "okit/data/a.json follows okit/data/b; each path is listed once, in order"))
    #expect(
      try found(try archive([("okit/data/a", "x"), ("okit/data/a-b", "x"), ("okit/data/a/b", "x")])).hasSuffix(
        "okit/data/a is a file and a folder"))
    #expect(
      try found(try archive([("okit/data/e\u{301}", "x"), ("okit/data/\u{E9}", "x")])).hasSuffix(
        "two paths differ only in the form of their characters"))
    #expect(
      try found(try archive([("okit/data/a.json.journal", "x")])).hasSuffix("okit/data/a.json.journal has no document"))
    #expect(
      try found(try archive([(Self.path, "{}")], size: -1)).hasSuffix(
        "the size of okit/data/a.json is -1, expected 0 to 8589934591"))
    #expect(try found(try archive([(Self.path, "{}")], size: 1 << 33)).hasSuffix("expected 0 to 8589934591"))
    #expect(
      try found(try archive([(Self.path, "{}")], size: 600)).hasSuffix(
        "okit/data/a.json has 2 bytes, and the manifest says 600"))
  }

  /// Writes the checksum of a header again after a change.
  private static func seal(_ bytes: inout [UInt8], _ header: Int) {
    for index in header + 148..<header + 156 { bytes[index] = 0x20 }
    let sum = String(bytes[header..<header + 512].reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0, 0x20]
    bytes.replaceSubrange(header + 148..<header + 156, with: digits)
  }

  @Test(arguments: [
    ("1", "a hard link"), ("2", "a symbolic link"), ("3", "a device"), ("4", "a device"), ("5", "a folder"),
    ("6", "a named pipe"),
  ])
  func `members that are not files are rejected`(type: String, kind: String) throws {
    let bytes = try archive([(Self.path, "{}")]) { bytes, headers in
      bytes[headers[2] + 156] = type.utf8.first ?? 0
      Self.seal(&bytes, headers[2])
    }
    #expect(try found(bytes).hasSuffix(": \"okit/data/a.json\" is \(kind); backups have only files"))
  }

  @Test func `members that the manifest does not name are rejected`() throws {
    let header = TarHeader(path: "okit/data/z.json", size: 0, time: ArchiveWriter.time(of: BackupFixture.date)).bytes
    let more = try archive([(Self.path, "{}")]) { bytes, _ in
      bytes.insert(contentsOf: header, at: bytes.count - ArchiveWriter.end.count)
    }
    #expect(try found(more).hasSuffix("found \"okit/data/z.json\", which the manifest does not name"))
    let other = try archive([(Self.path, "{}")]) { bytes, headers in
      bytes.replaceSubrange(headers[2]..<headers[2] + 512, with: header)
    }
    #expect(try found(other).hasSuffix("found \"okit/data/z.json\", expected okit/data/a.json"))
    let owner = try archive([(Self.path, "{}")]) { bytes, headers in
      bytes[headers[2] + 265] = 0x72
      Self.seal(&bytes, headers[2])
    }
    #expect(try found(owner).hasSuffix("the header of okit/data/a.json is wrong"))
    let size = try archive([(Self.path, "{}")]) { bytes, headers in
      bytes.replaceSubrange(headers[2] + 124..<headers[2] + 136, with: Array("77777777777\0".utf8))
      Self.seal(&bytes, headers[2])
    }
    #expect(try found(size).hasSuffix("okit/data/a.json has 8589934591 bytes, and the manifest says 2"))
    let trailing = try archive([(Self.path, "{}")]) { bytes, _ in bytes.append(0) }
    #expect(try found(trailing).hasSuffix("something follows its end"))
  }

  private static let versionProblem = "manifest.json: the backup has format version 2; this version reads version 1"

  @Test func `another version is rejected`() throws {
    let bytes = try archive([]) { bytes, _ in
      let old = Array("\"version\": 1".utf8)
      let start = bytes.indices.first { bytes[$0...].starts(with: old) } ?? 0
      bytes[start + old.count - 1] = UInt8(ascii: "2")
    }
    #expect(try found(bytes) == "512: \(Self.versionProblem)")
  }

  @Test func `each cut of a plain backup is found`() throws {
    let bytes = try archive([("okit/data/_image/\u{FC}.png", "image"), (Self.path, "{}")])
    try fixture.put("x", bytes)
    #expect(problem { _ = try fixture.backups.open("x", passphrase: nil) } == "no error")
    for count in stride(from: 0, to: bytes.count, by: 7) { _ = try found(Array(bytes[..<count])) }
  }

  @Test func `each changed byte of a plain backup is found`() throws {
    let bytes = try archive([("okit/data/_image/\u{FC}.png", "image"), (Self.path, "{}")])
    // Most zeros fill a block; some of them stand for all.
    for index in bytes.indices where bytes[index] != 0 || index % 13 == 0 {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      let content = PlainContent(stored: StoredContent(copying: changed))
      #expect(throws: Archive.Problem.self, "byte \(index)") { _ = try Archive(content) }
    }
  }

  /// The key is derived once, because that takes its time.
  @Test func `each changed byte of a secure backup is found`() throws {
    try fixture.write(Self.path, "{}")
    _ = try fixture.backups.create("s", passphrase: BackupFixture.passphrase, at: BackupFixture.date)
    let bytes = try fixture.bytes("s")
    let header = try bytes.withUnsafeBytes { try SecureHeader($0) }
    var passphrase = BackupFixture.passphrase
    let key = try PassphraseKey(erasing: &passphrase, parameters: header.key)
    func open(_ bytes: [UInt8]) throws {
      let stored = StoredContent(copying: bytes)
      let header = try SecureHeader(stored.bytes)
      let rest = UnsafeRawBufferPointer(rebasing: stored.bytes[header.line.count...])
      let container = try PassphraseContainer(rest, key, name: header.name)
      try container.checkEnd()
      _ = try Archive(SecureContent(container: container, stored: stored))
    }
    try open(bytes)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(throws: Diagnostic.self, "byte \(index)") { try open(changed) }
    }
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: Diagnostic.self, "cut at \(count)") { try open(Array(bytes[..<count])) }
    }
    #expect(throws: Diagnostic.self) { try open(bytes + [0]) }
  }

  @Test func `errors of a secure backup are those of backups`() throws {
    try fixture.write(Self.path, "{}")
    _ = try fixture.backups.create("x", passphrase: BackupFixture.passphrase, at: BackupFixture.date)
    let bytes = try fixture.bytes("x")
    let end = try #require(bytes.firstIndex(of: 0x0A))
    for (index, code) in [(2, "backup.damaged"), (end + 12, "backup.passphrase"), (bytes.count - 1, "backup.damaged")] {
      var changed = bytes
      changed[index] ^= 1
      try fixture.put("x", changed)
      let error = diagnostic { _ = try fixture.backups.open("x", passphrase: BackupFixture.passphrase) }
      #expect(error?.code.rawValue == code, "byte \(index)")
    }
    // Parameters that would take all memory are refused before anything is derived.
    let line = String(decoding: bytes[..<end], as: UTF8.self).replacing("\"n\":32768", with: "\"n\":1073741824")
    try fixture.put("x", Array(line.utf8) + bytes[end...])
    let error = diagnostic { _ = try fixture.backups.open("x", passphrase: BackupFixture.passphrase) }
    #expect(error?.code == "backup.damaged")
  }
}
