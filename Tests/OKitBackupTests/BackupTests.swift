import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitBackup

/// Creating, listing, restoring and deleting.
@Suite struct BackupTests {
  let fixture: BackupFixture
  init() throws {
    fixture = try BackupFixture()
    try fixture.fill()
  }

  private func create(_ name: String, _ passphrase: [UInt8]? = nil) throws -> Backup {
    try fixture.backups.create(name, passphrase: passphrase, at: BackupFixture.date)
  }

  @Test(arguments: [nil, BackupFixture.passphrase])
  func `a backup brings everything back`(passphrase: [UInt8]?) throws {
    let before = try fixture.state
    #expect(before.count == 6)
    let backup = try create("monday", passphrase)
    #expect(backup.isSecure == (passphrase != nil))
    #expect(backup.createdAt == BackupFixture.date)
    try fixture.write("okit/data/default.json", "{\"id\": \"other\"}\n")
    try fixture.write("okit/data/new.json", "{}\n")
    try fixture.write("okit/data/new.sqlite-wal", "wal")
    try fixture.storage.delete(["okit/data/_data/b1.raw"]).wait()
    let changed = try fixture.state
    let opened = try fixture.backups.open("monday", passphrase: passphrase)
    let restored = try fixture.backups.restore(opened, at: BackupFixture.date)
    #expect(!restored.hasClosedStore)
    #expect(try fixture.state == before)
    #expect(
      !fixture.names.contains { $0.contains("new") || $0.contains(".storing") || $0.contains(".previous/default") })
    #expect(restored.previous.name == "before-restore-2026-11-23T12-00-00Z")
    // What was replaced comes back, except for a part of an open database.
    _ = try fixture.backups.restore(
      fixture.backups.open(restored.previous.name, passphrase: nil), at: BackupFixture.date)
    #expect(try fixture.state == changed.filter { $0.key != "okit/data/new.sqlite-wal" })
    #expect(
      try fixture.backups.list().map(\.name).sorted() == [
        "before-restore-2026-11-23T12-00-00Z", "before-restore-2026-11-23T12-00-00Z-2", "monday",
      ])
  }

  @Test func `a journal is folded in, and nothing else is left of it`() throws {
    _ = try create("folded")
    let files = try fixture.backups.open("folded", passphrase: nil).files
    #expect(!files.contains { $0.path.hasSuffix(".journal") })
    let document = try #require(files.first { $0.path == "okit/data/default.json" })
    #expect(String(decoding: try document.bytes(), as: UTF8.self).contains("\"two\""))
  }

  @Test func `a damaged journal refuses a backup, and does not refuse to restore one`() throws {
    _ = try create("good")
    try fixture.folder.write("garbage\nmore\n", to: "docs/okit/data/default.json.journal")
    #expect(problem { _ = try create("bad") }.hasPrefix("storage.journal: "))
    let restored = try fixture.backups.restore(
      fixture.backups.open("good", passphrase: nil), at: BackupFixture.date)
    #expect(try fixture.text("okit/data/default.json")?.contains("two") == true)
    let kept = try fixture.backups.open(restored.previous.name, passphrase: nil)
    #expect(kept.files.map(\.path).contains("okit/data/default.json.journal"))
    _ = try fixture.backups.restore(kept, at: BackupFixture.date)
    #expect(try fixture.folder.read("docs/okit/data/default.json.journal") == "garbage\nmore\n")
  }

  @Test func `a damaged document refuses a backup, and does not refuse to restore one`() throws {
    _ = try create("good")
    try fixture.folder.write("{\"id\": ", to: "docs/okit/data/settings.json")
    let error = diagnostic { _ = try create("bad") }
    #expect(error?.code == "json.syntax" && error?.place?.file.hasSuffix("okit/data/settings.json") == true)
    let text = error?.description ?? "none"
    #expect(text.contains("StoredModels.restore(\"settings\")"), "\(text)")
    #expect(try fixture.backups.list().map(\.name) == ["good"])
    let restored = try fixture.backups.restore(fixture.backups.open("good", passphrase: nil), at: BackupFixture.date)
    #expect(try fixture.text("okit/data/settings.json") == "{\"id\": \"s\"}\n")
    #expect(try fixture.backups.open(restored.previous.name, passphrase: nil).files.count == 6)
  }

  @Test(arguments: [nil, BackupFixture.passphrase])
  func `backups of the same second are in the order of their creation`(passphrase: [UInt8]?) throws {
    for name in ["b", "a", "c"] { _ = try create(name, passphrase) }
    #expect(try fixture.backups.list().map(\.name) == ["c", "a", "b"])
    let times = try fixture.backups.list().compactMap { $0.createdAt.map { ($0.secondsSince1970 * 1000).rounded() } }
    #expect(times == [1_795_435_200_752, 1_795_435_200_751, 1_795_435_200_750])
    #expect(try fixture.backups.open("a", passphrase: passphrase).files.count == 6)
  }

  @Test func `deleting the backup of an OKit app leaves no folder`() throws {
    try fixture.folder.write("{}", to: "docs/okit/backup/folder/default.json")
    try fixture.folder.write("{}", to: "docs/okit/backup/folder/default/part/x.json")
    try fixture.backups.delete("folder")
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "/okit/backup/folder"))
    #expect(FileManager.default.fileExists(atPath: fixture.path + "/okit/backup"))
  }

  @Test func `backups are private files without traces`() throws {
    _ = try create("private")
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.archive("private"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(!fixture.names.contains { $0.contains(".storing/") || $0.contains("backup/.previous") })
  }

  @Test func `the newest is listed first`() throws {
    for (name, seconds) in [("b", 2e9), ("a", 3e9), ("c", 1e9)] {
      _ = try fixture.backups.create(name, passphrase: nil, at: DateValue(secondsSince1970: seconds))
    }
    try fixture.folder.write("{}", to: "docs/okit/backup/folder/default.json")
    try fixture.folder.write("not an archive", to: "docs/okit/backup/broken.okitbackup")
    try fixture.folder.write("ignored", to: "docs/okit/backup/readme.txt")
    let listed = try fixture.backups.list()
    #expect(listed.map(\.name) == ["a", "b", "c", "broken", "folder"])
    #expect(listed.map(\.form) == [.archive, .archive, .archive, .damaged, .folder])
    #expect(listed[4].size == 2)
  }

  @Test(arguments: ["../escape", "a/b", "..", ".hidden", "C:\\x", "100%", "\u{7}\u{202E}bell", "é", " "])
  func `any name is one file in the folder`(name: String) throws {
    let backup = try create(name)
    #expect(backup.name == name)
    #expect(backup.path.hasPrefix("okit/backup/"))
    #expect(backup.path.split(separator: "/").count == 3)
    #expect(try fixture.backups.list().map(\.name) == [name])
    #expect(problem { _ = try create(name) }.hasPrefix("backup.exists: "))
    try fixture.backups.delete(name)
    #expect(try fixture.backups.list().isEmpty)
    #expect(!fixture.names.contains { $0.contains("okitbackup") })
  }

  @Test func `names that are not file names are rejected`() throws {
    #expect(problem { _ = try create("") } == "backup.name: the name of the backup is empty")
    #expect(
      problem { _ = try create(String(repeating: "n", count: 161)) }
        == "backup.name: the name of the backup is too long")
    #expect(try fixture.backups.list().isEmpty)
  }

  @Test func `an unknown name has the nearest one as hint`() throws {
    #expect(diagnostic { try fixture.backups.delete("monday") }?.hint == "there are no backups; create one first")
    _ = try create("monday")
    let error = try #require(diagnostic { try fixture.backups.delete("mondey") })
    #expect(error.code == "backup.unknown")
    #expect(error.hint == "did you mean \"monday\"?")
  }

  @Test func `a passphrase is needed where there is one, and nowhere else`() throws {
    _ = try create("plain")
    _ = try create("secure", BackupFixture.passphrase)
    let state = try fixture.state
    let names = fixture.names
    for (name, passphrase, message) in [
      ("plain", "x", "the backup \"plain\" is not encrypted"), ("secure", nil, "the backup \"secure\" is encrypted"),
      ("secure", "", "the passphrase is empty"),
      (
        "secure", "wrong",
        "the passphrase does not open the backup \"secure\": it is another one, or the file was changed"
      ),
    ] {
      let found = problem { _ = try fixture.backups.open(name, passphrase: passphrase.map { Array($0.utf8) }) }
      #expect(found == "backup.passphrase: \(message)")
    }
    #expect(problem { _ = try create("empty", []) } == "backup.passphrase: the passphrase is empty")
    #expect(try fixture.state == state)
    #expect(fixture.names == names)
  }

  @Test func `a secure backup shows nothing of its content`() throws {
    try fixture.write("okit/data/secret.json", "{\"id\": \"very-secret-word\"}\n")
    _ = try create("secure", BackupFixture.passphrase)
    let bytes = Data(try fixture.bytes("secure"))
    for text in ["very-secret-word", "secret.json", "correct horse", "manifest", "ustar"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil)
    }
  }

  @Test func `folders of an OKit app are restored`() throws {
    try fixture.folder.write("{\"id\": \"old\"}", to: "docs/okit/backup/2019/default.json")
    try fixture.folder.write("raw", to: "docs/okit/backup/2019/_data/b.raw")
    let opened = try fixture.backups.open("2019", passphrase: nil)
    _ = try fixture.backups.restore(opened, at: BackupFixture.date)
    #expect(try fixture.state == ["okit/data/default.json": "{\"id\": \"old\"}", "okit/data/_data/b.raw": "raw"])
    try fixture.folder.write("{", to: "docs/okit/backup/2019/default.json")
    let error = try #require(diagnostic { _ = try fixture.backups.open("2019", passphrase: nil) })
    #expect(error.code == "backup.damaged")
    #expect(error.place?.offset == 1)
    try fixture.backups.delete("2019")
    #expect(!fixture.names.contains { $0.contains("2019") })
  }

  @Test func `a folder in the place of a file refuses to restore before anything changes`() throws {
    _ = try create("good")
    try fixture.storage.delete(["okit/data/settings.json"]).wait()
    try fixture.folder.write("x", to: "docs/okit/data/settings.json/file.json")
    let state = try fixture.state
    let opened = try fixture.backups.open("good", passphrase: nil)
    #expect(problem { _ = try fixture.backups.restore(opened, at: BackupFixture.date) }.hasPrefix("storage.write: "))
    #expect(try fixture.state == state)
    #expect(!fixture.names.contains { $0.contains(".storing/") })
  }

  @Test func `storage in memory has backups too`() throws {
    let storage = TransientStorage()
    let backups = BackupStore(storage, fixture.secureStore)
    try storage.write([StorageWrite(path: "okit/data/a.json", bytes: Array("{}".utf8))]).wait()
    _ = try backups.create("one", passphrase: nil, at: BackupFixture.date)
    try storage.write([StorageWrite(path: "okit/data/b.json", bytes: Array("{}".utf8))]).wait()
    _ = try backups.restore(backups.open("one", passphrase: nil), at: BackupFixture.date)
    #expect(try storage.list("okit/data") == ["okit/data/a.json"])
  }

  /// The command of the system reads the archive as a person would who has nothing else.
  @Test func `tar reads a backup, and sha256sum checks it`() throws {
    let state = try fixture.state
    _ = try create("tar")
    let target = try TestFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "tar xf \"$0\" && sha256sum -c --status manifest.sha256", fixture.archive("tar")]
    process.currentDirectoryURL = URL(fileURLWithPath: target.path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for (path, text) in state { #expect(try target.read(path) == text, "\(path)") }
    #expect(target.exists("manifest.json"))
  }
}
