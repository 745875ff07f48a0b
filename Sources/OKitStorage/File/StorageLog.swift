/// The changes of files that live for a short time, in the order in which they were stored.
///
/// A record has the changes of one store. It is appended and synced once, however many files it has; files of their own
/// would need a sync each, and one for each folder. A record begins with a line: its checksum, a space, and an array of
/// the files with their sizes. The contents follow. A file without a size was removed.
///
/// The end of the log may be an incomplete record, whose store was never reported. Any other damage is an error.
struct StorageLog {
  static let path = StoragePath(folder: StorageCommit.folder, name: "pending.log")

  enum Entry: Equatable {
    /// The bytes of the log that are the content.
    case content(Range<Int>)
    case removed
  }

  /// The newest change of each path.
  private(set) var entries: [String: Entry] = [:]
  /// The number of bytes of all complete records.
  private(set) var size = 0

  init() {}

  /// Reads a log.
  ///
  /// - Throws: `storage.recovery` for damage.
  init(_ bytes: [UInt8], file: String) throws {
    while let record = Self.record(in: bytes, at: size) { add(record) }
    guard size < bytes.count, Self.isDamaged(bytes, at: size) || Self.hasRecord(in: bytes, after: size) else { return }
    throw Diagnostic(
      "storage.recovery", "the log of changes that wait to be sent to a server is damaged at byte \(size)",
      place: Diagnostic.Place(file: file),
      hint: "move \(file) away: the changes in it are lost, and the next start reads the models from the server")
  }

  /// Whether a file has a content.
  var hasContents: Bool {
    entries.values.contains { if case .content = $0 { true } else { false } }
  }

  /// The number of bytes that are contents of files.
  var contentSize: Int {
    entries.values.reduce(0) { sum, entry in
      if case .content(let range) = entry { sum + range.count } else { sum }
    }
  }

  // MARK: Records

  struct Record {
    var entries: [(path: String, entry: Entry)]
    /// The offset after it.
    var end: Int
  }

  /// Adds a record that the log has at its end.
  mutating func add(_ record: Record) {
    for (path, entry) in record.entries { entries[path] = entry }
    size = record.end
  }

  /// Forgets that a path was removed, because nothing else has it.
  mutating func forget(_ path: String) { entries[path] = nil }

  /// Returns the bytes of a record that begins at an offset.
  ///
  /// - Parameter contents: The content of each path; nil for one that is removed.
  static func record(of contents: [(path: String, content: [UInt8]?)], at offset: Int) throws -> (Record, [UInt8]) {
    let files = contents.map { path, content -> JSONValue in
      var members: [String: JSONValue] = ["path": .string(path)]
      if let content { members["size"] = .int(content.count) }
      return .object(members)
    }
    var rest = try JSONValue.array(files).jsonBytes() + [newline]
    var entries: [(path: String, entry: Entry)] = []
    for (path, content) in contents {
      let start = offset + checksumSize + rest.count
      entries.append((path, content.map { .content(start..<start + $0.count) } ?? .removed))
      if let content { rest += content }
    }
    let bytes = Array("\(XXHash64.text(XXHash64.checksum(rest))) ".utf8) + rest
    return (Record(entries: entries, end: offset + bytes.count), bytes)
  }

  private static let newline = UInt8(ascii: "\n")
  /// The length of the checksum and the space after it.
  private static let checksumSize = 17

  /// Returns the complete record that begins at an offset; nil if there is none.
  private static func record(in bytes: [UInt8], at offset: Int) -> Record? {
    let start = offset + checksumSize
    guard start < bytes.count, bytes[start - 1] == UInt8(ascii: " "), bytes[start] == UInt8(ascii: "["),
      let checksum = UInt64(String(decoding: bytes[offset..<start - 1], as: UTF8.self), radix: 16),
      let line = bytes[start...].firstIndex(of: newline), let record = record(bytes[start..<line], endingAt: line + 1),
      record.end <= bytes.count
    else { return nil }
    let rest = bytes.withUnsafeBytes {
      XXHash64.checksum(UnsafeRawBufferPointer(rebasing: $0[start..<record.end]))
    }
    return rest == checksum ? record : nil
  }

  /// Returns the record of an array of files; nil if it is not a record. Its contents may be incomplete.
  private static func record(_ files: ArraySlice<UInt8>, endingAt end: Int) -> Record? {
    var record = Record(entries: [], end: end)
    let list: [JSONValue]
    do { list = try JSONValue.parse(json: Array(files), file: "").elements } catch { return nil }
    for file in list {
      guard case .string(let path)? = file["path"] else { return nil }
      guard let member = file["size"] else {
        record.entries.append((path, .removed))
        continue
      }
      guard case .int(let size) = member, size >= 0 else { return nil }
      let (end, isTooLarge) = record.end.addingReportingOverflow(size)
      guard !isTooLarge else { return nil }
      record.entries.append((path, .content(record.end..<end)))
      record.end = end
    }
    return record
  }

  /// Returns whether a record was written completely and then changed. One whose end is missing, or zero after a power
  /// failure, was never stored.
  private static func isDamaged(_ bytes: [UInt8], at offset: Int) -> Bool {
    let start = offset + checksumSize
    guard bytes.last != 0, start < bytes.count, let line = bytes[start...].firstIndex(of: newline) else { return false }
    return record(bytes[start..<line], endingAt: line + 1).map { $0.end <= bytes.count } ?? true
  }

  /// Returns whether a complete record begins after an offset.
  private static func hasRecord(in bytes: [UInt8], after offset: Int) -> Bool {
    var next = offset + 1
    while next + checksumSize < bytes.count {
      if bytes[next + checksumSize] == UInt8(ascii: "["), record(in: bytes, at: next) != nil { return true }
      next += 1
    }
    return false
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
