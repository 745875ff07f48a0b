internal import Glibc

/// Reads a journal and checks every record.
///
/// An incomplete record at the end was never acknowledged, and is left out: one that is cut, or one with a block that
/// the system had not written before a power cut. A record that lacks nothing but its new line counts: an editor may
/// have removed that. Everything else that is not a record in order is damage.
struct JournalReader {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The checksum of the document.
  let document: UInt64
  let file: String
  let documentFile: String

  /// The records of a journal without an incomplete one at the end.
  struct Summary: Equatable {
    /// The number of records, which is the sequence number of the last one.
    var count = 0
    /// The length of the records in bytes.
    var length = 0
    /// Whether the last record has no new line, so that no record can follow it.
    var isOpen = false
  }

  /// A checked record.
  private struct Record {
    var patch: Range<Int>
    var document: UInt64
  }

  /// Calls `body` with a reader at the patch of each record, which `body` reads.
  ///
  /// - Throws: `storage.journal` for a damaged record, `storage.edited` for records of another document, with the line;
  ///   and what `body` throws.
  @discardableResult
  func forEachPatch(_ body: (inout JSONReader) throws -> Void) throws -> Summary {
    var summary = Summary()
    var reader = JSONReader(bytes, file: file)
    while summary.length < bytes.count {
      let start = summary.length
      let line = summary.count + 1
      let found = newLine(from: start)
      let end = found ?? bytes.count
      if found == nil {
        guard try isWhole(start..<end, line: line) else { return summary }
      }
      do {
        let record = try record(start..<end, sequence: line)
        guard record.document == document else { throw edited(record.document, line) }
        reader.position = record.patch.lowerBound
        (reader.depth, reader.isFirst) = (0, false)
        try body(&reader)
        guard reader.position == record.patch.upperBound else { throw Damage("its patch is not one JSON array") }
      } catch let damage as Damage {
        if end + 1 == bytes.count, hasUnwrittenBlock(start..<end) { return summary }
        throw diagnostic(damage, line)
      }
      summary = Summary(count: line, length: min(end + 1, bytes.count), isOpen: found == nil)
    }
    return summary
  }

  private func newLine(from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  // MARK: One record

  /// The reason why a line is not a record.
  private struct Damage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// Returns the record of a line without its new line.
  ///
  /// - Throws: `Damage`.
  private func record(_ line: Range<Int>, sequence: Int) throws -> Record {
    let isRecord = "the line is not a record"
    let tail = JournalRecord.checksum.count + 16 + JournalRecord.end.count
    let content = line.lowerBound..<max(line.lowerBound, line.upperBound - tail)
    guard matches(JournalRecord.checksum, at: content.upperBound),
      matches(JournalRecord.end, at: line.upperBound - JournalRecord.end.count),
      let checksum = checksum(at: content.upperBound + JournalRecord.checksum.count)
    else { throw Damage(isRecord) }
    let actual = XXHash64.checksum(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[content])))
    guard actual == checksum else {
      throw Damage("its checksum is \(XXHash64.text(actual)), expected \(XXHash64.text(checksum))")
    }
    var position = content.lowerBound
    try skip(JournalRecord.head, &position)
    let number = self.number(&position)
    guard number == sequence else {
      throw Damage("its sequence number is \(number.map(String.init) ?? "missing"), expected \(sequence)")
    }
    try skip(JournalRecord.document, &position)
    guard let document = self.checksum(at: position) else { throw Damage(isRecord) }
    position += 16
    try skip(JournalRecord.patch, &position)
    guard position < content.upperBound else { throw Damage(isRecord) }
    return Record(patch: position..<content.upperBound, document: document)
  }

  private func matches(_ text: [UInt8], at position: Int) -> Bool {
    guard position >= 0, position + text.count <= bytes.count else { return false }
    return bytes[position..<(position + text.count)].elementsEqual(text)
  }

  private func skip(_ text: [UInt8], _ position: inout Int) throws {
    guard matches(text, at: position) else { throw Damage("the line is not a record") }
    position += text.count
  }

  private func number(_ position: inout Int) -> Int? {
    var number: Int?
    while position < bytes.count, bytes[position] &- 0x30 < 10, number ?? 0 < 1 << 53 {
      number = (number ?? 0) * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return number
  }

  /// Returns the 16 hexadecimal digits at a position as a number.
  private func checksum(at position: Int) -> UInt64? {
    guard position >= 0, position + 16 <= bytes.count else { return nil }
    var number: UInt64 = 0
    for byte in bytes[position..<(position + 16)] {
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }

  // MARK: The end

  /// Returns whether bytes without a new line are a whole record; the beginning of one is not.
  ///
  /// - Throws: `storage.journal` for a record that something else follows than its new line.
  private func isWhole(_ tail: Range<Int>, line: Int) throws -> Bool {
    var reader = JSONReader(bytes, file: file)
    reader.position = tail.lowerBound
    do {
      try reader.skipValue()
      _ = try record(tail.lowerBound..<reader.position, sequence: line)
    } catch {
      return false
    }
    guard reader.position == tail.upperBound else {
      throw diagnostic(Damage("it does not end with a new line"), line)
    }
    return true
  }

  /// Returns whether a line has zeros that no record has: the size of the file was durable before its bytes.
  private func hasUnwrittenBlock(_ line: Range<Int>) -> Bool {
    var zeros = 0
    for byte in bytes[line] {
      zeros = byte == 0 ? zeros + 1 : 0
      if zeros == 8 { return true }
    }
    return false
  }

  // MARK: Errors

  private func diagnostic(_ damage: Damage, _ line: Int) -> Diagnostic {
    Diagnostic(
      "storage.journal", "record \(line) of the journal is damaged: \(damage.reason)",
      place: Diagnostic.Place(file: file, line: line))
  }

  private func edited(_ expected: UInt64, _ line: Int) -> Diagnostic {
    Diagnostic(
      "storage.edited",
      """
      the journal belongs to another version of \(documentFile): the checksum of the document is \
      \(XXHash64.text(document)), expected \(XXHash64.text(expected))
      """, place: Diagnostic.Place(file: file, line: line))
  }
}
