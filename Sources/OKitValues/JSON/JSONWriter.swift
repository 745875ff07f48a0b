/// Writes JSON (RFC 8259) value by value; the same values always yield the same bytes.
///
///     var writer = JSONWriter(pretty: true)
///     try writer.beginObject()
///     writer.key("price")
///     try writer.double(9.99)
///     writer.endObject()
///     let bytes = writer.finish()
///
/// Lines end in LF, strings are escaped only where JSON requires it, doubles are the shortest text that reads back
/// equal. `write(_: JSONValue)` sorts the keys of objects; a caller that writes members itself must write them in the
/// order of `JSONWriter.precedes`.
package struct JSONWriter: ~Copyable {
  package let isPretty: Bool
  private var bytes: JSONBuffer
  private var depth = 0
  private var needsComma = false
  private var isAfterKey = false
  /// Receives the document piece by piece; nil to keep it whole.
  private let receive: ((UnsafeRawBufferPointer) throws -> Void)?

  /// - Parameters:
  ///   - pretty: One member or element a line, indented by two spaces; else no white space at all.
  ///   - capacity: The expected size in bytes.
  package init(pretty: Bool = false, capacity: Int = 256) {
    self.init(pretty: pretty, capacity: capacity, passingTo: nil)
  }

  private init(pretty: Bool, capacity: Int, passingTo receive: ((UnsafeRawBufferPointer) throws -> Void)?) {
    (isPretty, self.receive) = (pretty, receive)
    bytes = JSONBuffer(capacity: capacity)
  }

  /// Writes a document of any size with little memory: pieces are passed on as they fill.
  ///
  /// - Parameter body: Calls `passPiece` now and then.
  /// - Throws: what `receive` and `body` throw.
  package static func write(
    pretty: Bool, passingTo receive: (UnsafeRawBufferPointer) throws -> Void, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    try withoutActuallyEscaping(receive) { receive in
      var writer = JSONWriter(pretty: pretty, capacity: 4096, passingTo: receive)
      try body(&writer)
      try writer.bytes.drain(receive)
    }
  }

  private static let pieceSize = 1 << 18

  /// Passes on what is written if it makes a piece.
  @inline(__always)
  package mutating func passPiece() throws {
    if bytes.count >= Self.pieceSize, let receive { try bytes.drain(receive) }
  }

  /// Returns whether a key comes before another: by Unicode scalars, that is by UTF-8 bytes, independent of the locale.
  package static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

  /// Returns the document. Pretty documents do not end in a line feed.
  package consuming func finish() -> [UInt8] { bytes.array }

  /// Ends the last line of a pretty document.
  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  // MARK: Structure

  package mutating func beginObject() throws { try begin(UInt8(ascii: "{")) }

  package mutating func endObject() { end(UInt8(ascii: "}")) }

  package mutating func beginArray() throws { try begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Begins a member; its value comes next.
  package mutating func key(_ name: String) {
    beginValue()
    bytes.append(text: name)
    endKey()
  }

  /// Begins a member with a key that was encoded before.
  package mutating func key(_ key: JSONEncodedKey) {
    beginValue()
    key.bytes.withUnsafeBufferPointer { bytes.append($0) }
    endKey()
  }

  @inline(__always)
  package mutating func key(_ key: KeyPattern) {
    beginValue()
    bytes.append(key)
    endKey()
  }

  @inline(__always)
  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Rejects nesting that the reader would reject.
  private mutating func begin(_ bracket: UInt8) throws {
    guard depth < JSONReader.maximumDepth else { throw Self.tooDeep() }
    beginValue()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  static func tooDeep() -> Diagnostic {
    Diagnostic("json.depth", "JSON cannot nest values more than \(JSONReader.maximumDepth) levels deep")
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isPretty, needsComma { newLine() }
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func beginValue() {
    if isAfterKey {
      isAfterKey = false
    } else {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      if isPretty, depth > 0 { newLine() }
    }
    needsComma = true
  }

  private mutating func newLine() { bytes.append(lineWithBlanks: 2 * depth) }

  // MARK: Values

  package mutating func null() { literal("null") }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func string(_ value: String) {
    beginValue()
    bytes.append(text: value)
  }

  package mutating func int(_ value: Int) {
    beginValue()
    bytes.append(integer: value)
  }

  /// Writes a number; one without a fraction is written without `.0`.
  ///
  /// - Throws: `json.number` for NaN and infinity, which JSON does not have.
  package mutating func double(_ value: Double) throws {
    guard value.isFinite else {
      throw Diagnostic("json.number", "JSON has no number for \(value.isNaN ? "NaN" : "infinity")")
    }
    beginValue()
    if let integer = Int(exactly: value), abs(value) < 0x1p53, integer != 0 || value.sign == .plus {
      bytes.append(integer: integer)
    } else if !bytes.append(shortDecimal: value) {
      var text = value.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      text.withUTF8 { bytes.append($0) }
    }
  }

  /// Writes the text of a number.
  mutating func number(_ text: String) {
    beginValue()
    var text = text
    text.withUTF8 { bytes.append($0) }
  }

  private mutating func literal(_ text: StaticString) {
    beginValue()
    text.withUTF8Buffer { bytes.append($0) }
  }
}
