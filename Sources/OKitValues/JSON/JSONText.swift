internal import Glibc

/// The decoded UTF-8 bytes of a JSON string, before they become a `String`.
///
/// The bytes are in the document, or in the reader's scratch buffer when the text had escapes: they are valid until the
/// next call on the reader.
@usableFromInline
package struct JSONText {
  @usableFromInline
  package let bytes: UnsafeBufferPointer<UInt8>

  @inlinable
  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// True when the text is exactly `other`, byte by byte. O(length).
  package func equals(_ other: [UInt8]) -> Bool {
    other.withUnsafeBufferPointer { equals($0) }
  }

  /// True when the text is exactly `other`, byte by byte. O(length).
  package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress, let otherBase = other.baseAddress else { return bytes.count == other.count }
    return bytes.count == other.count && memcmp(base, otherBase, bytes.count) == 0
  }
}

/// The key of an object's member, with a hash of its bytes that a decoder can look up without making a `String`.
@usableFromInline
package struct JSONKey {
  @usableFromInline
  package let text: JSONText
  /// Equals `JSONKey.hash(of:)` of the same name. Different names of up to seven bytes never share a hash.
  @usableFromInline
  package let hash: UInt64
  /// The byte offset of the key's opening quote.
  @usableFromInline
  package let offset: Int

  @inlinable
  init(text: JSONText, hash: UInt64, offset: Int) {
    (self.text, self.hash, self.offset) = (text, hash, offset)
  }

  package var string: String { text.string }

  /// The hash that `key.hash` has for a key called `name`; the same in every run.
  package static func hash(of name: String) -> UInt64 {
    Array(name.utf8).withUnsafeBufferPointer { hash(of: $0) }
  }

  @usableFromInline
  static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let start = UnsafeRawPointer(base)
    let count = bytes.count
    if count < 8 {
      // Up to seven bytes and their count fill one word; the multiplication by an odd number keeps words apart.
      var word = UInt64(truncatingIfNeeded: count) << 56
      if count >= 4 {
        word |= UInt64(start.loadUnaligned(as: UInt32.self))
        word |= UInt64(start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) << UInt64((count - 4) * 8)
      } else {
        for i in 0..<count { word |= UInt64(base[i]) << UInt64(i * 8) }
      }
      return mix(word)
    }
    var hash = mix(UInt64(truncatingIfNeeded: count))
    var offset = 0
    while offset + 8 < count {
      hash = mix(hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    return mix(hash ^ start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
  }

  /// One-to-one on words, and carries low bits to the high ones that `JSONKeyTracker` uses.
  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 29)
  }
}

/// The keys seen in the objects that a reader is inside, to find duplicates.
///
/// In a small object a key costs a bit test and an append; a large one gets a hash table.
package struct JSONKeyTracker {
  private struct Entry {
    var hash: UInt64
    var offset: Int
  }

  private struct Frame {
    var start: Int
    var bits: UInt64
  }

  /// The maximum number of keys that are searched one by one.
  private static let smallCount = 32

  private var entries: [Entry] = []
  private var count = 0
  private var outer: [Frame] = []
  private var frame = Frame(start: 0, bits: 0)
  /// The first entry for each hash, by nesting level; for large objects only.
  private var tables: [Int: [UInt64: Int]] = [:]

  package mutating func beginObject() {
    outer.append(frame)
    frame = Frame(start: count, bits: 0)
  }

  package mutating func endObject() {
    if count - frame.start > Self.smallCount { tables[outer.count] = nil }
    count = frame.start
    if let last = outer.popLast() { frame = last }
  }

  /// Records a key and returns the offset of an earlier one with the same hash, which the caller must compare.
  mutating func insert(hash: UInt64, offset: Int) -> Int? {
    let entry = Entry(hash: hash, offset: offset)
    if count == entries.count { entries.append(entry) } else { entries[count] = entry }
    count += 1
    let bit: UInt64 = 1 << (hash >> 58)
    defer { frame.bits |= bit }
    if count - frame.start > Self.smallCount { return insertLarge(entry) }
    guard frame.bits & bit != 0 else { return nil }
    return entries[frame.start..<count - 1].first { $0.hash == hash }?.offset
  }

  private mutating func insertLarge(_ entry: Entry) -> Int? {
    let level = outer.count
    if tables[level] == nil {
      var table: [UInt64: Int] = [:]
      for earlier in entries[frame.start..<count - 1] { table[earlier.hash] = earlier.offset }
      tables[level] = table
    }
    let earlier = tables[level]?[entry.hash]
    if earlier == nil { tables[level]?[entry.hash] = entry.offset }
    return earlier
  }
}
