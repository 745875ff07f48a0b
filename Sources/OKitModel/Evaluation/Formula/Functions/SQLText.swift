/// The bytes of a text as SQLite's functions read them: up to the first NUL.
struct SQLText {
  let bytes: ArraySlice<UInt8>

  /// Charges the length of the text.
  init(_ text: String, _ context: FormulaContext) throws(Diagnostic) {
    try context.charge(bytes: text.utf8.count)
    bytes = Self.beforeNull(Array(text.utf8))
  }

  static func beforeNull(_ bytes: [UInt8]) -> ArraySlice<UInt8> { bytes.prefix { $0 != 0 } }

  var characterCount: Int { bytes.count { $0 & 0xC0 != 0x80 } }

  /// Returns the index after a number of characters from an index on.
  func index(after count: Int, from start: Int) -> Int {
    var (index, rest) = (start, count)
    while rest > 0, index < bytes.endIndex {
      index += 1
      while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
      rest -= 1
    }
    return index
  }

  /// Builds a text of limited length.
  struct Builder {
    private let function: String
    private(set) var bytes: [UInt8] = []

    /// - Parameter function: The name of the function whose result is built.
    init(_ function: String) { self.function = function }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ part: some Collection<UInt8>) throws(Diagnostic) {
      try reserve(part.count)
      bytes += part
    }

    mutating func append(_ part: String) throws(Diagnostic) { try append(part.utf8) }

    mutating func append(_ byte: UInt8, count: Int) throws(Diagnostic) {
      try reserve(count)
      bytes.append(contentsOf: repeatElement(byte, count: max(count, 0)))
    }

    /// Throws `app.size` if so many more bytes are too many.
    func reserve(_ count: Int) throws(Diagnostic) {
      guard count <= BoundedStringBuilder.maximumBytes - bytes.count else {
        throw BoundedStringBuilder.failure("the result of \"\(function)\"")
      }
    }
  }
}
