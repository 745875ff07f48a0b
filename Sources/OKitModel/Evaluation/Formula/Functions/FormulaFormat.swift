/// The formatting of `printf` and `format` (https://sqlite.org/printf.html).
///
/// An argument that is missing is 0 or empty. An unknown conversion ends the result.
struct FormulaFormat {
  private var arguments: ArraySlice<Value>
  private let context: FormulaContext
  private var output = SQLText.Builder("printf")

  /// Returns the format with its directives replaced by arguments; nil if there is nothing in front of an unknown
  /// conversion.
  ///
  /// - Throws: `app.size`, `app.limit`.
  static func text(
    _ format: String, _ arguments: ArraySlice<Value>, _ context: FormulaContext
  ) throws(Diagnostic) -> String? {
    var formatter = FormulaFormat(arguments: arguments, context: context)
    let hasText = try formatter.write(SQLText(format, context).bytes)
    return hasText ? formatter.output.text : nil
  }

  /// - Returns: whether there was something to write.
  private mutating func write(_ format: ArraySlice<UInt8>) throws(Diagnostic) -> Bool {
    var position = format.startIndex
    var hasText = false
    while position < format.endIndex {
      let end = format[position...].firstIndex(of: UInt8(ascii: "%")) ?? format.endIndex
      try output.append(format[position..<end])
      hasText = hasText || end > position
      position = end + 1
      if end == format.endIndex { return hasText }
      guard position < format.endIndex else {
        try output.append("%")
        return true
      }
      let directive = FormatDirective(format, at: &position) { integer() }
      guard try write(directive) else { return hasText }
      hasText = true
    }
    return hasText
  }

  /// - Returns: false for an unknown conversion.
  private mutating func write(_ directive: FormatDirective) throws(Diagnostic) -> Bool {
    guard let conversion = directive.conversion else { return false }
    try context.budget.step()
    // Before work is done for them.
    let fill = max(directive.width, directive.leastLength)
    try output.reserve(fill)
    try context.charge(bytes: fill)
    switch Unicode.Scalar(conversion) {
    case "d", "i": try pad(directive.text(signed: integer(), isOrdinal: false), directive)
    case "r": try pad(directive.text(signed: integer(), isOrdinal: true), directive)
    case "u": try pad(directive.text(unsigned: integer(), base: 10, prefix: ""), directive)
    case "o": try pad(directive.text(unsigned: integer(), base: 8, prefix: "0"), directive)
    case "x": try pad(directive.text(unsigned: integer(), base: 16, prefix: "0x"), directive)
    case "p": try pad(directive.text(unsigned: integer(), base: 16, prefix: "0x", isUppercase: true), directive)
    case "X": try pad(directive.text(unsigned: integer(), base: 16, prefix: "0X", isUppercase: true), directive)
    case "f": try pad(directive.text(real(), .fixed), directive)
    case "e", "E": try pad(directive.text(real(), .exponent), directive)
    case "g", "G": try pad(directive.text(real(), .general), directive)
    case "c": try writeCharacter(directive)
    case "s", "z": try pad(text: directive.prefix(of: text() ?? []), directive)
    case "q": try pad(text: quoted(directive, "'", null: "(NULL)"), directive)
    case "Q": try pad(text: quoted(directive, "'", null: "NULL", isEnclosed: true), directive)
    case "w": try pad(text: quoted(directive, "\"", null: "(NULL)"), directive)
    case "%": try pad(Array("%".utf8), directive)
    // In C, it would store the number of characters.
    case "n": break
    default: return false
    }
    return true
  }

  // MARK: Arguments

  private mutating func integer() -> Int { arguments.popFirst().flatMap(FormulaConversion.integer) ?? 0 }

  private mutating func real() -> Double { arguments.popFirst().flatMap(FormulaConversion.real) ?? 0 }

  /// The bytes of the next argument, up to a NUL; nil for NULL.
  private mutating func text() -> ArraySlice<UInt8>? {
    arguments.popFirst().flatMap(FormulaConversion.text).map { SQLText.beforeNull(Array($0.utf8)) }
  }

  // MARK: Texts

  /// `%c`: the first character of a text, as many times as the precision says.
  private mutating func writeCharacter(_ directive: FormatDirective) throws(Diagnostic) {
    var character: ArraySlice<UInt8> = [0]
    if let text = text(), let first = text.first {
      let length = first < 0xC0 ? 1 : 1 + text.dropFirst().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
      character = text.prefix(length)
    }
    let count = max(directive.precision ?? 1, 1)
    var isPadded = directive
    isPadded.isLong = true
    isPadded.width = max(directive.width - (count - 1), 0)
    try output.reserve(character.count * count)
    let repeated = (1..<count).flatMap { _ in character }
    if !directive.isLeftAligned, isPadded.width > 1 {
      try output.append(UInt8(ascii: " "), count: isPadded.width - 1)
      isPadded.width = 0
    }
    try output.append(repeated)
    try pad(text: character, isPadded)
  }

  /// `%q`: the text with each quote doubled.
  private mutating func quoted(
    _ directive: FormatDirective, _ quote: Unicode.Scalar, null: String, isEnclosed: Bool = false
  ) throws(Diagnostic) -> ArraySlice<UInt8> {
    let (given, quote) = (text(), UInt8(ascii: quote))
    let text = given ?? ArraySlice(null.utf8)
    try context.charge(bytes: text.count)
    let enclosure = given != nil && isEnclosed ? [quote] : []
    let doubled = directive.prefix(of: text).flatMap { $0 == quote ? [quote, quote] : [$0] }
    return ArraySlice(enclosure + doubled + enclosure)
  }

  private mutating func pad(text: ArraySlice<UInt8>, _ directive: FormatDirective) throws(Diagnostic) {
    var directive = directive
    if directive.isLong, directive.width > 0 { directive.width += text.count { $0 & 0xC0 == 0x80 } }
    try pad(Array(text), directive)
  }

  private mutating func pad(_ text: [UInt8], _ directive: FormatDirective) throws(Diagnostic) {
    let count = max(directive.width - text.count, 0)
    if !directive.isLeftAligned { try output.append(UInt8(ascii: " "), count: count) }
    try output.append(text)
    if directive.isLeftAligned { try output.append(UInt8(ascii: " "), count: count) }
  }
}

extension FormulaFunction {
  static let formats = ["printf", "format"].map { name in
    FormulaFunction(name, 1...Int.max, .text) { (arguments, context) throws(Diagnostic) in
      guard let format = FormulaConversion.text(arguments[0]) else { return .null }
      return try FormulaFormat.text(format, arguments.dropFirst(), context).map(Value.string) ?? .null
    }
  }
}
