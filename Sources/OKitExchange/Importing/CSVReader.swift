/// Reads CSV (RFC 4180) record by record.
///
/// Records end in CRLF or LF, or in CR in a file that has no LF there; empty lines are skipped, and so is a byte order
/// mark at the start. A field in quotes may contain separators, line breaks and doubled quotes, and have spaces around
/// it. The text must be UTF-8.
package struct CSVReader {
  /// One field of a record.
  package struct Field: Sendable, Equatable {
    package let text: String
    /// Whether the field is in quotes: `""` is an empty text; an empty field without quotes has no value.
    package let isQuoted: Bool
    /// The byte offset at which the field begins.
    package let offset: Int
  }

  package struct Limits: Sendable {
    /// The maximum length of a field in bytes.
    package var fieldLength = 16 << 20
    /// The maximum number of fields of a record.
    package var columns = 2000

    package init() {}
  }

  /// A record that is not CSV.
  package struct Failure: DescribedError {
    package let diagnostic: Diagnostic
    /// Whether the rest of the file has no meaning; otherwise `next` continues with the next line.
    package let isFatal: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let locator: LineLocator
  private let dialect: CSVDialect
  private let limits: Limits
  /// The byte offset of the next record.
  package private(set) var position = 0
  /// The byte offset of the record that `next` has read last.
  package private(set) var recordOffset = 0

  /// - Parameters:
  ///   - bytes: The file; it must outlive the reader.
  ///   - dialect: What separates the fields and the records.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ locator: LineLocator, _ dialect: CSVDialect = CSVDialect(),
    limits: Limits = Limits()
  ) {
    (self.bytes, self.locator, self.dialect, self.limits) = (bytes, locator, dialect, limits)
    position = max(dialect.start, bytes.starts(with: LineLocator.byteOrderMark) ? LineLocator.byteOrderMark.count : 0)
  }

  /// Returns the fields of the next record; nil at the end of the file.
  package mutating func next() throws(Failure) -> [Field]? {
    while position < bytes.count, let end = lineBreak(at: position) { position = end }
    guard position < bytes.count else { return nil }
    recordOffset = position
    do {
      return try record()
    } catch {
      if error.isFatal { position = bytes.count } else { skipLine() }
      throw error
    }
  }

  private mutating func record() throws(Failure) -> [Field] {
    var fields: [Field] = []
    while true {
      guard fields.count < limits.columns else {
        throw failure("csv.limit", "expected at most \(limits.columns) fields in a record", at: position)
      }
      fields.append(try field())
      if position == bytes.count { return fields }
      if let end = lineBreak(at: position) {
        position = end
        return fields
      }
      guard bytes[position] == dialect.separator else {
        throw failure(
          "csv.syntax", "expected \(dialect.separatorName) or the end of the line after a quoted field", at: position)
      }
      position += 1
    }
  }

  private mutating func field() throws(Failure) -> Field {
    let start = position
    let content = skippingSpaces(from: start)
    if content < bytes.count, bytes[content] == Self.quote {
      position = content
      return try quotedField(content)
    }
    while position < bytes.count, bytes[position] != dialect.separator, bytes[position] != Self.lineFeed {
      if bytes[position] == Self.carriageReturn {
        if lineBreak(at: position) != nil { break }
        throw failure("csv.syntax", "expected a line feed after a carriage return outside quotes", at: position)
      }
      guard bytes[position] != Self.quote else {
        throw failure(
          "csv.syntax", "unexpected quote in a field", at: position,
          hint: "put the field in quotes and double its quotes")
      }
      position += 1
    }
    try checkLength(position - start, start, isFatal: false)
    return Field(text: try text(Array(bytes[start..<position]), start), isQuoted: false, offset: start)
  }

  private mutating func quotedField(_ start: Int) throws(Failure) -> Field {
    var content: [UInt8] = []
    position += 1
    while true {
      let run = position
      while position < bytes.count, bytes[position] != Self.quote { position += 1 }
      guard position < bytes.count else {
        throw failure("csv.syntax", "the quote is not closed", at: start, isFatal: true)
      }
      try checkLength(content.count + position - run, start, isFatal: true)
      content += bytes[run..<position]
      position += 1
      guard position < bytes.count, bytes[position] == Self.quote else { break }
      content.append(Self.quote)
      position += 1
    }
    position = skippingSpaces(from: position)
    return Field(text: try text(content, start), isQuoted: true, offset: start)
  }

  /// Returns the offset of the first byte that is neither a space nor a tab, unless that separates fields.
  private func skippingSpaces(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09, bytes[index] != dialect.separator {
      index += 1
    }
    return index
  }

  private func checkLength(_ length: Int, _ start: Int, isFatal: Bool) throws(Failure) {
    guard length > limits.fieldLength else { return }
    throw failure(
      "csv.limit", "expected at most \(limits.fieldLength) bytes in a field", at: start, isFatal: isFatal)
  }

  private func text(_ content: [UInt8], _ start: Int) throws(Failure) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw failure(
        "csv.syntax", "the field is not valid UTF-8", at: start, hint: "\(HintPhrase.encoding)")
    }
    return text
  }

  /// Returns the offset after the line break at an offset; nil where there is none.
  private func lineBreak(at index: Int) -> Int? {
    if bytes[index] == Self.lineFeed { return index + 1 }
    guard bytes[index] == Self.carriageReturn else { return nil }
    if index + 1 < bytes.count, bytes[index + 1] == Self.lineFeed { return index + 2 }
    return dialect.endsWithReturn ? index + 1 : nil
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != Self.lineFeed,
      !(dialect.endsWithReturn && bytes[position] == Self.carriageReturn)
    { position += 1 }
  }

  private func failure(
    _ code: Diagnostic.Code, _ message: String, at offset: Int, hint: String? = nil, isFatal: Bool = false
  ) -> Failure {
    Failure(diagnostic: Diagnostic(code, message, place: locator.place(offset), hint: hint), isFatal: isFatal)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
}
