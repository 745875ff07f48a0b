extension DeclaredType {
  /// - Throws: `declaration.syntax`.
  package init(_ text: String) throws {
    var parser = DeclaredTypeParser(text)
    self = try parser.whole { try $0.type() }
  }

  /// A function's type, which begins with its parameters: `<T>(element: T): T`.
  static func signature(_ text: String) throws -> Signature {
    var parser = DeclaredTypeParser(text)
    return try parser.whole { try $0.signature() }
  }
}

/// Reads the notation of `DeclaredType`.
private struct DeclaredTypeParser {
  private let text: String
  private var rest: Substring

  init(_ text: String) { (self.text, rest) = (text, text[...]) }

  mutating func whole<Result>(_ read: (inout Self) throws -> Result) throws -> Result {
    let result = try read(&self)
    skipSpace()
    guard rest.isEmpty else { throw expected("the end") }
    return result
  }

  // MARK: Types

  mutating func type() throws -> DeclaredType {
    var cases = [try single()]
    while take("|") { cases.append(try single()) }
    return cases.count == 1 ? cases[0] : .union(cases)
  }

  private mutating func single() throws -> DeclaredType {
    var type = try primary()
    while true {
      if take("[]") { type = .list(type) } else if take("?") { type = .optional(type) } else { return type }
    }
  }

  private mutating func primary() throws -> DeclaredType {
    skipSpace()
    if take("(") {
      let type = try type()
      try need(")")
      return type
    }
    if take("{") { return .record(try fields(until: "}")) }
    if take("`") { return try captured(prefix: "") }
    if rest.hasPrefix("\"") { return .literal("\"\(try quoted("\""))\"") }
    let name = try name()
    if name.hasSuffix("."), take("`") { return try captured(prefix: name) }
    if name == "fun", rest.hasPrefix("(") || rest.hasPrefix("<") { return .function(try signature()) }
    if name.first?.isNumber == true || name == "true" || name == "false" { return .literal(name) }
    guard take("<") else { return .named(name) }
    var arguments = [try type()]
    while take(",") { arguments.append(try type()) }
    try need(">")
    return .named(name, arguments)
  }

  private mutating func captured(prefix: String) throws -> DeclaredType {
    let name = try name()
    try need("`")
    return .captured(name, prefix: prefix)
  }

  mutating func signature() throws -> DeclaredType.Signature {
    var signature = DeclaredType.Signature()
    if take("<") {
      repeat { signature.generics.append((try name(), take(":") ? try type() : nil)) } while take(",")
      try need(">")
    }
    try need("(")
    signature.parameters = try fields(until: ")")
    guard take(":") else { return signature }
    repeat { signature.results.append(try result()) } while take(",")
    return signature
  }

  /// `name: type`, `name?: type 'meaning'`, `...: type`, `[integer]: type`, with commas between.
  private mutating func fields(until end: String) throws -> [DeclaredType.Field] {
    var fields: [DeclaredType.Field] = []
    if take(end) { return fields }
    repeat {
      let name = take("...") ? "..." : take("[") ? "[\(try type())]" : try name()
      if name.hasPrefix("[") { try need("]") }
      let isOptional = take("?")
      try need(":")
      fields.append(.init(name: name, isOptional: isOptional, type: try type(), meaning: try meaning()))
    } while take(",")
    try need(end)
    return fields
  }

  /// `type`, `name: type`, or `...: type`.
  private mutating func result() throws -> DeclaredType.Field {
    let start = rest
    if take("...") {
      try need(":")
      return .init(name: "...", type: try type(), meaning: try meaning())
    }
    if let name = try? name(), take(":") {  // No name, then the type alone.
      return .init(name: name, type: try type(), meaning: try meaning())
    }
    rest = start
    return .init(type: try type(), meaning: try meaning())
  }

  private mutating func meaning() throws -> String {
    skipSpace()
    return rest.hasPrefix("'") ? try quoted("'") : ""
  }

  // MARK: Texts

  private mutating func skipSpace() {
    // Almost always there is none, and a property of a character takes long to find.
    if let first = rest.utf8.first, first > UInt8(ascii: " "), first < 0x80 { return }
    rest = rest.drop { $0.isWhitespace }
  }

  private mutating func take(_ text: String) -> Bool {
    skipSpace()
    guard rest.utf8.first == text.utf8.first, rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func need(_ text: String) throws {
    guard take(text) else { throw expected("\"\(text)\"") }
  }

  private mutating func name() throws -> String {
    skipSpace()
    let end = rest.utf8.firstIndex { !Self.isNameByte($0) } ?? rest.endIndex
    let isASCII = end == rest.endIndex || rest.utf8[end] < 0x80
    let name = isASCII ? rest[..<end] : rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty, !name.hasPrefix(".") else { throw expected("a name") }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func quoted(_ quote: String) throws -> String {
    try need(quote)
    let content = rest.prefix { String($0) != quote }
    rest = rest.dropFirst(content.count)
    guard rest.hasPrefix(quote) else { throw expected(quote) }
    rest = rest.dropFirst()
    return String(content)
  }

  private func expected(_ what: String) -> Diagnostic {
    let place = text.count - rest.count
    return Diagnostic("declaration.syntax", "\"\(text)\": expected \(what) at character \(place + 1)")
  }
}
