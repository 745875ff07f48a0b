/// The brackets and blocks that are open at a place of a script. A block or statement that begins where brackets are
/// open shows that some were not closed.
struct LuaNesting {
  private enum Level {
    case bracket(Int)
    case block
    case function(Int)
  }

  private let tokens: LuaTokens
  private var levels: [Level] = []
  /// Whether the next `do` belongs to a loop that is open already.
  private var isLoopHead = false

  init(_ tokens: LuaTokens) { self.tokens = tokens }

  /// The number of levels that anyone nests tables.
  private static let maximumDepth = 64

  /// The open braces, parentheses and brackets of the innermost block.
  var brackets: [Int] {
    var found: [Int] = []
    for level in levels.suffix(Self.maximumDepth).reversed() {
      guard case .bracket(let index) = level else { break }
      found.append(index)
    }
    return found.reversed()
  }

  var functions: [Int] { levels.compactMap { if case .function(let index) = $0 { index } else { nil } } }

  /// Passes a token.
  mutating func pass(_ index: Int) {
    switch tokens.all[index].kind {
    case .symbol("{"), .symbol("("), .symbol("["): levels.append(.bracket(index))
    case .symbol("}"), .symbol(")"), .symbol("]"): if case .bracket? = levels.last { levels.removeLast() }
    // A field of that name, which Lua does not have, but people write.
    case .keyword where tokens.isSymbol(index - 1, [".", ":"]): break
    case .keyword(let word): pass(word, index)
    default: break
    }
  }

  private mutating func pass(_ keyword: LuaToken.Word, _ index: Int) {
    switch keyword {
    case "function": levels.append(.function(index))
    case "if", "repeat": begin()
    case "for", "while":
      begin()
      isLoopHead = true
    case "do": if isLoopHead { isLoopHead = false } else { begin() }
    case "end", "until":
      closeBrackets()
      if !levels.isEmpty { levels.removeLast() }
    case "local", "return": closeBrackets()
    default: break
    }
  }

  private mutating func begin() {
    closeBrackets()
    levels.append(.block)
  }

  private mutating func closeBrackets() { while case .bracket? = levels.last { levels.removeLast() } }
}
