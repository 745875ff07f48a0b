import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitBackup

/// Random states, reproducible by seed.
@Suite struct BackupPropertyTests {
  private static let names = [
    "okit/data/a.json", "okit/data/b.json", "okit/data/a/p.json", "okit/data/a/\u{E9}.json", "okit/data/_data/x.raw",
    "okit/data/_data/\(String(repeating: "long", count: 35)).raw", "okit/data/_image/e\u{301}.png",
    "okit/data/notes.txt",
  ]

  private func change(_ storage: some DocumentStorage, _ random: inout SplitMix64) throws {
    for path in Self.names {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try storage.delete([path]).wait()
      case 1: continue
      default:
        let count = [0, 1, 511, 512, 513, 70_000].randomElement(using: &random) ?? 0
        var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        // A document is JSON.
        if path.hasSuffix(".json") { bytes = Array("[\"\(DataValue(bytes: bytes).base64)\"]".utf8) }
        try storage.write([StorageWrite(path: path, bytes: bytes)]).wait()
      }
    }
  }

  private func state(_ storage: some DocumentStorage) throws -> [String: [UInt8]] {
    var state: [String: [UInt8]] = [:]
    for path in try storage.list("okit/data") { state[path] = try storage.read(path) }
    return state
  }

  @Test(arguments: 0..<UInt64(RandomSteps.count(12)))
  func `a state comes back after any changes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try BackupFixture()
    let isInMemory = Bool.random(using: &random)
    let storage: any DocumentStorage = isInMemory ? TransientStorage() : fixture.storage
    let backups = BackupStore(storage, fixture.secureStore)
    let passphrase = seed % 4 == 0 ? BackupFixture.passphrase : nil
    try change(storage, &random)
    let before = try state(storage)
    _ = try backups.create("b", passphrase: passphrase, at: BackupFixture.date)
    for _ in 0..<3 { try change(storage, &random) }
    let changed = try state(storage)
    let restored = try backups.restore(backups.open("b", passphrase: passphrase), at: BackupFixture.date)
    #expect(try state(storage) == before)
    _ = try backups.restore(backups.open(restored.previous.name, passphrase: nil), at: BackupFixture.date)
    #expect(try state(storage) == changed)
  }
}
