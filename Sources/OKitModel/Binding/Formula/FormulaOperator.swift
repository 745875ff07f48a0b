extension Formula {
  /// How strongly an operator binds its operands; the order is SQLite's.
  enum Precedence: Int, Comparable {
    case or, and, not, equality, comparison, bits, sum, product, concatenation, collate, sign, operand

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The next higher one.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .operand }
  }

  package enum UnaryOperator: Sendable, Hashable {
    case minus, plus, bitNot, not
    /// `ISNULL` and `NOTNULL`, which follow their operand.
    case isNull, notNull
  }

  /// An operator between two operands; those of one precedence are evaluated from left to right.
  package enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
    case or = "OR"
    case and = "AND"
    case equal = "="
    case notEqual = "<>"
    case same = "IS"
    case notSame = "IS NOT"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case bitAnd = "&"
    case bitOr = "|"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case concatenate = "||"

    var precedence: Precedence {
      switch self {
      case .or: .or
      case .and: .and
      case .equal, .notEqual, .same, .notSame: .equality
      case .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
      case .bitAnd, .bitOr, .shiftLeft, .shiftRight: .bits
      case .add, .subtract: .sum
      case .multiply, .divide, .remainder: .product
      case .concatenate: .concatenation
      }
    }

    /// The operator that a symbol or a keyword alone means.
    init?(_ kind: FormulaToken.Kind) {
      switch kind {
      case .symbol("=="): self = .equal
      case .symbol("!="): self = .notEqual
      case .symbol(let text): self.init(rawValue: text)
      case .keyword(.and): self = .and
      case .keyword(.or): self = .or
      default: return nil
      }
    }
  }

  package enum PatternOperator: String, Sendable, Hashable, CaseIterable {
    case like = "LIKE"
    case glob = "GLOB"
    case regexp = "REGEXP"
  }
}
