import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitEncryption

private let path = "okit/data/m.json"

private func store(_ text: String, in folder: EncryptedFolder) throws {
  try folder.open().write([StorageWrite(path: path, bytes: Array(text.utf8)).with(.encrypted("m"))]).wait()
}

private func stored(in folder: EncryptedFolder) throws -> String? {
  try folder.open().read(path).map { String(decoding: $0, as: UTF8.self) }
}

private func passphrase(_ text: String) -> EncryptionKey { .passphrase { _ in Array(text.utf8) } }

@Suite struct SecureStoreTests {
  @Test func theDefaultKeyIsCreatedWithTheFirstStore() throws {
    let folder = try EncryptedFolder()
    do {
      let storage = try folder.open()
      #expect(try !storage.encryption.isInitialized(in: storage.base))
    }
    #expect(folder.names == ["okit/.lock"])
    try store("a", in: folder)
    #expect(try folder.mode("okit/keys/default.key") == 0o600)
    #expect(try folder.bytes("okit/keys/default.key").count == 65)
    #expect(try stored(in: folder) == "a")
  }

  @Test func aKeyFileIsCreatedPrivate() throws {
    let folder = try EncryptedFolder()
    let file = "\(folder.folder.path)/key"
    folder.key = .file(file)
    try store("a", in: folder)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try stored(in: folder) == "a")
    #expect(!folder.exists("okit/keys/default.key"))
    // No temporary file remains beside it.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.folder.path).sorted()
        == ["docs", "key", "key.generations"])
    try FileManager.default.removeItem(atPath: file)
    #expect(
      problem { _ = try stored(in: folder) }.hasPrefix("storage.key: \(file): the key file \(file) does not exist"))
  }

  @Test(arguments: [0o640, 0o604, 0o610, 0o666])
  func aKeyFileOfOthersIsRefused(_ mode: Int) throws {
    let folder = try EncryptedFolder()
    let file = "\(folder.folder.path)/key"
    folder.key = .file(file)
    try store("a", in: folder)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    #expect(
      problem { _ = try stored(in: folder) }
        == """
        storage.keyFile: \(file): other users have access to the key file: its mode is \
        0\(String(mode, radix: 8)), expected 0600 \
        (run chmod 600 \(file))
        """)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    #expect(try stored(in: folder) == "a")
  }

  @Test func keyFilesAreHexadecimalOrBinary() throws {
    let digits = String(repeating: "0aB9", count: 16)
    for content in [digits, digits + "\n", digits + "\r\n", String(repeating: "x", count: 32)] {
      let folder = try EncryptedFolder()
      let file = "\(folder.folder.path)/key"
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: Data(content.utf8), attributes: [.posixPermissions: 0o600]))
      folder.key = .file(file)
      try store("a", in: folder)
      #expect(try stored(in: folder) == "a")
    }
    for content in ["", "short", digits + "00", String(repeating: "x", count: 64)] {
      let found = problem {
        _ = try Array(content.utf8).withUnsafeBytes { try KeyFile.key($0, path: "key") }
      }
      #expect(
        found.hasPrefix("storage.keyFile: key: the file is not a key file: expected 64 hexadecimal digits"), "\(found)")
    }
    let folder = try EncryptedFolder(.file("/nowhere/key"))
    #expect(
      problem { try store("a", in: folder) }.hasPrefix("storage.keyFile: /nowhere/key: cannot create the key file"))
    for name in ["", "\(folder.folder.path)/a\u{0}b"] {
      folder.key = .file(name)
      #expect(problem { try store("a", in: folder) }.hasPrefix("storage.keyFile: "))
    }
    #expect(SystemFile.size("\(folder.folder.path)/a") == nil)
    folder.key = .file(folder.folder.path)
    #expect(problem { try store("a", in: folder) }.hasSuffix("it is a directory (name a file in it)"))
  }

  @Test func aPassphraseOpensWhatItHasClosed() throws {
    let folder = try EncryptedFolder(passphrase("correct horse"))
    try store("a", in: folder)
    #expect(try stored(in: folder) == "a")
    #expect(try folder.files(with: "correct horse") == [])
    folder.key = passphrase("wrong horse")
    #expect(
      problem { _ = try stored(in: folder) }
        == """
        storage.key: \(folder.path)/okit/keys/keys.json: the passphrase does not open the encrypted models: they were \
        created with another one, or okit/keys/keys.json was changed (pass the key in use; StoredModels.rekey \
        changes it)
        """)
    folder.key = passphrase("")
    #expect(problem { _ = try stored(in: folder) }.hasPrefix("storage.passphrase: "))
  }

  @Test func anotherSourceIsNamed() throws {
    let file = try TestFolder()
    for (key, message) in [
      (EncryptionKey.standard, "the key in okit/keys/default.key; use .encryption without a key"),
      (.file("\(file.path)/key"), "a key file; use .encryption(.file(path))"),
      (passphrase("a"), "a passphrase; use .encryption(.passphrase { … })"),
    ] {
      let folder = try EncryptedFolder(key)
      try store("a", in: folder)
      for other in [EncryptionKey.standard, .file("\(file.path)/other"), passphrase("b")]
      where other.source != key.source {
        folder.key = other
        #expect(
          problem { _ = try stored(in: folder) }
            == """
            storage.key: \(folder.path)/okit/keys/keys.json: the encrypted models were created with \(message) \
            (pass the key in use; StoredModels.rekey changes it)
            """)
      }
    }
  }

  /// Each change of the file of the keys is detected.
  @Test func everyChangedByteOfTheKeysIsDetected() throws {
    let folder = try EncryptedFolder()
    try store("a", in: folder)
    let json = try folder.bytes(KeyRing.path)
    for index in json.indices where json[index] != 0x20 && json[index] != 0x0A {
      var changed = json
      changed[index] ^= 1
      try folder.put(KeyRing.path, changed)
      let found = problem { _ = try stored(in: folder) }
      #expect(
        found.hasPrefix("storage.key: ") || found.hasPrefix("storage.keys: "),
        "byte \(index) \(Character(Unicode.Scalar(json[index]))): \(found)")
    }
    try folder.put(KeyRing.path, json)
    #expect(try stored(in: folder) == "a")
  }

  @Test func missingKeysAreNamed() throws {
    let folder = try EncryptedFolder()
    try store("a", in: folder)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(KeyRing.path)")
    #expect(
      problem { _ = try stored(in: folder) }
        == """
        storage.key: \(folder.path)/\(path): okit/keys/keys.json, which contains the data key, is missing \
        (restore okit/keys/keys.json from a backup of the folder)
        """)
  }

  @Test func closingOverwritesTheKeys() throws {
    let folder = try EncryptedFolder()
    let store = SecureStore(documents: folder.path)
    try store.open(in: folder.files())
    let dataKey = try #require(store.dataKey)
    #expect(Array(dataKey.bytes) != [UInt8](repeating: 0, count: 32))
    store.close()
    #expect(Array(dataKey.bytes) == [UInt8](repeating: 0, count: 32))
    #expect(!store.isOpen)
  }

  @Test func coreDumpsAreForbiddenOnceKeysAreInMemory() throws {
    let folder = try EncryptedFolder()
    _ = try folder.open()
    #expect(CoreDumps.areForbidden)
  }

  @Test func theDefaultKeyIsLoggedOnce() throws {
    let folder = try EncryptedFolder()
    try store("a", in: folder)
    let store = SecureStore(documents: folder.path)
    let log = KeyLog()
    store.delegate = log
    for _ in 0..<3 {
      try store.open(in: folder.files())
      store.close()
    }
    #expect(
      log.lines == [
        """
        encrypted models use the key in \(folder.path)/okit/keys/default.key, which protects no copy of the whole \
        folder; use .encryption(key) for another one
        """
      ])
  }

  // MARK: Older copies

  @Test func anOlderCopyOfTheFolderIsReported() throws {
    let folder = try EncryptedFolder()
    folder.key = .file("\(folder.folder.path)/key")
    func reports() throws -> [String] {
      var reports: [Diagnostic] = []
      let store = SecureStore(folder.key, documents: folder.path) { reports.append($0) }
      let storage = EncryptedStorage(folder.files(), store)
      try storage.open()
      try storage.write([StorageWrite(path: path, bytes: [1]).with(.encrypted("m"))]).wait()
      #expect(reports.allSatisfy { $0.severity == .warning })
      return reports.map { "\($0.code.rawValue): \($0.message)" }
    }
    #expect(try reports() == [])
    let copy = (try folder.bytes(path), try folder.bytes(KeyRing.path))
    #expect(try reports() == [])
    #expect(try reports() == [])
    try folder.put(path, copy.0)
    try folder.put(KeyRing.path, copy.1)
    #expect(
      try reports() == [
        """
        storage.rollback: the generation of \(folder.path) is 1, but the key was last used with 3: the folder may be \
        an older copy
        """
      ])
    #expect(try reports() == [])
    // A key inside of the folder is copied with it.
    folder.key = .standard
    let inside = try EncryptedFolder()
    inside.key = .file("\(inside.path)/key")
    try FileManager.default.createDirectory(atPath: inside.path, withIntermediateDirectories: true)
    try store("a", in: inside)
    #expect(inside.names.filter { $0.hasSuffix("generations") } == [])
  }
}

/// Folders with the same data key.
@Suite struct SharedKeyTests {
  @Test func aFolderThatIsUsedLessOftenIsNoOlderCopy() throws {
    let first = try EncryptedFolder()
    first.key = .file("\(first.folder.path)/key")
    let second = try EncryptedFolder()
    second.key = first.key
    func reports(_ folder: EncryptedFolder) throws -> [Diagnostic.Code] {
      var reports: [Diagnostic] = []
      let store = SecureStore(folder.key, documents: folder.path) { reports.append($0) }
      let storage = EncryptedStorage(folder.files(), store)
      try storage.open()
      try storage.write([StorageWrite(path: "okit/data/a.json", bytes: [1]).with(.encrypted("a"))]).wait()
      return reports.map(\.code)
    }
    #expect(try reports(first) == [])
    // The keys are copied before the second one starts.
    let keys = try first.bytes(KeyRing.path)
    try second.put(KeyRing.path, keys)
    for _ in 1...3 { #expect(try reports(first) == []) }
    for _ in 1...2 { #expect(try reports(second) == []) }
    for _ in 1...2 { #expect(try reports(first) == []) }
    // Each of them still notices an older copy of itself.
    try second.put(KeyRing.path, keys)
    #expect(try reports(second) == ["storage.rollback"])
    #expect(try reports(first) == [])
  }
}

/// Changing the key-encryption key.
@Suite struct RekeyTests {
  @Test func theDataStaysAsItIs() throws {
    let folder = try EncryptedFolder()
    let file = "\(folder.folder.path)/key"
    try store("a", in: folder)
    let container = try folder.bytes(path)
    let first = try folder.bytes("okit/keys/default.key")
    for next in [EncryptionKey.standard, passphrase("one"), passphrase("two"), .file(file), .standard] {
      try SecureStore(folder.key, documents: folder.path).rekey(to: next, in: folder.files())
      #expect(try folder.bytes(path) == container)
      let old = folder.key
      folder.key = next
      #expect(try stored(in: folder) == "a")
      #expect(folder.exists("okit/keys/default.key") == (next.source == "default"))
      #expect(folder.names.filter { $0.hasPrefix("okit/keys/.previous") } == [])
      if old.source != next.source {
        folder.key = old
        #expect(problem { _ = try stored(in: folder) }.hasPrefix("storage.key: "))
        folder.key = next
      }
    }
    #expect(try folder.bytes("okit/keys/default.key") != first)
    folder.key = passphrase("one")
    #expect(problem { _ = try stored(in: folder) }.hasPrefix("storage.key: "))
  }

  @Test func needsTheKeyInUse() throws {
    let folder = try EncryptedFolder(passphrase("one"))
    let empty = problem {
      try SecureStore(passphrase("one"), documents: folder.path).rekey(to: .standard, in: folder.files())
    }
    #expect(empty.hasPrefix("storage.keys: "), "\(empty)")
    try store("a", in: folder)
    let wrong = SecureStore(passphrase("two"), documents: folder.path)
    #expect(problem { try wrong.rekey(to: .standard, in: folder.files()) }.hasPrefix("storage.key: "))
    #expect(try stored(in: folder) == "a")
    #expect(!folder.exists("okit/keys/default.key"))
  }

  @Test func anOldDefaultKeyDoesNotOpenCopiesOfTheNewKeys() throws {
    let folder = try EncryptedFolder()
    try store("a", in: folder)
    let old = try folder.bytes("okit/keys/default.key")
    try SecureStore(.standard, documents: folder.path).rekey(to: .standard, in: folder.files())
    try folder.put("okit/keys/default.key", old)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/okit/keys/default.key")
    #expect(problem { _ = try stored(in: folder) }.hasPrefix("storage.key: "))
  }
}

/// The log of an application with encrypted models.
private final class KeyLog: KeyStoreDelegate {
  private(set) var lines: [String] = []

  func keyStore(logs text: String) { lines.append(text) }
  func report(_ diagnostic: Diagnostic) { Issue.record("\(diagnostic)") }
}
