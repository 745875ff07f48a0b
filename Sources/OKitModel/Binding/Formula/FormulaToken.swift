/// One token of a formula.
struct FormulaToken {
  enum Kind: Equatable {
    case number(Value)
    case text(String)
    case blob([UInt8])
    case name(String)
    case keyword(Keyword)
    case symbol(String)
    /// The formula ends: with the binding, at a comma, or at what closes the list or the brackets around it.
    case end
  }

  /// The words that cannot be names.
  enum Keyword: String, CaseIterable {
    case and = "AND"
    case between = "BETWEEN"
    case `case` = "CASE"
    case collate = "COLLATE"
    case `else` = "ELSE"
    case end = "END"
    case `in` = "IN"
    case `is` = "IS"
    case isNull = "ISNULL"
    case not = "NOT"
    case notNull = "NOTNULL"
    case null = "NULL"
    case or = "OR"
    case then = "THEN"
    case when = "WHEN"
    case yes = "TRUE"
    case no = "FALSE"
  }

  let kind: Kind
  let range: SourceRange
  /// Whether a character of a name was written as `\u{HEX}`, so that the name is not a word of the grammar.
  var isEscaped = false

  /// The name in capital letters, for the words that have a meaning at one place only; nil for other tokens.
  var word: String? {
    guard case .name(let name) = kind, !isEscaped else { return nil }
    return name.uppercased()
  }
}
