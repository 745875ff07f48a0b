import OKitEngine

/// The brackets and blocks that are open at a place of a script. A block or statement that begins where brackets are
/// open shows that some were not closed.
struct ScriptNesting {
  private enum Level {
    case bracket(Int)
    case block
    case function(Int)
  }

  private let tokens: ScriptTokens
  private var levels: [Level] = []
  /// Whether the next `do` belongs to a loop that is open already.
  private var isLoopHead = false

  init(_ tokens: ScriptTokens) { self.tokens = tokens }

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
    let token = tokens.all[index]
    switch token.kind {
    case .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "[")): levels.append(.bracket(index))
    case .sign(UInt8(ascii: "}")), .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "]")):
      if case .bracket? = levels.last { levels.removeLast() }
    case .sign, .string: break
    case .name: if (2...8).contains(token.range.count) { pass(keyword: index) }
    }
  }

  private mutating func pass(keyword index: Int) {
    let range = tokens.all[index].range
    // Most names begin with another letter than a keyword of these.
    switch tokens.bytes[range.lowerBound] {
    case UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "w"), UInt8(ascii: "r"), UInt8(ascii: "d"),
      UInt8(ascii: "e"),
      UInt8(ascii: "u"), UInt8(ascii: "l"):
      break
    default: return
    }
    // A field of that name.
    if tokens.isSign(index - 1, ".") || tokens.isSign(index - 1, ":") { return }
    switch tokens.text(range) {
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
