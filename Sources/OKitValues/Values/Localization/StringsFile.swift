/// Reads Apple's `.strings` files: `"key" = "text";` with comments, in UTF-8.
package enum StringsFile {
  /// Returns the texts by key; the last one of a key that occurs twice.
  ///
  /// - Parameter file: The name of the file in messages.
  /// - Throws: `strings.encoding` or `strings.syntax`, with line and column of the first mistake.
  package static func parse(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [String: String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw invalidEncoding(bytes, file: file) }
    return try parse(text, file: file)
  }

  /// Parses a string; see `parse(_:file:)`.
  package static func parse(_ text: String, file: String) throws(Diagnostic) -> [String: String] {
    var parser = StringsParser(text: text, file: file)
    return try parser.table()
  }

  /// A key with its range of UTF-8 offsets.
  package struct Key: Sendable {
    package let name: String
    package let range: SourceRange
  }

  /// Returns the keys of a file, in order.
  package static func keys(_ text: String, file: String) throws(Diagnostic) -> [Key] {
    var parser = StringsParser(text: text, file: file)
    _ = try parser.table()
    return parser.keys
  }

  /// Returns the entry of a text: `"key" = "text";`.
  package static func entry(_ key: String, _ text: String) -> String { "\(quoted(key)) = \(quoted(text));" }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func invalidEncoding(_ bytes: [UInt8], file: String) -> Diagnostic {
    // Decoding the first invalid line puts a replacement character at its first invalid byte.
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where String(validating: line, as: UTF8.self) == nil {
      let column = String(decoding: line, as: UTF8.self).prefix { $0 != "\u{FFFD}" }.count + 1
      return Diagnostic(
        "strings.encoding", "the file is not UTF-8",
        place: Diagnostic.Place(file: file, line: index + 1, column: column), hint: "save it as UTF-8")
    }
    return Diagnostic("strings.encoding", "the file is not UTF-8", place: Diagnostic.Place(file: file))
  }
}

/// Parses the characters of a file in one pass.
private struct StringsParser {
  private let source: SourceText
  private let characters: [Unicode.Scalar]
  private var position = 0
  private(set) var keys: [StringsFile.Key] = []
  /// The UTF-8 offset of the position up to which it was counted.
  private var counted = (position: 0, offset: 0)

  init(text: String, file: String) {
    source = SourceText(name: file, text: text)
    characters = Array(text.unicodeScalars)
    if characters.first == "\u{FEFF}" { position = 1 }
  }

  mutating func table() throws(Diagnostic) -> [String: String] {
    var table: [String: String] = [:]
    while true {
      try skipBlanks()
      guard current != nil else { return table }
      let start = offset()
      let key = try word("a key")
      keys.append(StringsFile.Key(name: key, range: SourceRange(start, offset())))
      try skipBlanks()
      try expect("=", "\"=\" after the key")
      try skipBlanks()
      table[key] = try word("a quoted string")
      let end = position
      try skipBlanks()
      try expect(";", "\";\" after the text", at: end)
    }
  }

  /// The UTF-8 offset of the position.
  private mutating func offset() -> Int {
    for character in characters[counted.position..<position] { counted.offset += UTF8.width(character) }
    counted.position = position
    return counted.offset
  }

  private var current: Unicode.Scalar? { characters.indices.contains(position) ? characters[position] : nil }

  private func startsWith(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    position + 1 < characters.count && characters[position] == first && characters[position + 1] == second
  }

  private mutating func skipBlanks() throws(Diagnostic) {
    while let character = current {
      if character.isWhitespace {
        position += 1
      } else if startsWith("/", "/") {
        while let character = current, character != "\n", character != "\r" { position += 1 }
      } else if startsWith("/", "*") {
        let start = position
        position += 2
        while !startsWith("*", "/") {
          guard current != nil else { throw problem("the comment is not closed", at: start, hint: "close it with */") }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  /// - Parameter place: the position of the problem where the character is missing; nil for the current one.
  private mutating func expect(
    _ character: Unicode.Scalar, _ what: String, at place: Int? = nil
  ) throws(Diagnostic) {
    guard current == character else { throw problem("expected \(what)", at: place ?? position) }
    position += 1
  }

  /// Reads a quoted text, or a bare word of letters, digits and `_ . - $ :`.
  private mutating func word(_ what: String) throws(Diagnostic) -> String {
    if current == "\"" { return try quoted() }
    var word = String.UnicodeScalarView()
    while let character = current,
      character.properties.isAlphabetic || "0123456789_.-$:".unicodeScalars.contains(character)
    {
      word.append(character)
      position += 1
    }
    guard !word.isEmpty else { throw problem("expected \(what)", at: position) }
    return String(word)
  }

  private mutating func quoted() throws(Diagnostic) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let character = current {
      position += 1
      switch character {
      case "\"": return String(text)
      case "\\": text.append(try escape())
      default: text.append(character)
      }
    }
    throw problem("the text is not closed", at: start, hint: "close it with \"")
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = position - 1
    guard let character = current else { throw problem("the text is not closed", at: start) }
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\"", "\\", "'", "\n": return character
    case "u", "U": return try unicode(from: start)
    default: throw problem("unknown escape \"\\\(character)\"", at: start)
    }
  }

  /// Reads four hexadecimal digits, or two times four for a pair of surrogates.
  private mutating func unicode(from start: Int) throws(Diagnostic) -> Unicode.Scalar {
    guard let unit = hexadecimal() else { throw problem("expected four hexadecimal digits", at: position) }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, startsWith("\\", "U") || startsWith("\\", "u") {
      position += 2
      if let low = hexadecimal(), (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw problem("an unpaired surrogate is not a character", at: start)
  }

  private mutating func hexadecimal() -> UInt32? {
    let digits = characters.dropFirst(position).prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
      let unit = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    else { return nil }
    position += 4
    return unit
  }

  private func problem(_ message: String, at position: Int, hint: String? = nil) -> Diagnostic {
    let offset = characters.prefix(position).reduce(0) { $0 + UTF8.width($1) }
    let (line, column, _) = source.location(of: offset)
    return Diagnostic(
      "strings.syntax", message, place: Diagnostic.Place(file: source.name, line: line, column: column),
      excerpt: Diagnostic.Excerpt(source: source, range: SourceRange(offset, offset + 1)), hint: hint)
  }
}
