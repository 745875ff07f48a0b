import Foundation
import Glibc
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitEncryption

/// No copy of a key remains in the memory of the process after the secure store was closed.
///
/// Reading `/proc/self/mem` of a process without core dumps takes root.
@Suite(.enabled(if: geteuid() == 0, "needs root")) struct KeyRemainsTests {
  private static let path = "okit/data/m.json"

  private func store(_ storage: EncryptedStorage) throws {
    try storage.write([StorageWrite(path: Self.path, bytes: Array("{}".utf8)).with(.encrypted("m"))]).wait()
  }

  /// The bytes of the file of a key, masked, whose text is not in memory otherwise.
  private func key(_ file: String) throws -> ProcessMemory.Masked {
    let number = Glibc.open(file, O_RDONLY | O_CLOEXEC)
    defer { Glibc.close(number) }
    return try withUnsafeTemporaryAllocation(byteCount: 65, alignment: 1) { text in
      defer { text.erase() }
      try #require(Glibc.read(number, text.baseAddress, text.count) == 65)
      return ProcessMemory.Masked(
        (0..<32).lazy.map { UInt8(Self.digit(text[2 * $0]) << 4 | Self.digit(text[2 * $0 + 1])) })
    }
  }

  private static func digit(_ byte: UInt8) -> Int { Int(byte < 0x3A ? byte - 0x30 : byte - 0x57) }

  private func expectNothing(of key: ProcessMemory.Masked, _ name: String) throws {
    let forms = [
      ("the bytes", key), ("hexadecimal digits", key.hexadecimal("0123456789abcdef")),
      ("large hexadecimal digits", key.hexadecimal("0123456789ABCDEF")), ("Base64", key.base64),
    ]
    let remains = try #require(ProcessMemory.contains(forms.map(\.1)))
    for ((form, _), remains) in zip(forms, remains) { #expect(!remains, "\(form) of \(name)") }
  }

  /// Runs `body` with a storage whose keys are in memory, closes it, and looks for the data key.
  private func session(_ folder: EncryptedFolder, _ body: (EncryptedStorage) throws -> Void) throws {
    let storage = try folder.open()
    let secureStore = try #require(storage.encryption as? SecureStore)
    let dataKey = ProcessMemory.Masked(try #require(secureStore.dataKey).bytes)
    #expect(ProcessMemory.contains([dataKey]) == [true], "the search finds nothing")
    try body(storage)
    storage.close()
    try expectNothing(of: dataKey, "the data key")
  }

  @Test func `a key file`() throws {
    let folder = try EncryptedFolder()
    let file = "\(folder.folder.path)/key"
    folder.key = .file(file)
    try session(folder, store)
    try expectNothing(of: try key(file), "the key that was created")
    try session(folder) { storage in
      _ = try storage.read(Self.path)
      storage.close()
      try storage.open()
      try store(storage)
    }
    try expectNothing(of: try key(file), "the key that was read")
  }

  @Test func `the default key`() throws {
    let folder = try EncryptedFolder()
    try session(folder, store)
    let file = "\(folder.path)/\(DefaultKey.path)"
    try expectNothing(of: try key(file), "the key that was created")
    try session(folder) { storage in
      storage.close()
      try storage.open()
      _ = try storage.read(Self.path)
    }
    try expectNothing(of: try key(file), "the key that was read")
  }

  @Test func `a passphrase`() throws {
    // Random, and made anew each time, as a text would be in the memory of the program.
    let seed = UInt64.random(in: .min ... .max)
    let secret = { @Sendable () -> [UInt8] in
      var random = SplitMix64(seed: seed)
      return (0..<32).map { _ in UInt8(ascii: "a") + UInt8(random.next() % 26) }
    }
    var text = secret()
    let masked = ProcessMemory.Masked(text)
    text.erase()
    let folder = try EncryptedFolder(.passphrase { _ in secret() })
    try session(folder, store)
    try session(folder) { _ = try $0.read(Self.path) }
    try expectNothing(of: masked, "the passphrase")
    let ring = try KeyRing(json: folder.bytes(KeyRing.path), file: "keys")
    let derivation = try #require(ring.derivation)
    let key = try { () throws -> ProcessMemory.Masked in
      var passphrase = secret()
      let key = try derivation.key(erasing: &passphrase)
      return withExtendedLifetime(key) { ProcessMemory.Masked(key.bytes) }
    }()
    try expectNothing(of: key, "the key of the passphrase")
  }

  @Test func `other keys`() throws {
    let folder = try EncryptedFolder()
    try session(folder, store)
    let first = try key("\(folder.path)/\(DefaultKey.path)")
    let file = "\(folder.folder.path)/key"
    try SecureStore(.standard, documents: folder.path).rekey(to: .file(file), in: folder.files())
    try expectNothing(of: first, "the first key")
    try expectNothing(of: try key(file), "the second key")
    folder.key = .file(file)
    try session(folder) { _ = try $0.read(Self.path) }
    try SecureStore(folder.key, documents: folder.path).rekey(to: .standard, in: folder.files())
    try expectNothing(of: try key(file), "the second key")
    try expectNothing(of: try key("\(folder.path)/\(DefaultKey.path)"), "the third key")
  }
}
