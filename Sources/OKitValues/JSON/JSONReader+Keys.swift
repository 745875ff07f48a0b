/// Reading a member's key step by step, for a decoder with a schema.
extension JSONReader {
  /// Enters an object whose keys the caller checks for duplicates itself.
  @inline(__always)
  @inlinable
  package mutating func enterObject() throws { try begin(UInt8(ascii: "{"), "an object") }

  /// Moves to the opening quote of the next member's key; leaves the object and returns false at its end.
  @inline(__always)
  @inlinable
  package mutating func nextMember() throws -> Bool {
    var byte = nextByte()
    if byte == UInt8(ascii: "}") {
      end()
      return false
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { throw failure("',' or '}'") }
      position += 1
      byte = nextByte()
    }
    guard byte == UInt8(ascii: "\"") else { throw failure(isFirst ? "a key or '}'" : "a key") }
    isFirst = false
    return true
  }

  /// Skips the next key if it is written exactly as `key`.
  @inline(__always)
  @inlinable
  package mutating func skipKey(_ key: KeyPattern) -> Bool {
    guard position + key.wordCount * 8 <= bytes.count else { return false }
    let last = key.wordCount - 1
    for index in 0..<last where word(at: position + index * 8) != key.words[index] { return false }
    guard word(at: position + last * 8) & key.lastMask == key.words[last] else { return false }
    position += key.count
    return true
  }

  /// Reads the key whose opening quote is at the position.
  @inline(__always)
  @inlinable
  package mutating func scanKey() throws -> JSONKey {
    let offset = position
    let text = try scanText()
    return JSONKey(text: text, hash: JSONKey.hash(of: text.bytes), offset: offset)
  }

  /// Skips what is between a key and its value.
  @inline(__always)
  @inlinable
  package mutating func endKey() throws {
    guard nextByte() == UInt8(ascii: ":") else { throw failure("':'") }
    position += 1
    if byte(at: position) == 0x20 { position += 1 }
  }

  // MARK: Duplicate keys

  /// Records a key that was just read.
  ///
  /// - Throws: `json.syntax` when the object has it already.
  package mutating func checkIsNew(_ key: JSONKey) throws {
    if let earlier = keys.insert(hash: key.hash, offset: key.offset) { try checkDiffers(key, from: earlier) }
  }

  /// Different keys have equal hashes only in documents designed for it; then every pair is compared as text.
  @inline(never)
  private mutating func checkDiffers(_ key: JSONKey, from earlier: Int) throws {
    let bytes = Array(key.text.bytes)
    let after = position
    position = earlier
    let isSame = try scanText().equals(bytes)
    // Reads the key again, because its bytes may have been in the scratch buffer.
    position = key.offset
    _ = try scanText()
    position = after
    if isSame { throw repeated(String(decoding: bytes, as: UTF8.self), at: key.offset) }
  }

  package func repeated(_ name: String, at offset: Int) -> Diagnostic {
    Diagnostic("json.syntax", "duplicate key \"\(name)\"", place: place(offset))
  }
}

/// A key with its quotes as words, for comparing it with a document at once. The creator owns the words.
@usableFromInline
package struct KeyPattern: BitwiseCopyable {
  @usableFromInline
  package let words: UnsafePointer<UInt64>
  @usableFromInline
  let wordCount: Int
  @usableFromInline
  let count: Int
  /// A mask of the bytes of the last word that belong to the key.
  @usableFromInline
  let lastMask: UInt64

  /// Allocates the words.
  package init(_ key: [UInt8]) {
    count = key.count
    wordCount = (key.count + 7) / 8
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
    for (index, byte) in key.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    self.words = UnsafePointer(words)
    lastMask = ~0 >> UInt64((wordCount * 8 - key.count) * 8)
  }
}
