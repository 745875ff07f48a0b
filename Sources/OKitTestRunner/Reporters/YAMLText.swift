/// Writes the small part of YAML that a TAP block needs.
///
/// Texts are double-quoted, or literal blocks when they have several lines that need no escapes. It keeps to what the
/// reduced YAML readers of TAP harnesses understand.
struct YAMLText {
  private(set) var text = ""
  private var indent: Int
  /// The prefix of the next member instead of blanks: the dash of a list's element.
  private var dash = false

  init(indent: Int) { self.indent = indent }

  mutating func begin() { line("---") }
  mutating func end() { line("...") }

  /// Writes nothing for nil.
  mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    guard let lines = Self.literalLines(value) else {
      line("\(name): \(Self.quoted(value))")
      return
    }
    line("\(name): |")
    // Empty lines are indented too: readers made for TAP take an unindented one for the end.
    for each in lines { text += Self.blanks(indent + 2) + each + "\n" }
  }

  mutating func member(_ name: String, number: String) { line("\(name): \(number)") }

  /// Several texts as one, a line each: TAP harnesses misread list elements with colons. Writes nothing for none.
  mutating func member(_ name: String, lines: [String]) {
    member(name, lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }

  mutating func listOfRecords<Record>(
    _ name: String, _ records: [Record], _ body: (Record, inout YAMLText) -> Void
  ) {
    guard !records.isEmpty else { return }
    line("\(name):")
    indent += 4
    for record in records {
      dash = true
      body(record, &self)
    }
    dash = false
    indent -= 4
  }

  private mutating func line(_ content: String) {
    text += dash ? Self.blanks(indent - 2) + "- " : Self.blanks(indent)
    text += content + "\n"
    dash = false
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The lines of a text that a literal block can hold, nil for others. A reader gets one line feed at the end.
  private static func literalLines(_ value: String) -> [Substring]? {
    let scalars = value.unicodeScalars
    guard scalars.contains("\n"), scalars.allSatisfy({ $0 == "\n" || isPrintable($0) }) else { return nil }
    var lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    // The first line determines the indentation, and empty lines at the end would be lost.
    guard let first = lines.first?.first, first != " " else { return nil }
    return lines.last?.allSatisfy({ $0 == " " }) == false ? lines : nil
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    guard !PrintableText.isControl(scalar) else { return false }
    return switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, length) = digits.count > 4 ? ("U", 8) : ("u", 4)
        result += "\\" + letter + String(repeating: "0", count: length - digits.count) + digits
      }
    }
    return result + "\""
  }
}
