import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitBackup
@testable import OKitEncryption

/// Backups of encrypted models.
@Suite struct EncryptedBackupTests {
  let fixture: BackupFixture
  init() throws {
    fixture = try BackupFixture()
    try store("one")
  }

  private static let path = "okit/data/default.json"

  private func store(_ text: String, form: StorageWrite.Form = .encrypted("default")) throws {
    let storage = fixture.encrypted
    try storage.open()
    var write = StorageWrite(path: Self.path, bytes: Array("{\"id\": \"\(text)\"}\n".utf8))
    write.form = form
    try storage.write([write]).wait()
  }

  private func read() throws -> String {
    let storage = fixture.encrypted
    try storage.open()
    return String(decoding: try storage.readDocument(Self.path)?.bytes ?? [], as: UTF8.self)
  }

  private func restore(_ name: String) throws -> BackupStore.Restored {
    try fixture.backups.restore(fixture.backups.open(name, passphrase: nil), at: BackupFixture.date)
  }

  @Test(arguments: [true, false])
  func `containers come back with the keys in use`(isOpen: Bool) throws {
    _ = try fixture.backups.create("b", passphrase: nil, at: BackupFixture.date)
    try store("two")
    if !isOpen { fixture.reopen() }
    #expect(try !restore("b").hasClosedStore)
    #expect(fixture.secureStore.isOpen == isOpen)
    #expect(try read() == "{\"id\": \"one\"}\n")
    fixture.reopen()
    #expect(try read() == "{\"id\": \"one\"}\n")
    #expect(fixture.secureStore.encryptedModels == ["default"])
  }

  @Test func `the archive has no key and no text of the model`() throws {
    _ = try fixture.backups.create("b", passphrase: nil, at: BackupFixture.date)
    let paths = try fixture.backups.open("b", passphrase: nil).files.map(\.path)
    #expect(paths == [Self.path, "okit/keys/keys.json"])
    let key = try fixture.folder.read("docs/okit/keys/default.key").prefix(64)
    let bytes = Data(try fixture.bytes("b"))
    #expect(bytes.range(of: Data("{\"id\": \"one\"}".utf8)) == nil)
    #expect(bytes.range(of: Data(key.utf8)) == nil)
  }

  @Test func `an encrypted journal is copied`() throws {
    let storage = fixture.encrypted
    try storage.open()
    let document = Array("{\"id\": \"one\"}\n".utf8)
    let patch = Array(#"[{"op":"replace","path":"one/id","value":"x"}]"#.utf8)
    var write = StorageWrite(
      path: Self.path, appending: JournalRecord.bytes(patch: patch, sequence: 1, document: XXHash64.checksum(document)),
      at: 0)
    write.form = .encrypted("default")
    try storage.write([write]).wait()
    let journal = try storage.readDocument(Self.path)?.journal
    fixture.reopen()
    _ = try fixture.backups.create("b", passphrase: nil, at: BackupFixture.date)
    try store("two")
    fixture.reopen()
    _ = try restore("b")
    let restored = fixture.encrypted
    try restored.open()
    #expect(try restored.readDocument(Self.path) == StoredDocument(bytes: document, journal: journal ?? []))
  }

  @Test func `a model that is plain in the backup is plain again`() throws {
    try store("plain", form: .plain("default"))
    _ = try fixture.backups.create("b", passphrase: nil, at: BackupFixture.date)
    try store("two")
    #expect(fixture.secureStore.encryptedModels == ["default"])
    #expect(try !restore("b").hasClosedStore)
    #expect(fixture.secureStore.encryptedModels == [])
    #expect(try read() == "{\"id\": \"plain\"}\n")
  }

  @Test func `a backup with other keys closes the store`() throws {
    let other = try BackupFixture()
    try other.write(Self.path, "{\"id\": \"other\"}\n")
    _ = try other.backups.create("plain", passphrase: nil, at: BackupFixture.date)
    let storage = other.encrypted
    try storage.open()
    var write = StorageWrite(path: Self.path, bytes: Array("{}".utf8))
    write.form = .encrypted("default")
    try storage.write([write]).wait()
    _ = try other.backups.create("encrypted", passphrase: nil, at: BackupFixture.date)
    for name in ["plain", "encrypted"] { try fixture.put(name, other.bytes(name)) }

    #expect(try restore("encrypted").hasClosedStore)
    #expect(!fixture.secureStore.isOpen)
    // Its key is not here.
    #expect(problem { try fixture.encrypted.open() }.hasPrefix("storage.key: "))
    _ = try restore("before-restore-2026-11-23T12-00-00Z")
    #expect(try read() == "{\"id\": \"one\"}\n")
    #expect(try restore("plain").hasClosedStore)
    #expect(!fixture.names.contains("okit/keys/keys.json"))
    #expect(fixture.names.contains("okit/keys/default.key"))
    #expect(try read() == "{\"id\": \"other\"}\n")
  }

  @Test func `damaged keys are found before anything changes`() throws {
    _ = try fixture.backups.create("b", passphrase: nil, at: BackupFixture.date)
    var files = try fixture.backups.open("b", passphrase: nil)
    files = OpenedBackup(
      backup: files.backup,
      files: files.files.map { file in
        guard file.path == MemberPath.keys else { return file }
        return BackupFile(path: file.path) { try Array("{}".utf8).withUnsafeBytes($0) }
      })
    try store("two")
    #expect(
      problem { _ = try fixture.backups.restore(files, at: BackupFixture.date) }.hasPrefix(
        "backup.damaged: the backup \"b\" is damaged: okit/keys/keys.json: "))
    #expect(try read() == "{\"id\": \"two\"}\n")
  }
}
