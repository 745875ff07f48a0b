/// The first mistake in a pattern.
package struct PatternMistake: Error, Equatable {
  package let message: String
  /// The characters that are wrong, as UTF-8 offsets in the pattern.
  package let range: SourceRange

  package init(message: String, range: SourceRange) {
    self.message = message
    self.range = range
  }

  /// The diagnostic, with the column in its message and a caret below the pattern.
  ///
  /// - Parameter kind: what the pattern should be, such as `a number pattern`.
  package func diagnostic(of pattern: String, kind: String) -> Diagnostic {
    // The renderer writes the name of the source before the message, which already names the pattern.
    let source = SourceText(name: "", text: pattern)
    return Diagnostic(
      "function.pattern",
      "\(PrintableText.quoted(pattern)) is not \(kind): \(message) (column \(source.location(of: range.lower).column))",
      excerpt: .init(source: source, range: range))
  }
}

/// Reads a pattern scalar by scalar, as ICU does.
package struct PatternReader {
  /// The greatest length of a pattern in UTF-8, so that checking and opening one takes little time.
  static let maximumBytes = 1000

  private let scalars: String.UnicodeScalarView
  private var position: String.Index
  /// The UTF-8 offset of the next scalar.
  private(set) var offset = 0

  /// - Throws: a mistake for a pattern that is too long.
  package init(_ pattern: String) throws(PatternMistake) {
    (scalars, position) = (pattern.unicodeScalars, pattern.startIndex)
    guard pattern.utf8.count <= Self.maximumBytes else {
      throw PatternMistake(
        message: "it is longer than \(Self.maximumBytes) bytes",
        range: SourceRange(Self.maximumBytes, Self.maximumBytes))
    }
  }

  /// The next scalar; nil at the end.
  var next: Unicode.Scalar? { position < scalars.endIndex ? scalars[position] : nil }

  /// The scalar after the next one.
  var second: Unicode.Scalar? {
    guard position < scalars.endIndex else { return nil }
    let after = scalars.index(after: position)
    return after < scalars.endIndex ? scalars[after] : nil
  }

  @discardableResult
  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    position = scalars.index(after: position)
    offset += UTF8.width(scalar)
    return scalar
  }

  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    take()
    return true
  }

  /// Consumes a run of one scalar and returns its length.
  mutating func run(of scalar: Unicode.Scalar) -> Int {
    var count = 0
    while accept(scalar) { count += 1 }
    return count
  }

  /// Consumes a quoted text, whose first quote is next.
  ///
  /// - Throws: a mistake at the first quote when the second one is missing.
  mutating func quoted() throws(PatternMistake) {
    let start = offset
    take()
    while let scalar = take() { if scalar == "'" { return } }
    throw PatternMistake(message: "the quote is not closed", range: SourceRange(start, start + 1))
  }

  /// A mistake at the next scalar, or at the end.
  func mistake(_ message: String) -> PatternMistake {
    PatternMistake(message: message, range: SourceRange(offset, offset + (next.map { UTF8.width($0) } ?? 0)))
  }
}
