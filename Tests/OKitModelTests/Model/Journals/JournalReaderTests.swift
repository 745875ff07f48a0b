import OKitTestSupport
import Testing

@testable import OKitModel

/// The form of a journal, and what is not one.
@Suite struct JournalReaderTests {
  private static let document: UInt64 = 0x0123_4567_89AB_CDEF

  /// A journal of records whose patches each replace one value.
  static func journal(_ values: [String]) throws -> [[UInt8]] {
    try values.enumerated().map { index, value in
      let patches = [
        Patch(.replace, "A5/price", old: .int(1), value: .string(value)),
        Patch(.move, "A5/films/0", from: "A5/films/2"),
        Patch(.remove, "A5/parts/x~1y", old: .int(2)),
      ]
      return try JournalRecord.bytes(patches, sequence: index + 1, document: document)
    }
  }

  /// Returns the number of records of a journal, or the problem.
  private func read(_ bytes: [UInt8], document: UInt64 = Self.document) -> String {
    var summary = JournalReader.Summary()
    let failed = problem {
      summary = try bytes.withUnsafeBufferPointer { buffer in
        try JournalReader(bytes: buffer, document: document, file: "a.json.journal", documentFile: "a.json")
          .forEachPatch {
            try $0.skipValue()
          }
      }
    }
    return failed == "no error" ? "\(summary.count) records, \(summary.length) bytes" : failed
  }

  @Test func aRecordIsALineOfJSON() throws {
    let line = String(decoding: try Self.journal(["x"])[0], as: UTF8.self)
    #expect(
      line == """
        {"sequence":1,"document":"0123456789abcdef","patch":[{"op":"replace","path":"A5/price","value":"x"},\
        {"from":"A5/films/2","op":"move","path":"A5/films/0"},{"op":"remove","path":"A5/parts/x~1y"}],\
        "checksum":"\(XXHash64.text(XXHash64.checksum(Array(line.prefix { $0 != "\n" }.dropLast(31).utf8))))"}

        """)
    _ = try JSONValue.parse(json: line)
  }

  @Test func readsRecords() throws {
    let records = try Self.journal(["x", "yy", "\n\0"])
    #expect(read([]) == "0 records, 0 bytes")
    #expect(read(records[0]) == "1 records, \(records[0].count) bytes")
    #expect(read(Array(records.joined())) == "3 records, \(records.joined().count) bytes")
  }

  /// A store that was interrupted at any byte. A record that lacks only its new line counts.
  @Test func anIncompleteRecordAtTheEndIsLeftOut() throws {
    let records = try Self.journal(["x", "yy", "zzz"])
    let all = Array(records.joined())
    let ends = [0, records[0].count, records[0].count + records[1].count, all.count]
    for length in 0...all.count {
      let complete = ends.lastIndex { $0 <= length } ?? 0
      let expected = "\(complete) records, \(ends[complete]) bytes"
      if complete < 3, length + 1 == ends[complete + 1] {
        #expect(read(Array(all[..<length])) == "\(complete + 1) records, \(length) bytes")
        continue
      }
      #expect(read(Array(all[..<length])) == expected, "\(length) bytes")
      guard complete < 3, length + 8 < ends[complete + 1] else { continue }
      // The size is durable, the bytes after an offset are not.
      let zeros = [UInt8](repeating: 0, count: ends[complete + 1] - length)
      #expect(read(all[..<length] + zeros) == expected, "\(length) bytes, then zeros")
      let rest = all[(length + 8)..<ends[complete + 1]]
      #expect(read(all[..<length] + [UInt8](repeating: 0, count: 8) + rest) == expected, "zeros at \(length)")
    }
  }

  @Test func everyFlippedByteIsFound() throws {
    let all = Array(try Self.journal(["x", "yy", "zzz"]).joined())
    for position in all.indices {
      for replacement in [all[position] ^ 1, all[position] ^ 0x80, 0, 0x0A, UInt8(ascii: "}")]
      where replacement != all[position] {
        var flipped = all
        flipped[position] = replacement
        let found = read(flipped)
        #expect(
          found.hasPrefix("storage.journal: a.json.journal:") || found.hasPrefix("storage.edited: a.json.journal:"),
          "byte \(position) as \(replacement): \(found)")
      }
    }
  }

  @Test func namesTheLineAndTheReason() throws {
    let records = try Self.journal(["x", "yy", "zzz"])
    let damaged = records[0] + records[1].map { $0 == UInt8(ascii: "y") ? UInt8(ascii: "z") : $0 } + records[2]
    #expect(
      read(damaged).hasPrefix("storage.journal: a.json.journal:2: record 2 of the journal is damaged: its checksum is ")
    )
    #expect(
      read(records[0] + records[2])
        == "storage.journal: a.json.journal:2: record 2 of the journal is damaged: its sequence number is 3, expected 2"
    )
    #expect(
      read(records[0] + Array("{}\n".utf8) + records[1])
        == "storage.journal: a.json.journal:2: record 2 of the journal is damaged: the line is not a record")
    #expect(
      read(records[0], document: 1) == """
        storage.edited: a.json.journal:1: the journal belongs to another version of a.json: the checksum of the \
        document is 0000000000000001, expected 0123456789abcdef
        """)
  }
}
