/// Reads Swift Portable Object Notation, the text form in which Action Data keeps objects with the types of their
/// values.
///
///     @obj:Film<title$=`Alien` year!=`1979` seen%=`true` cast=@array[`Weaver`, `Holm`]>
///
/// A sign says the type of a value: `%` Bool, `!` Int, `$` String, `^` Float, `&` Double, `*` bytes as Base64, `?`
/// anything else, which is a text. In objects it follows the key, in arrays the value. A backquote in a text is written
/// as `&01;`.
package struct SPONReader {
  /// The maximum nesting of arrays and objects.
  package static let maximumDepth = 250

  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let isType: (String) -> Bool
  private var position = 0
  private var depth = 0

  /// - Parameters:
  ///   - bytes: The file; it must outlive the reader.
  ///   - isType: Returns whether objects keep a type name, as the class that they name. The names of other types are
  ///     dropped.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, isType: @escaping (String) -> Bool = { _ in false }) {
    (self.bytes, self.file, self.isType) = (bytes, file, isType)
    if bytes.starts(with: LineLocator.byteOrderMark) { position = LineLocator.byteOrderMark.count }
  }

  /// The byte offset of the next value.
  package mutating func nextOffset() -> Int {
    skipSpace()
    return position
  }

  /// Enters the array that comes next; returns false, and moves nowhere, when another value comes.
  package mutating func beginArray() throws(Diagnostic) -> Bool {
    skipSpace()
    guard accept("@array[") else { return false }
    try enter()
    return true
  }

  /// Returns whether the array has another element, which must be read next.
  package mutating func nextElement(isFirst: Bool) throws(Diagnostic) -> Bool {
    skipSpace()
    if accept("]") {
      depth -= 1
      return false
    }
    if isFirst { return true }
    guard accept(",") else { throw failure("\",\" or \"]\"") }
    return true
  }

  /// Returns the next value, which is an element of an array or the whole file.
  package mutating func value() throws(Diagnostic) -> JSONValue {
    if try beginArray() { return try array() }
    if accept("@obj") { return try object() }
    if byte == Self.quote {
      let start = position
      let text = try quoted()
      // The sign of a text may be missing here.
      return try convert(text, typeSign() ?? UInt8(ascii: "$"), start)
    }
    let start = position
    while let byte, !Self.ends.contains(byte) { position += 1 }
    guard position > start, let sign = bytes[start..<position].last, Self.signs.contains(sign) else {
      throw failure("a value and the sign of its type (one of % ! $ ^ & * ?)", at: position)
    }
    return try convert(try text(start..<(position - 1)), sign, start)
  }

  /// Checks that only white space remains.
  package mutating func finish() throws(Diagnostic) {
    skipSpace()
    guard position == bytes.count else { throw failure("the end of the file") }
  }

  // MARK: Containers

  private mutating func array() throws(Diagnostic) -> JSONValue {
    var elements: [JSONValue] = []
    while try nextElement(isFirst: elements.isEmpty) { elements.append(try value()) }
    return .array(elements)
  }

  private mutating func object() throws(Diagnostic) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if accept(":") {
      let start = position
      while let byte, byte != UInt8(ascii: "<") { position += byte == Self.quote ? bytes.count : 1 }
      guard position < bytes.count else { throw failure("\"<\" after the name of a type", at: bytes.count) }
      let name = try text(start..<position)
      if isType(name) { members[ModelStore.typeKey] = .string(name) }
    }
    guard accept("<") else { throw failure("\"<\"") }
    try enter()
    while true {
      skipSpace()
      if accept(">") { break }
      let start = position
      let (key, value) = try member()
      guard members.updateValue(value, forKey: key) == nil else {
        throw Diagnostic("spon.syntax", "duplicate key \(PrintableText.quoted(key))", place: place(start))
      }
    }
    depth -= 1
    return .object(members)
  }

  private mutating func member() throws(Diagnostic) -> (String, JSONValue) {
    let start = position
    while let byte, byte != UInt8(ascii: "="), byte != Self.quote, !Self.ends.contains(byte) { position += 1 }
    var end = position
    skipSpace()
    guard end > start, accept("=") else { throw failure("a key and \"=\"", at: position) }
    skipSpace()
    guard byte == Self.quote else {
      let value = try value()
      switch value {
      case .array, .object: return (try text(start..<end), value)
      default: throw failure("a value in backquotes, \"@obj\" or \"@array[\"", at: start)
      }
    }
    let sign = bytes[end - 1]
    guard Self.signs.contains(sign), end - 1 > start else {
      throw failure("a key that ends in the sign of a type (one of % ! $ ^ & * ?)", at: start)
    }
    end -= 1
    let offset = position
    return (try text(start..<end), try convert(try quoted(), sign, offset))
  }

  private mutating func enter() throws(Diagnostic) {
    guard depth < Self.maximumDepth else {
      throw Diagnostic(
        "spon.syntax", "expected at most \(Self.maximumDepth) levels of nesting, found more", place: place(position))
    }
    depth += 1
  }

  // MARK: Values

  private func convert(_ text: String, _ sign: UInt8, _ offset: Int) throws(Diagnostic) -> JSONValue {
    func problem(_ expected: String) -> Diagnostic {
      Diagnostic("spon.syntax", "expected \(expected), found \(PrintableText.quoted(text))", place: place(offset))
    }
    switch sign {
    case UInt8(ascii: "%"):
      guard text == "true" || text == "false" else { throw problem("true or false") }
      return .bool(text == "true")
    case UInt8(ascii: "!"):
      guard let int = Int(text) else { throw problem("an integer of 64 bits") }
      return .int(int)
    case UInt8(ascii: "^"), UInt8(ascii: "&"):
      guard let double = Double(text), double.isFinite, !text.lowercased().hasPrefix("0x") else {
        throw problem("a number")
      }
      return .double(double)
    case UInt8(ascii: "*"):
      guard DataValue(base64: text) != nil else { throw problem("Base64") }
      return .string(text)
    default: return .string(String(text.unicodeScalars.replacing("&01;".unicodeScalars, with: "`".unicodeScalars)))
    }
  }

  private mutating func quoted() throws(Diagnostic) -> String {
    let start = position
    position += 1
    while let byte, byte != Self.quote { position += 1 }
    guard position < bytes.count else { throw failure("a closing backquote", at: start) }
    position += 1
    return try text((start + 1)..<(position - 1))
  }

  private mutating func typeSign() -> UInt8? {
    guard let byte, Self.signs.contains(byte) else { return nil }
    position += 1
    return byte
  }

  private func text(_ range: Range<Int>) throws(Diagnostic) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw Diagnostic("spon.syntax", "expected UTF-8, found other bytes", place: place(range.lowerBound))
    }
    return text
  }

  // MARK: Bytes

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private mutating func accept(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  private func place(_ offset: Int) -> Diagnostic.Place { Diagnostic.Place(file: file, offset: offset) }

  private func failure(_ expected: String, at offset: Int? = nil) -> Diagnostic {
    let offset = offset ?? position
    let found =
      offset < bytes.count
      ? PrintableText.quoted(String(decoding: bytes[offset..<min(offset + 12, bytes.count)], as: UTF8.self))
      : "the end of the file"
    return Diagnostic("spon.syntax", "expected \(expected), found \(found)", place: place(offset))
  }

  private static let quote = UInt8(ascii: "`")
  private static let signs = Set("%!$^&*?".utf8)
  /// The characters that end a value or key without backquotes.
  private static let ends = Set(",]<>[` \t\n\r".utf8)
}
