/// Functions that find or replace parts of texts.
extension FormulaFunction {
  static let parts: [FormulaFunction] = [
    substring("substr"), substring("substring"),
    FormulaFunction("instr", 2...2, .integer) { (arguments, context) throws(Diagnostic) in
      if isNull(arguments[0]) || isNull(arguments[1]) { return .null }
      var areBytes = false
      if case (.blob, .blob) = (StorageClass(arguments[0]), StorageClass(arguments[1])) { areBytes = true }
      let (whole, part) = (FormulaConversion.bytes(arguments[0]) ?? [], FormulaConversion.bytes(arguments[1]) ?? [])
      try context.charge(bytes: whole.count + part.count)
      guard let found = BytePattern(part).firstOffset(in: whole, from: 0) else { return .int(0) }
      return .int(1 + (areBytes ? found : whole[..<found].count { $0 & 0xC0 != 0x80 }))
    },
    FormulaFunction("replace", 3...3, .any) { (arguments, context) throws(Diagnostic) in
      guard let whole = FormulaConversion.text(arguments[0]), let part = FormulaConversion.text(arguments[1]) else {
        return .null
      }
      if part.utf8.first ?? 0 == 0 {
        if case .blob = StorageClass(arguments[0]) { return .string(whole) }
        return arguments[0]
      }
      guard let replacement = FormulaConversion.text(arguments[2]) else { return .null }
      return .string(try replacing(Array(whole.utf8), Array(part.utf8), Array(replacement.utf8), context))
    },
  ]

  private static func replacing(
    _ whole: [UInt8], _ part: [UInt8], _ replacement: [UInt8], _ context: FormulaContext
  ) throws(Diagnostic) -> String {
    try context.charge(bytes: whole.count + part.count)
    let pattern = BytePattern(part)
    var result = SQLText.Builder("replace")
    var start = 0
    while let found = pattern.firstOffset(in: whole, from: start) {
      try context.charge(bytes: replacement.count)
      try result.append(whole[start..<found])
      try result.append(replacement)
      start = found + part.count
    }
    try result.append(whole[start...])
    return result.text
  }

  /// `substr(value, start, count)`: characters of a text, or bytes. A negative start counts from the end; a negative
  /// count takes what is before the start.
  private static func substring(_ name: String) -> FormulaFunction {
    FormulaFunction(name, 2...3, .any) { (arguments, context) throws(Diagnostic) in
      guard let start = FormulaConversion.integer(arguments[1]).map(clipped) else { return .null }
      var count: Int?
      if arguments.count == 3 {
        guard let given = FormulaConversion.integer(arguments[2]).map(clipped) else { return .null }
        count = given
      }
      if case .blob(let bytes) = StorageClass(arguments[0]) {
        // SQLite has no address for the bytes of an empty blob, and takes it as NULL here.
        if bytes.isEmpty { return .null }
        try context.charge(bytes: bytes.count)
        let range = range(from: start, count, of: bytes.count)
        let part = bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]
        return .data(DataValue(bytes: Array(part)))
      }
      guard let text = FormulaConversion.text(arguments[0]) else { return .null }
      let whole = try SQLText(text, context)
      let range = range(from: start, count, of: start < 0 ? whole.characterCount : 0)
      let first = whole.index(after: range.lowerBound, from: whole.bytes.startIndex)
      let end = whole.index(after: range.count, from: first)
      return .string(String(decoding: whole.bytes[first..<end], as: UTF8.self))
    }
  }

  /// Returns the elements that `substr` takes, of which not all need to exist.
  ///
  /// - Parameter length: The number of elements; matters only for a negative start.
  private static func range(from start: Int, _ count: Int?, of length: Int) -> Range<Int> {
    var first = start
    // SQLite's limit for the length of texts: without a count, a start that is further before the text gives nothing.
    var rest = count.map { abs($0) } ?? 1_000_000_000
    if first < 0 {
      first += length
      if first < 0 {
        rest = max(rest + first, 0)
        first = 0
      }
    } else if first > 0 {
      first -= 1
    } else if rest > 0 {
      // The place in front of the first element counts.
      rest -= 1
    }
    if let count, count < 0 {
      first -= rest
      if first < 0 {
        rest += first
        first = 0
      }
    }
    return first..<(first + max(rest, 0))
  }
}
