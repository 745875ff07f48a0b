/// Writes JSON (RFC 8259) value by value: the same values always give the same bytes.
///
///     var writer = JSONWriter(pretty: true)
///     try writer.beginObject()
///     writer.key("price")
///     try writer.double(9.99)
///     writer.endObject()
///     let bytes = writer.finish()
///
/// Lines end in LF, texts are escaped only where JSON asks for it, doubles are the shortest text that reads back equal.
/// `write(_: Plain)` sorts the keys of objects; a caller that writes members itself brings them in the order of
/// `JSONWriter.precedes`.
public struct JSONWriter {
  public let isPretty: Bool
  /// Written bytes, then room; growing is rare, and no write has to ask the array twice.
  private var storage: [UInt8]
  private var count = 0
  private var depth = 0
  private var needsComma = false
  private var isAfterKey = false

  /// - Parameters:
  ///   - pretty: One member or element a line, indented by two spaces; else no white space at all.
  ///   - capacity: The expected size in bytes.
  public init(pretty: Bool = false, capacity: Int = 256) {
    isPretty = pretty
    storage = [UInt8](repeating: 0, count: max(16, capacity))
  }

  /// The order of keys: by Unicode scalars, which is that of their UTF-8 bytes and does not depend on a locale.
  public static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

  /// The document. Pretty documents get no line feed at their end.
  public consuming func finish() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  // MARK: Structure

  public mutating func beginObject() throws { try begin(UInt8(ascii: "{")) }

  public mutating func endObject() { end(UInt8(ascii: "}")) }

  public mutating func beginArray() throws { try begin(UInt8(ascii: "[")) }

  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Begins a member; its value comes next.
  public mutating func key(_ name: String) {
    beginValue()
    append(text: name)
    endKey()
  }

  /// Begins a member with a key that was encoded before.
  public mutating func key(_ key: JSONEncodedKey) {
    beginValue()
    append(key.bytes)
    endKey()
  }

  private mutating func endKey() {
    append(UInt8(ascii: ":"))
    if isPretty { append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// What the reader would refuse is not written either.
  private mutating func begin(_ bracket: UInt8) throws {
    guard depth < JSONReader.maximumDepth else {
      throw Diagnostic("json.depth", "JSON cannot nest values more than \(JSONReader.maximumDepth) levels deep")
    }
    beginValue()
    append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isPretty, needsComma { newLine() }
    append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func beginValue() {
    if isAfterKey {
      isAfterKey = false
    } else {
      if needsComma { append(UInt8(ascii: ",")) }
      if isPretty, depth > 0 { newLine() }
    }
    needsComma = true
  }

  private mutating func newLine() {
    reserve(1 + 2 * depth)
    storage[count] = 0x0A
    for index in count + 1..<count + 1 + 2 * depth { storage[index] = 0x20 }
    count += 1 + 2 * depth
  }

  // MARK: Values

  public mutating func null() { literal("null") }

  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  public mutating func string(_ value: String) {
    beginValue()
    append(text: value)
  }

  public mutating func int(_ value: Int) {
    beginValue()
    append(integer: value)
  }

  /// Writes a number; one without a fraction is written without `.0`.
  ///
  /// - Throws: `json.number` for NaN and infinity, which JSON does not have.
  public mutating func double(_ value: Double) throws {
    guard value.isFinite else {
      throw Diagnostic("json.number", "JSON has no number for \(value.isNaN ? "NaN" : "infinity")")
    }
    beginValue()
    if let integer = Int(exactly: value), abs(value) < 0x1p53, integer != 0 || value.sign == .plus {
      append(integer: integer)
    } else if !append(shortDecimal: value) {
      var text = value.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      text.withUTF8 { append($0) }
    }
  }

  private mutating func literal(_ text: StaticString) {
    beginValue()
    text.withUTF8Buffer { append($0) }
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if count + size > storage.count { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(size, storage.count)))
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  private mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    let start = count
    storage.withUnsafeMutableBytes { target in
      UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
    count += bytes.count
  }

  private mutating func append(text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // In pieces, because the room for the worst case is a multiple of the text.
        let piece = rest.prefix(4096)
        rest = rest.dropFirst(4096)
        reserve(JSONEscape.maximumGrowth * piece.count)
        let start = count
        count += storage.withUnsafeMutableBufferPointer { target in
          JSONEscape.write(
            UnsafeBufferPointer(rebasing: piece), to: UnsafeMutableBufferPointer(rebasing: target[start...]))
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(integer: Int) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(integer.magnitude), atLeast: 1)
  }

  private mutating func append(digits value: UInt64, atLeast minimum: Int) {
    var length = 1
    var limit: UInt64 = 10
    while length < 20, value >= limit {
      length += 1
      let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
      if overflow { break }
      limit = next
    }
    length = max(length, minimum)
    reserve(length)
    var rest = value
    for index in stride(from: count + length - 1, through: count, by: -1) {
      storage[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }

  /// Writes numbers such as prices, which have at most four decimals, without the general algorithm.
  ///
  /// Right because two decimals of at most 15 digits are never the same double: one that reads back equal is the
  /// shortest, once its trailing zeros are gone.
  private mutating func append(shortDecimal value: Double) -> Bool {
    let scaled = (abs(value) * 10_000).rounded()
    guard scaled >= 1, scaled < 1e15, scaled / 10_000 == abs(value) else { return false }
    var (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: 10_000)
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, atLeast: 1)
    append(UInt8(ascii: "."))
    var decimals = 4
    whole = fraction
    while whole % 10 == 0, decimals > 1 {
      whole /= 10
      decimals -= 1
    }
    fraction = whole
    append(digits: fraction, atLeast: decimals)
    return true
  }
}
