/// A regular expression of REGEXP, with the syntax of SQLite's extension `regexp`: `X* X+ X? X{p,q} (X) X|Y ^ $ . [a-z]
/// [^a-z]`, the classes `\w \W \d \D \s \S`, the word boundary `\b`, and the escapes `\t \n \r \f \v \a \uXXXX \xXX`
/// and `\` in front of a sign.
///
/// All alternatives are followed at once (the simulation of Thompson and Pike), so that a match takes time proportional
/// to the length of the text times that of the expression.
struct RegularExpression: Sendable {
  /// What matches one character.
  enum CharacterClass: Sendable, Hashable {
    case any
    case one(UInt32)
    case word, digit, space
    indirect case not(CharacterClass)
    case ranges([ClosedRange<UInt32>])

    func contains(_ character: UInt32) -> Bool {
      switch self {
      case .any: true
      case .one(let one): one == character
      case .word: RegularExpression.isWord(character)
      case .digit: (0x30...0x39).contains(character)
      case .space: character == 0x20 || (0x09...0x0D).contains(character)
      case .not(let other): !other.contains(character)
      case .ranges(let ranges): ranges.contains { $0.contains(character) }
      }
    }
  }

  /// A place between two characters.
  enum Assertion: Sendable {
    case start, end, wordBoundary
  }

  enum Instruction: Sendable {
    case character(CharacterClass)
    case assertion(Assertion)
    /// Goes on at both instructions.
    case fork(Int, Int)
    case jump(Int)
    case accept
  }

  let program: [Instruction]

  /// - Throws: `function.pattern`.
  init(_ pattern: String) throws(Diagnostic) {
    var parser = RegularExpressionParser(pattern)
    var compiler = RegularExpressionCompiler(pattern)
    program = try compiler.program(of: parser.parse())
  }

  static func isWord(_ character: UInt32) -> Bool {
    switch character {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Returns the error for a wrong expression.
  static func failure(_ pattern: String, _ problem: String) -> Diagnostic {
    Diagnostic("function.pattern", "\(PrintableText.quoted(pattern)) is not a regular expression: \(problem)")
  }
}

/// The regular expressions that a runtime has compiled. Belongs to its isolation.
package final class RegularExpressionCache {
  /// Patterns may come from data.
  private static let capacity = 256

  private var expressions: [String: RegularExpression] = [:]

  package init() {}

  /// Returns the expression; compiles it the first time.
  ///
  /// - Throws: `function.pattern`.
  func expression(_ pattern: String) throws(Diagnostic) -> RegularExpression {
    if let known = expressions[pattern] { return known }
    let expression = try RegularExpression(pattern)
    if expressions.count >= Self.capacity { expressions.removeAll() }
    expressions[pattern] = expression
    return expression
  }
}
