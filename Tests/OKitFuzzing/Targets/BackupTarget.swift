import OKitBackup
import OKitEncryption
import OKitEngine

extension FuzzTarget {
  /// The file of a backup. After a line `seal`, the checksums of headers and manifest are made right, so that what they
  /// protect is reached.
  public static let backup = FuzzTarget(name: "backup") {
    { input in
      let (first, rest) = input.splitLine()
      let bytes = first.elementsEqual("seal".utf8) ? try sealed(Array(rest)) : input
      let storage = TransientStorage()
      try storage.write([StorageWrite(path: "okit/backup/x.okitbackup", bytes: bytes)]).wait()
      let backups = BackupStore(storage, SecureStore(documents: nil))
      let opened: OpenedBackup
      do { opened = try backups.open("x", passphrase: nil) } catch let error as Diagnostic {
        return try require(
          ["backup.damaged", "backup.passphrase"].contains(error.code.rawValue), "refused with \(error.code.rawValue)")
      }
      try check(opened, backups, storage)
    }
  }

  /// What was read is restored, and what was restored is read again.
  private static func check(_ opened: OpenedBackup, _ backups: BackupStore, _ storage: TransientStorage) throws {
    let files = try contents(opened)
    for path in files.keys {
      try require(path.hasPrefix("okit/data/") || path == "okit/keys/keys.json", "\(path) leads elsewhere")
      try require(!path.split(separator: "/").contains(".."), "\(path) leads elsewhere")
    }
    do { _ = try backups.replace(with: opened) } catch let error as Diagnostic {
      try require(error.code == "backup.damaged", "refused to restore with \(error.code.rawValue)")
      return try require(try storage.list("okit/data").isEmpty, "restored a part")
    }
    // A journal may belong to no document; only the one who reads the model finds that.
    guard !files.keys.contains(where: { $0.hasSuffix(".journal") }) else { return }
    let date = DateValue(secondsSince1970: 1_600_000_000)
    do { _ = try backups.create("again", passphrase: nil, at: date) } catch { throw FuzzFinding("\(error)") }
    do {
      let again = try contents(backups.open("again", passphrase: nil))
      try require(again == files, "restored otherwise than it was read")
    } catch let error as Diagnostic {
      throw FuzzFinding("created, but not read: \(error)")
    }
  }

  private static func contents(_ opened: OpenedBackup) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for file in opened.files {
      var bytes: [UInt8] = []
      try file.read { bytes.append(contentsOf: $0) }
      contents[file.path] = bytes
    }
    return contents
  }

  /// Makes the checksums right: of the manifest in the second member, and of each header.
  private static func sealed(_ input: [UInt8]) throws -> [UInt8] {
    var bytes = input
    if bytes.count >= 1024 {
      let digits = bytes[124..<135]
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 8) ?? 0
      let second = 512 + (max(0, size) + 511) / 512 * 512
      if size >= 0, size < bytes.count - 512, second + 1024 <= bytes.count {
        let checksum = try Checksum.text(of: Array(bytes[512..<512 + size]))
        bytes.replaceSubrange(second + 512..<second + 576, with: checksum.utf8)
      }
    }
    for start in stride(from: 0, through: bytes.count - 512, by: 512)
    where bytes[start + 257..<start + 262].elementsEqual("ustar".utf8) {
      for index in start + 148..<start + 156 { bytes[index] = 0x20 }
      let sum = String(bytes[start..<start + 512].reduce(0) { $0 + Int($1) }, radix: 8)
      let digits = String(repeating: "0", count: 6 - sum.count) + sum
      bytes.replaceSubrange(start + 148..<start + 155, with: Array(digits.utf8) + [0])
    }
    return bytes
  }
}
