internal import Glibc

/// The form of the journal of an encrypted document: a line for each record.
///
///     {"sequence":1,"sealed":"iU9LSVQN…"}
///
/// `sealed` is Base64 of a container with the record, whose name is the path of the journal with the sequence number.
/// So records cannot be changed, moved or removed before the end.
struct EncryptedJournal {
  private static let head = Array("{\"sequence\":".utf8)
  private static let sealed = Array(",\"sealed\":\"".utf8)
  private static let end = Array("\"}".utf8)
  private static let newLine = UInt8(ascii: "\n")

  let path: StoragePath
  let encryption: any ContentEncryption
  /// The name of the file in messages.
  let file: String

  /// The ends of the records, decrypted and in the file.
  struct Offsets: Equatable {
    private(set) var plain: [Int] = []
    private(set) var stored: [Int] = []

    var count: Int { plain.count }
    var length: Int { plain.last ?? 0 }
    var storedLength: Int { stored.last ?? 0 }

    mutating func append(plain count: Int, stored storedCount: Int) {
      plain.append(length + count)
      stored.append(storedLength + storedCount)
    }

    /// Returns the offsets of the records that end at or before a position of the decrypted journal.
    func prefix(_ position: Int) -> Offsets {
      let low = plain.partitionPoint { $0 <= position }
      var offsets = self
      offsets.plain.removeSubrange(low...)
      offsets.stored.removeSubrange(low...)
      return offsets
    }
  }

  /// Returns whether bytes are those of an encrypted journal.
  static func isEncrypted(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: head) else { return false }
    let rest = bytes[head.count...].drop { $0 &- 0x30 < 10 }
    return rest.starts(with: sealed.prefix(rest.count))
  }

  // MARK: Writing

  /// Returns records as lines of the file. A line of the decrypted journal is a record.
  func lines(_ journal: some Collection<UInt8>, after offsets: inout Offsets) throws -> [UInt8] {
    var lines: [UInt8] = []
    var rest = Array(journal)[...]
    while !rest.isEmpty {
      let length = rest.firstIndex(of: Self.newLine).map { $0 + 1 - rest.startIndex } ?? rest.count
      let record = rest.prefix(length)
      rest = rest.dropFirst(length)
      let number = offsets.count + 1
      var container: [UInt8] = []
      try encryption.encrypt(name(number), { receive in try record.withUnsafeBytes(receive) }, to: { container += $0 })
      let line =
        Self.head + Array(String(number).utf8) + Self.sealed + Array(DataValue(bytes: container).base64.utf8) + Self.end
        + [Self.newLine]
      lines += line
      offsets.append(plain: length, stored: line.count)
    }
    return lines
  }

  private func name(_ number: Int) -> String { "\(path.journal.text):\(number)" }

  // MARK: Reading

  /// Returns the records of a file. An incomplete one at the end was never acknowledged, and is left out; one that
  /// lacks only its new line counts, and has none in the result.
  ///
  /// - Throws: `storage.journal` for a damaged record, and `storage.closed`.
  func records(_ bytes: [UInt8]) throws -> (journal: [UInt8], offsets: Offsets) {
    var journal: [UInt8] = []
    var offsets = Offsets()
    while offsets.storedLength < bytes.count {
      let start = offsets.storedLength
      let number = offsets.count + 1
      guard let end = bytes[start...].firstIndex(of: Self.newLine) else {
        // Without its new line, the record tells that no other one can follow it.
        if let record = try whole(bytes[start...], number) {
          journal += record.last == Self.newLine ? record.dropLast() : record[...]
        }
        break
      }
      guard let record = try record(bytes[start..<end], number) else {
        if end + 1 == bytes.count, hasUnwrittenBlock(bytes[start..<end]) { break }
        throw damage(number, "it is not authentic")
      }
      journal += record
      offsets.append(plain: record.count, stored: end + 1 - start)
    }
    return (journal, offsets)
  }

  /// Returns the record of a line without its new line; nil if it is not authentic.
  private func record(_ line: ArraySlice<UInt8>, _ number: Int) throws -> [UInt8]? {
    let head = Self.head + Array(String(number).utf8) + Self.sealed
    guard line.count > head.count + Self.end.count, line.starts(with: head),
      line.suffix(Self.end.count).elementsEqual(Self.end)
    else { return nil }
    let text = String(decoding: line.dropFirst(head.count).dropLast(Self.end.count), as: UTF8.self)
    // Different texts can stand for the same bytes.
    guard let container = DataValue(base64: text), container.base64 == text else { return nil }
    do {
      return try container.bytes.withUnsafeBytes { try encryption.decrypt($0, name(number)) }
    } catch let diagnostic as Diagnostic where diagnostic.code != "storage.closed" {
      return nil
    }
  }

  /// Returns the record that bytes without a new line are; nil for the beginning of one.
  private func whole(_ tail: ArraySlice<UInt8>, _ number: Int) throws -> [UInt8]? {
    if let record = try record(tail, number) { return record }
    if try record(tail.dropLast(), number) != nil { throw damage(number, "it does not end with a new line") }
    return nil
  }

  /// Returns whether a line has zeros that no record has: the size of the file was durable before its bytes.
  private func hasUnwrittenBlock(_ line: ArraySlice<UInt8>) -> Bool { line.contains(0) }

  private func damage(_ number: Int, _ reason: String) -> Diagnostic {
    Diagnostic(
      "storage.journal", "record \(number) of the encrypted journal is damaged: \(reason)",
      place: Diagnostic.Place(file: file, line: number))
  }
}
