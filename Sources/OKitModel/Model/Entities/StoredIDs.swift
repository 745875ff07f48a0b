internal import Glibc

/// The ids in stored documents that a generator with a seed may make.
///
/// They are found by their form, in documents of any kind and of any class: such an id is 36 characters long.
package struct StoredIDs: Sendable {
  private var found: Set<IDGenerator.Words> = []

  package init() {}

  package func contains(_ id: String) -> Bool {
    guard !found.isEmpty else { return false }
    var id = id
    let words = id.withUTF8 { $0.count == Self.length ? Self.words(UnsafeRawBufferPointer($0), at: 0) : nil }
    return words.map(found.contains) ?? false
  }

  func contains(_ id: IDGenerator.Words) -> Bool { !found.isEmpty && found.contains(id) }

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

  private static let length = IDGenerator.Words.length

  /// Returns the id at an offset; nil for anything else.
  private static func words(_ bytes: UnsafeRawBufferPointer, at start: Int) -> IDGenerator.Words? {
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
    return IDGenerator.Words(high: words.high, low: words.low)
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
    if storedIDs == nil { readStoredIDs() }
    var id = idGenerator.nextWords()
    while isTaken(id) { id = idGenerator.nextWords() }
    record.header.pointee.generatedID = id
  }

  /// Returns whether an entity or a stored document has or had an id, which gets a text only if these have texts.
  private func isTaken(_ id: IDGenerator.Words) -> Bool {
    if ids.contains(id, in: entities) || storedIDs?.contains(id) == true { return true }
    guard !leftIDs.isEmpty || hasUnreadDocuments else { return false }
    let text = id.text
    return leftIDs.contains(text) || unreadOwner(ofID: text) != nil
  }

  private func readStoredIDs() {
    let stored = registry?.storedLaunches ?? StoredLaunches()
    idGenerator.begin(launch: stored.launch)
    storedIDs = stored.ids
  }

  /// Lets the next id consider documents that have replaced the stored ones.
  package func storedDocumentsWereReplaced() { storedIDs = nil }
}
