/// One character of a binding, as the grammar sees it.
struct Token {
  enum Kind: Equatable {
    /// A character of the grammar, `/ , ( ) [ ] > . @ # % $ ! =`, written as itself.
    case special
    case space
    /// Any other character.
    case plain
    /// Written as `\u{HEX}`: never special, never trimmed.
    case escaped
  }

  let scalar: Unicode.Scalar
  let kind: Kind
  let range: SourceRange
}
