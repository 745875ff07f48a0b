internal import LuaSyntax

/// What is around the places of a script: statements, functions and conditions.
struct MutantSurroundings {
  private struct Guarded {
    var range: SourceRange
    /// Where coverage has the branch.
    var branch: Int
    /// The outcome after which the range runs.
    var outcome: Bool
  }

  private let script: LuaScript
  /// The statements and the functions, inner ones first.
  private var ranges: [(range: SourceRange, isFunction: Bool)] = []
  private var guarded: [Guarded] = []

  init(_ script: LuaScript, _ tokens: LuaTokens) {
    self.script = script
    for block in LuaSyntax.blocks(in: script.block) { ranges += block.ranges.map { ($0, false) } }
    var functions: [LuaSyntax.Function] = []
    var guarded: [Guarded] = []
    LuaSyntax.walk(
      script.block,
      statement: {
        switch $0 {
        case .localFunction(_, let function), .function(_, let function): functions.append(function)
        case .condition(let branches, let otherwise): guarded += Self.guarded(branches, otherwise)
        case .whileLoop(let test, let body):
          guarded.append(Guarded(range: body.range, branch: test.range.lower, outcome: true))
        default: break
        }
      },
      { expression in
        switch expression {
        case .function(let function): functions.append(function)
        case .binary(let sign, let left, let right) where sign == "and" || sign == "or":
          let index = tokens.firstIndex(endingAfter: left.range.upper)
          guard tokens.all.indices.contains(index) else { return }
          guarded.append(Guarded(range: right.range, branch: tokens.all[index].range.lower, outcome: sign == "and"))
        default: break
        }
      })
    self.guarded = guarded
    ranges += functions.map { ($0.range, true) }
    ranges.sort { a, b in
      let (left, right) = (a.range.upper - a.range.lower, b.range.upper - b.range.lower)
      return left == right ? a.isFunction && !b.isFunction : left < right
    }
  }

  /// A part runs after the condition before it.
  private static func guarded(
    _ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)], _ otherwise: LuaSyntax.Block?
  ) -> [Guarded] {
    var (guarded, previous) = ([Guarded](), Int?.none)
    for (test, body) in branches {
      if let previous { guarded.append(Guarded(range: test.range, branch: previous, outcome: false)) }
      guarded.append(Guarded(range: body.range, branch: test.range.lower, outcome: true))
      previous = test.range.lower
    }
    if let otherwise, let previous { guarded.append(Guarded(range: otherwise.range, branch: previous, outcome: false)) }
    return guarded
  }

  /// Returns the first lines of the statements around a range, innermost first, up to the line of the innermost
  /// function; nil outside of functions.
  func lines(around range: SourceRange) -> [Int]? {
    var lines: [Int] = []
    for outer in ranges where outer.range.contains(range) {
      // A statement that is the whole function is not in it.
      if outer.isFunction, outer.range == range { return nil }
      lines.append(script.lines.line(of: outer.range.lower))
      if outer.isFunction { return lines }
    }
    return nil
  }

  /// Returns the branches around a range, with the outcomes after which it runs.
  func conditions(around range: SourceRange) -> [(offset: Int, outcome: Bool)] {
    guarded.filter { $0.range.contains(range) }.map { ($0.branch, $0.outcome) }
  }
}

extension SourceRange {
  func contains(_ other: SourceRange) -> Bool { lower <= other.lower && other.upper <= upper }
}
