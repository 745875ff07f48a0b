/// What a document of one entity type holds: its members in the order of writing, found by their keys when read.
struct DocumentSchema {
  enum Member {
    case id
    /// The class, where it is not the declared one.
    case type
    case property(Property)
  }

  final class Entry {
    let name: String
    let member: Member
    let key: JSONEncodedKey
    let hash: UInt64
    private let bytes: [UInt8]

    init(_ name: String, _ member: Member) {
      (self.name, self.member) = (name, member)
      key = JSONEncodedKey(name)
      hash = JSONKey.hash(of: name)
      bytes = Array(name.utf8)
    }

    /// Names of up to seven bytes are the same when their hashes are.
    func matches(_ key: JSONKey) -> Bool {
      guard key.hash == hash, key.text.bytes.count == bytes.count else { return false }
      return bytes.count < 8 || key.text.equals(bytes)
    }
  }

  let entries: [Entry]
  private let positions: [UInt64: Int]

  init(_ type: EntityType) {
    var entries = [Entry("id", .id), Entry(ModelStore.typeKey, .type)]
    for property in type.properties where property.computed == nil {
      entries.append(Entry(property.name, .property(property)))
    }
    entries.sort { JSONWriter.precedes($0.name, $1.name) }
    self.entries = entries
    positions = Dictionary(entries.enumerated().map { ($0.element.hash, $0.offset) }) { first, _ in first }
  }

  /// The member that a key names. Documents are mostly in the order of writing: the one behind the last is tried first.
  func find(_ key: JSONKey, after cursor: inout Int) -> Member? {
    if cursor < entries.count {
      let next = entries[cursor]
      if next.matches(key) {
        cursor += 1
        return next.member
      }
    }
    if let position = positions[key.hash] {
      let entry = entries[position]
      if entry.matches(key) {
        cursor = position + 1
        return entry.member
      }
    }
    // Two names of one hash: all are compared.
    return entries.first { $0.matches(key) }?.member
  }
}
