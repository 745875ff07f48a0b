/// What separates the fields and the records of a CSV file.
package struct CSVDialect: Sendable, Equatable {
  /// The byte between two fields.
  package var separator = UInt8(ascii: ",")
  /// Whether a CR without an LF ends a record, as in files of old systems and of Excel for the Mac.
  var endsWithReturn = false
  /// The byte offset of the first record.
  var start = 0

  package init() {}

  /// The separators that are recognized, the most frequent first.
  private static let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// Finds what a file uses: the separator that its first line names (`sep=;`), else the most frequent one in its first
  /// record, which is the header.
  ///
  /// - Throws: `csv.header` for a first line `sep=` that names no separator.
  package init(of bytes: UnsafeBufferPointer<UInt8>, _ locator: LineLocator) throws(Diagnostic) {
    if bytes.starts(with: LineLocator.byteOrderMark) { start = LineLocator.byteOrderMark.count }
    var index = start
    var isQuoted = false
    var counts = Self.separators.map { _ in 0 }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted {
        if Self.isLineBreak(byte) {
          // An empty line is not a record.
          if index > start { break }
          start = index + 1
        } else if let number = Self.separators.firstIndex(of: byte) {
          counts[number] += 1
        }
      }
      index += 1
    }
    if index < bytes.count {
      let isPair = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
      endsWithReturn = bytes[index] == UInt8(ascii: "\r") && !isPair
    }
    let line = bytes[start..<index]
    if let named = try Self.namedSeparator(line, locator) {
      (separator, start) = (named, index)
    } else if let most = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[most] > 0 {
      separator = Self.separators[most]
    }
  }

  /// The separator of a line `sep=;`, also in quotes; nil for any other line.
  private static func namedSeparator(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, _ locator: LineLocator
  ) throws(Diagnostic) -> UInt8? {
    var text = line
    if text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") {
      text = text.dropFirst().dropLast()
    }
    guard text.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8) else { return nil }
    let rest = text.dropFirst(4)
    guard let separator = rest.first, rest.count == 1, isPossible(separator) else {
      throw Diagnostic(
        "csv.header", "expected one character after \"sep=\", which separates the fields",
        place: locator.place(line.startIndex), hint: "write for example sep=; or sep=:")
    }
    return separator
  }

  private static func isPossible(_ separator: UInt8) -> Bool {
    separator != UInt8(ascii: "\"") && (0x20..<0x7F ~= separator || separator == UInt8(ascii: "\t"))
  }

  static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Another separator that a header seems to have, as an example.
  func other(in header: String) -> Character {
    let others: [Character] = [":", ",", ";", "|"].filter { $0.asciiValue != separator }
    return others.first(where: header.contains) ?? others[0]
  }

  /// The separator as messages name it.
  package var separatorName: String {
    switch separator {
    case UInt8(ascii: "\t"): "a tab"
    case UInt8(ascii: " "): "a space"
    default: "\"\(UnicodeScalar(separator))\""
    }
  }
}
