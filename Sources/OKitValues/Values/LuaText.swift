/// Texts as literals of Lua.
package enum LuaText {
  /// Returns a text in quotes. Only characters that a reader does not see are escaped, so that a person can read every
  /// language.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar == "\t" || PrintableText.isControl(scalar):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns bytes in quotes, of which only printable ASCII characters are not escaped.
  package static func quoted(_ bytes: [UInt8]) -> String {
    var result = "\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: result += String(UnicodeScalar(byte))
      default: result += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return result + "\""
  }

  package static let keywords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// Whether a text is a name that a variable or a field can have.
  package static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, !isDigit(first), bytes.allSatisfy({ isDigit($0) || isLetter($0) }) else {
      return false
    }
    return !keywords.contains(text)
  }

  /// The global variables of Lua and okit, which a program cannot replace.
  private static let globals: Set = [
    "_ENV", "_G", "_VERSION", "assert", "collectgarbage", "coroutine", "debug", "dofile", "error", "getmetatable", "io",
    "ipairs", "load", "loadfile", "math", "next", "okit", "os", "package", "pairs", "pcall", "print", "rawequal",
    "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "string", "table", "tonumber", "tostring",
    "type",
    "utf8", "warn", "xpcall",
  ]

  /// - Parameter prefix: What precedes a message.
  /// - Throws: `lua.name` for what is not a name.
  package static func checkName(_ text: String, in prefix: String = "") throws(Diagnostic) {
    guard !isName(text) else { return }
    var failure = wrongName(text, of: text, example: "greet")
    failure.message = prefix + failure.message
    throw failure
  }

  /// - Throws: `lua.name` for what a global variable cannot be called: what is not a name, and what Lua and okit have.
  package static func checkGlobal(_ name: String, in path: String? = nil) throws(Diagnostic) {
    try checkName(name)
    guard globals.contains(name) else { return }
    throw Diagnostic(
      .luaName, "\"\(path ?? name)\" is not free: \"\(name)\" belongs to Lua or okit", hint: "use another name")
  }

  /// - Throws: `lua.name` for what is not a name, or names with dots between them, and for what Lua and okit have.
  package static func checkPath(_ text: String) throws(Diagnostic) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for name in names where !isName(name) { throw wrongName(name, of: text, example: "shop.greet") }
    try checkGlobal(names[0], in: text)
  }

  private static func wrongName(_ name: String, of text: String, example: String) -> Diagnostic {
    Diagnostic(
      .luaName,
      keywords.contains(name)
        ? "\"\(name)\" is a reserved word, and cannot be a name"
        : "\(PrintableText.quoted(text)) is not a name; use letters, digits and _, such as \(example)")
  }
}
