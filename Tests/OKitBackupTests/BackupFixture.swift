import Foundation
import OKitEncryption
import OKitEngine
import OKitTestSupport

@testable import OKitBackup

/// A documents directory with every kind of file, and its backups.
final class BackupFixture {
  let folder: TestFolder
  private(set) var storage: FileStorage
  private(set) var secureStore: SecureStore
  let key: EncryptionKey

  static let date = DateValue(secondsSince1970: 1_795_435_200.75)
  static let passphrase = Array("correct horse".utf8)

  init(key: EncryptionKey = .standard) throws {
    folder = try TestFolder()
    self.key = key
    storage = FileStorage(documents: folder.path + "/docs")
    secureStore = SecureStore(key, documents: folder.path + "/docs")
  }

  var path: String { folder.path + "/docs" }
  var backups: BackupStore { BackupStore(storage, secureStore) }
  var encrypted: EncryptedStorage { EncryptedStorage(storage, secureStore) }

  /// Ends the process, so to speak, and begins the next one.
  func reopen() {
    storage.close()
    storage = FileStorage(documents: path)
    secureStore = SecureStore(key, documents: path)
  }

  func write(_ path: String, _ text: String) throws {
    try storage.write([StorageWrite(path: path, bytes: Array(text.utf8))]).wait()
  }

  /// Stores documents, partials, blobs, a journal and names that need a pax header.
  func fill() throws {
    try write("okit/data/settings.json", "{\"id\": \"s\"}\n")
    try write("okit/data/default/p1.json", "{\"id\": \"p1\"}\n")
    try write("okit/data/_data/b1.raw", String(repeating: "blob", count: 300))
    try write("okit/data/_image/\u{FC}n\u{EF}c\u{F6}de \u{1F600}.jpeg", "image")
    try write("okit/data/_data/\(String(repeating: "x", count: 150)).raw", "")
    let document = Array("{\"id\": \"m\", \"title\": \"one\"}\n".utf8)
    let patch = Array(#"[{"op":"replace","path":"m/title","value":"two"}]"#.utf8)
    let record = JournalRecord.bytes(patch: patch, sequence: 1, document: XXHash64.checksum(document))
    try storage.write([StorageWrite(path: "okit/data/default.json", bytes: document, journal: record)]).wait()
  }

  /// The text of a document with its journal.
  func text(_ path: String) throws -> String? {
    guard let stored = try storage.readDocument(path) else { return nil }
    let folded = try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: path)
    }
    return String(decoding: folded ?? stored.bytes, as: UTF8.self)
  }

  /// Every stored file with its text.
  var state: [String: String] {
    get throws {
      var state: [String: String] = [:]
      for path in try storage.list("okit/data") { state[path] = try text(path) }
      return state
    }
  }

  func archive(_ name: String) -> String { "\(path)/okit/backup/\(name).okitbackup" }
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: archive(name))))
  }

  func put(_ name: String, _ bytes: [UInt8]) throws {
    try folder.write(Data(bytes), to: "docs/okit/backup/\(name).okitbackup")
  }

  /// Every file below the folder, hidden ones too, sorted.
  var names: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

/// The code and the message of what `body` throws.
func problem(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let diagnostic as Diagnostic {
    return "\(diagnostic.code.rawValue): \(diagnostic.message)"
  } catch {
    return "\(error)"
  }
}

/// The diagnostic that `body` throws.
func diagnostic(_ body: () throws -> Void) -> Diagnostic? {
  do { try body() } catch { return error as? Diagnostic }
  return nil
}
