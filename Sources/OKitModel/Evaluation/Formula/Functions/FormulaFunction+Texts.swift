extension FormulaFunction {
  static let texts: [FormulaFunction] = [
    text("lower", .text) { text in .string(String(decoding: text.map(\.asciiLowercased), as: UTF8.self)) },
    text("upper", .text) { text in .string(String(decoding: text.map(\.asciiUppercased), as: UTF8.self)) },
    trim("trim", start: true, end: true), trim("ltrim", start: true, end: false),
    trim("rtrim", start: false, end: true),
    FormulaFunction("length", 1...1, .integer) { (arguments, context) throws(Diagnostic) in
      switch StorageClass(arguments[0]) {
      case .blob(let bytes): .int(bytes.count)
      case .text(let text): .int(try SQLText(text, context).characterCount)
      case .null, .integer, .real: FormulaConversion.text(arguments[0]).map { .int($0.utf8.count) } ?? .null
      }
    },
    text("unicode", .integer) { text in
      String(decoding: SQLText.beforeNull(text), as: UTF8.self).unicodeScalars.first.map { .int(Int($0.value)) }
        ?? .null
    },
    FormulaFunction("char", 0...Int.max, .text) { (arguments, context) throws(Diagnostic) in
      var scalars = String.UnicodeScalarView()
      for argument in arguments {
        try context.budget.step()
        let code = UInt32(exactly: FormulaConversion.integer(argument) ?? 0)
        scalars.append(code.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      }
      return .string(String(scalars))
    },
    FormulaFunction("concat", 1...Int.max, .text) { (arguments, context) throws(Diagnostic) in
      var result = BoundedStringBuilder()
      for argument in arguments {
        guard let text = FormulaConversion.text(argument) else { continue }
        try context.charge(bytes: text.utf8.count)
        guard result.append(text) else { throw BoundedStringBuilder.failure("the result of \"concat\"") }
      }
      return .string(result.text)
    },
    FormulaFunction("hex", 1...1, .text) { (arguments, context) throws(Diagnostic) in
      let bytes = FormulaConversion.bytes(arguments[0]) ?? []
      try context.charge(bytes: bytes.count)
      return .string(try hexadecimal(bytes, "hex"))
    },
    FormulaFunction("quote", 1...1, .text) { (arguments, context) throws(Diagnostic) in
      switch StorageClass(arguments[0]) {
      case .null: return .string("NULL")
      case .integer(let int): return .string(String(int))
      case .real(let double): return .string(quoted(double))
      case .blob(let bytes):
        try context.charge(bytes: bytes.count)
        return .string("X'\(try hexadecimal(bytes, "quote"))'")
      case .text(let text):
        let text = try SQLText(text, context).bytes
        var result = SQLText.Builder("quote")
        try result.append("'")
        for byte in text { try result.append(byte, count: byte == UInt8(ascii: "'") ? 2 : 1) }
        try result.append("'")
        return .string(result.text)
      }
    },
    FormulaFunction("zeroblob", 1...1, .blob) { (arguments, context) throws(Diagnostic) in
      let count = max(FormulaConversion.integer(arguments[0]) ?? 0, 0)
      guard count <= BoundedStringBuilder.maximumBytes else {
        throw BoundedStringBuilder.failure("the result of \"zeroblob\"")
      }
      try context.charge(bytes: count)
      return .data(DataValue(bytes: [UInt8](repeating: 0, count: count)))
    },
  ]

  /// A function of the bytes of one text.
  private static func text(
    _ name: String, _ result: Result, _ body: @escaping @Sendable ([UInt8]) -> Value
  ) -> FormulaFunction {
    FormulaFunction(name, 1...1, result) { (arguments, context) throws(Diagnostic) in
      guard let text = FormulaConversion.text(arguments[0]) else { return .null }
      try context.charge(bytes: text.utf8.count)
      return body(Array(text.utf8))
    }
  }

  private static func hexadecimal(_ bytes: [UInt8], _ name: String) throws(Diagnostic) -> String {
    guard bytes.count * 2 <= BoundedStringBuilder.maximumBytes else {
      throw BoundedStringBuilder.failure("the result of \"\(name)\"")
    }
    return bytes.hexadecimal
  }

  /// Returns a text that reads back as the number.
  private static func quoted(_ number: Double) -> String {
    let text = RealText.text(of: number)
    guard NumberPrefix(text).real != number else { return text }
    let digits = RealText(style: .exponent, precision: 20).digits(of: number)
    return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }

  private static func trim(_ name: String, start: Bool, end: Bool) -> FormulaFunction {
    FormulaFunction(name, 1...2, .text) { (arguments, context) throws(Diagnostic) in
      guard let text = FormulaConversion.text(arguments[0]) else { return .null }
      var characters: Set<Unicode.Scalar> = [" "]
      if arguments.count == 2 {
        guard let given = FormulaConversion.text(arguments[1]) else { return .null }
        try context.charge(bytes: given.utf8.count)
        characters = Set(given.unicodeScalars.prefix { $0.value != 0 })
      }
      try context.charge(bytes: text.utf8.count)
      var rest = text.unicodeScalars[...]
      if start { rest = rest.drop { characters.contains($0) } }
      while end, let last = rest.last, characters.contains(last) { rest.removeLast() }
      return .string(String(rest))
    }
  }
}
