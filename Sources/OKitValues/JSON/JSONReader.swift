/// Reads a JSON document (RFC 8259) value by value, without building a tree.
///
///     let price = try JSONReader.read(bytes, file: "shop.json") { reader in
///       try reader.beginObject()
///       while let key = try reader.nextKey() {
///         if key.string == "price" { return try reader.readNumber().double }
///         try reader.skipValue()
///       }
///     }
///
/// The reader is strict: it checks UTF-8, nothing may follow the value, an object has each key once, nesting has a
/// limit. Every problem is a `Diagnostic` with the code `json.syntax` and the byte offset. Reading is O(size of the
/// document).
@usableFromInline
package struct JSONReader: ~Copyable {
  /// The kind of the next value, known from its first byte.
  @usableFromInline
  package enum Kind: Sendable { case object, array, string, number, bool, null }

  /// The maximum nesting of arrays and objects, here and in `JSONWriter`.
  package static let maximumDepth = 512

  @usableFromInline
  let bytes: UnsafeBufferPointer<UInt8>
  package let file: String
  /// What messages call the bytes.
  package var container = "the file"
  @usableFromInline
  package var position = 0
  package var depth = 0
  /// Whether the position is between an opening bracket and the first member, where no comma is expected.
  @usableFromInline
  package var isFirst = false
  package var keys = JSONKeyTracker()
  /// The last string that had escapes.
  var scratch = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  var scratchCount = 0
  package var texts = JSONTextCache()

  /// - Parameters:
  ///   - bytes: The document; it must outlive the reader.
  ///   - file: The name of the document in diagnostics.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String = "JSON") {
    self.bytes = bytes
    self.file = file
  }

  deinit { scratch.deallocate() }

  /// Returns a reader of the same document that begins with the value at an offset.
  package func copy(at offset: Int) -> JSONReader {
    var reader = JSONReader(bytes, file: file)
    reader.position = offset
    reader.container = container
    return reader
  }

  /// Reads one document with `body` and checks that nothing follows.
  package static func read<Result>(
    _ bytes: [UInt8], file: String = "JSON", _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, file: file)
      let result = try body(&reader)
      try reader.finish()
      return result
    }
  }

  /// The byte offset of the next value.
  package var offset: Int { position }

  // MARK: Structure

  /// Returns the kind of the next value without reading it.
  package mutating func peekKind() throws -> Kind {
    switch nextByte() {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure("a value")
    }
  }

  /// Enters an object; read its members with `nextKey()` until that is nil.
  package mutating func beginObject() throws {
    try begin(UInt8(ascii: "{"), "an object")
    keys.beginObject()
  }

  /// Returns the key of the object's next member, whose value must be read next; nil at the end of the object.
  package mutating func nextKey() throws -> JSONKey? {
    guard try nextMember() else {
      keys.endObject()
      return nil
    }
    let key = try scanKey()
    try checkIsNew(key)
    try endKey()
    return key
  }

  /// Enters an array; read an element each time `nextElement()` is true.
  package mutating func beginArray() throws {
    try begin(UInt8(ascii: "["), "an array")
  }

  /// Returns whether the array has another element, which must be read next.
  package mutating func nextElement() throws -> Bool {
    let byte = nextByte()
    if byte == UInt8(ascii: "]") {
      end()
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw failure("',' or ']'") }
    position += 1
    return true
  }

  /// Checks that only white space remains.
  package mutating func finish() throws {
    _ = nextByte()
    guard position == bytes.count else { throw failure("the end of \(container)") }
  }

  @usableFromInline
  mutating func begin(_ bracket: UInt8, _ what: String) throws {
    guard nextByte() == bracket else { throw failure(what) }
    guard depth < Self.maximumDepth else {
      throw Diagnostic(
        "json.syntax", "expected at most \(Self.maximumDepth) levels of nesting, found more", place: place(position))
    }
    position += 1
    depth += 1
    isFirst = true
  }

  @usableFromInline
  mutating func end() {
    position += 1
    depth -= 1
    isFirst = false
  }

  // MARK: Bytes

  /// Skips white space and returns the next byte without reading it, 0 at the end.
  @inline(__always)
  @inlinable
  package mutating func nextByte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    let byte = bytes[position]
    return byte > 0x20 ? byte : nextByteAfterSpace()
  }

  @usableFromInline
  mutating func nextByteAfterSpace() -> UInt8 {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
      // Indentation consists of runs.
      while position + 8 <= bytes.count {
        let others = word(at: position) ^ 0x2020_2020_2020_2020
        position += others.trailingZeroBitCount / 8
        if others != 0 { break }
      }
    }
    return 0
  }

  /// Returns the byte at `index`, 0 after the end (0 is not part of any token).
  @inline(__always)
  @inlinable
  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Returns eight bytes from `index`, the first in the lowest bits; the caller guarantees that they exist.
  @inline(__always)
  @inlinable
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  // MARK: Errors

  func place(_ offset: Int) -> Diagnostic.Place { Diagnostic.Place(file: file, offset: offset) }

  /// Returns a `json.syntax` diagnostic: what was expected at the position (or at `index`), and what was found.
  @inline(never)
  @usableFromInline
  func failure(_ expected: String, at index: Int? = nil) -> Diagnostic {
    let index = index ?? position
    let message = bytes.isEmpty ? "\(container) is empty" : "expected \(expected), found \(description(at: index))"
    return Diagnostic("json.syntax", message, place: place(index))
  }

  private func description(at index: Int) -> String {
    guard index < bytes.count else { return "the end of \(container)" }
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    switch bytes[index] {
    case 0x20: return "a space"
    case 0x21..<0x7F: return "'\(Character(UnicodeScalar(bytes[index])))'"
    case let byte: return "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
  }
}
