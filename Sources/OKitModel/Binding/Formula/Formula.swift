/// A parsed formula: what stands after `=` in a part of a binding, an SQL scalar expression.
///
/// The nodes are in postorder, each operand before its operator and the root last, so that no stage recurses over a
/// long chain of operators.
package struct Formula: Sendable, Hashable {
  package let nodes: [Node]

  /// One literal, name, operator or function.
  package struct Node: Sendable, Hashable {
    package let kind: Kind
    /// The indices of the operands, in the order of the text.
    package let operands: [Int]
    /// Of a name, literal, operator or function name: what an error points to.
    package let range: SourceRange
  }

  package enum Kind: Sendable, Hashable {
    /// A number, a text, the bytes of `x'0aff'`, or null. `TRUE` is 1, and `FALSE` 0.
    case literal(Value)
    /// `TRUE` and `FALSE`, which have a meaning of their own after `IS`.
    case truth(Bool)
    /// A name or names joined by dots.
    case path([Binding.KeyPathStep])
    /// `[any binding]`
    case binding([Binding.Part])
    case unary(UnaryOperator)
    case binary(BinaryOperator)
    /// `x LIKE pattern [ESCAPE character]`
    case pattern(PatternOperator, negated: Bool)
    /// `x BETWEEN least AND most`
    case between(negated: Bool)
    /// `x IN (…)`: the operand, then the elements.
    case membership(negated: Bool)
    /// `CASE [x] WHEN … THEN … [ELSE …] END`: the operand, if there is one, each condition with its result, and the
    /// last result.
    case conditional(hasOperand: Bool, hasElse: Bool)
    case cast(CastType)
    case collate(Collation)
    /// A function by its name, with its arguments.
    case call(String)
  }

  /// The types of `CAST`.
  package enum CastType: String, Sendable, Hashable, CaseIterable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case boolean = "BOOLEAN"
    case numeric = "NUMERIC"
    case blob = "BLOB"
  }

  /// The order of texts in comparisons.
  package enum Collation: String, Sendable, Hashable, CaseIterable {
    /// By bytes.
    case binary = "BINARY"
    /// By bytes, with capital letters of ASCII as small ones.
    case noCase = "NOCASE"
    /// By bytes, without blanks at the end.
    case rightTrim = "RTRIM"
  }

  /// The index of the node that gives the value.
  var root: Int { nodes.count - 1 }
}
