/// The matching operators of formulas. NULL for an operand that is NULL, else 1 or 0.
package enum FormulaMatcher {
  /// `text LIKE pattern ESCAPE escape`: `%` is any text, `_` any character; letters of ASCII match in both cases.
  ///
  /// - Throws: `function.argument` for an escape that is not one character, `app.limit`.
  package static func like(
    _ text: Value, _ pattern: Value, escape: Value? = nil, _ context: FormulaContext
  ) throws(Diagnostic) -> Value {
    if isBlob(text) || isBlob(pattern) { return .int(0) }
    var character: UInt32?
    if let escape {
      guard let text = FormulaConversion.text(escape) else { return .null }
      let characters = text.unicodeScalars.prefix { $0.value != 0 }
      guard let first = characters.first, characters.count == 1 else {
        throw Diagnostic(
          "function.argument", "the text of ESCAPE must be a single character, not \(PrintableText.quoted(text))")
      }
      character = first.value
    }
    return try match(.like, text, pattern, escape: character, context)
  }

  /// `text GLOB pattern`: `*` is any text, `?` any character, `[a-z]` and `[^a-z]` one of a set.
  ///
  /// - Throws: `app.limit`.
  package static func glob(_ text: Value, _ pattern: Value, _ context: FormulaContext) throws(Diagnostic) -> Value {
    if isBlob(text) || isBlob(pattern) { return .int(0) }
    return try match(.glob, text, pattern, escape: nil, context)
  }

  /// `text REGEXP pattern`: whether a part of the text matches the regular expression.
  ///
  /// - Throws: `function.pattern` for a wrong expression, `app.limit`.
  package static func regexp(_ text: Value, _ pattern: Value, _ context: FormulaContext) throws(Diagnostic) -> Value {
    guard let pattern = FormulaConversion.text(pattern), let text = FormulaConversion.text(text) else { return .null }
    let expression = try context.expressions.expression(pattern)
    return .int(try expression.matches(text, context.budget) ? 1 : 0)
  }

  /// Whether LIKE and GLOB do not match the value, as in SQLite with the option LIKE_DOESNT_MATCH_BLOBS.
  private static func isBlob(_ value: Value) -> Bool { if case .blob = StorageClass(value) { true } else { false } }

  private static func match(
    _ kind: TextPattern.Kind, _ text: Value, _ pattern: Value, escape: UInt32?, _ context: FormulaContext
  ) throws(Diagnostic) -> Value {
    guard var pattern = FormulaConversion.text(pattern), var text = FormulaConversion.text(text) else { return .null }
    try context.charge(bytes: pattern.utf8.count + text.utf8.count)
    let matches = pattern.withUTF8 { pattern in
      text.withUTF8 { text in
        TextPattern(kind: kind, pattern: untilNull(pattern), escape: escape).matches(untilNull(text)) {
          context.budget.isExhausted(after: ExecutionBudget.interval)
        }
      }
    }
    guard let matches else { throw context.budget.error }
    return .int(matches ? 1 : 0)
  }

  /// As in SQLite, a text ends at a NUL here.
  private static func untilNull(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes.prefix { $0 != 0 })
  }
}

extension FormulaFunction {
  /// The operators as functions, whose pattern comes first.
  static let matching: [FormulaFunction] = [
    FormulaFunction("like", 2...3, .integer, rejectable: 2) { (arguments, context) throws(Diagnostic) in
      try FormulaMatcher.like(arguments[1], arguments[0], escape: arguments.count == 3 ? arguments[2] : nil, context)
    },
    FormulaFunction("glob", 2...2, .integer) { (arguments, context) throws(Diagnostic) in
      try FormulaMatcher.glob(arguments[1], arguments[0], context)
    },
    FormulaFunction("regexp", 2...2, .integer, rejectable: 0) { (arguments, context) throws(Diagnostic) in
      try FormulaMatcher.regexp(arguments[1], arguments[0], context)
    },
  ]
}
