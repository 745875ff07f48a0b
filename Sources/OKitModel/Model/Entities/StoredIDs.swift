internal import Glibc

/// The ids in stored documents that a generator with a seed may make.
///
/// They are found by their form, in documents of any kind and of any class: such an id is 36 characters long.
package struct StoredIDs: Sendable {
  private struct Words: Hashable { let high, low: UInt64 }

  private var found: Set<Words> = []

  package init() {}

  package func contains(_ id: String) -> Bool {
    guard !found.isEmpty else { return false }
    var id = id
    let words = id.withUTF8 { $0.count == Self.length ? Self.words(UnsafeRawBufferPointer($0), at: 0) : nil }
    return words.map(found.contains) ?? false
  }

  /// Adds the ids in the content of a document. O(n).
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let dash = Int32(UInt8(ascii: "-"))
    // The first dash of an id follows eight digits.
    var position = 8
    while position + Self.length - 8 <= bytes.count,
      let next = memchr(base + position, dash, bytes.count - position)
    {
      position = UnsafeRawPointer(next) - base
      if position + Self.length - 8 <= bytes.count, let words = Self.words(bytes, at: position - 8) {
        found.insert(words)
        position += Self.length - 8
      } else {
        position += 1
      }
    }
  }

  private static let length = 36

  /// Returns the id at an offset; nil for anything else.
  private static func words(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Words? {
    var (words, digits) = ((high: UInt64(0), low: UInt64(0)), 0)
    for offset in 0..<length {
      let byte = bytes[start + offset]
      if [8, 13, 18, 23].contains(offset) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let value: UInt8
      switch byte {
      case 0x30...0x39: value = byte - 0x30
      case 0x41...0x46: value = byte - 0x41 + 10
      default: return nil
      }
      if digits < 16 {
        words.high = words.high << 4 | UInt64(value)
      } else {
        words.low = words.low << 4 | UInt64(value)
      }
      digits += 1
    }
    return Words(high: words.high, low: words.low)
  }
}

extension ModelStore {
  /// What a generator with a seed depends on: the ids in stored documents, and the number of launches whose ids were
  /// stored.
  package struct StoredLaunches {
    package var ids = StoredIDs()
    package var launch: UInt64 = 0
  }

  /// Gives a new entity an id that no entity has or had, and no stored document. Random ids are such ids; a seed gives
  /// the same ones in each process.
  func giveNewID(_ record: EntityRecord) {
    record.header.pointee.hasNewID = true
    guard idGenerator.isSeeded else {
      record.header.pointee.generatedID = idGenerator.nextWords()
      return
    }
    let stored = storedIDsForSeed()
    var id = idGenerator.next()
    while ids.find(id, in: entities) != nil || leftIDs.contains(id) || stored.contains(id)
      || unreadOwner(ofID: id) != nil
    {
      id = idGenerator.next()
    }
    record.header.pointee.id = id
  }

  private func storedIDsForSeed() -> StoredIDs {
    if let storedIDs { return storedIDs }
    let stored = registry?.storedLaunches ?? StoredLaunches()
    idGenerator.begin(launch: stored.launch)
    storedIDs = stored.ids
    return stored.ids
  }

  /// Lets the next id consider documents that have replaced the stored ones.
  package func storedDocumentsWereReplaced() { storedIDs = nil }
}
