package import LuaSyntax

/// The lines that comments exclude from coverage: `-- okit: ignore coverage`, on the line or on the line above.
///
/// A comment excludes the statements, functions and calls that begin in the line, with all of their lines.
package struct IgnoredLines: Sendable {
  private let ranges: [ClosedRange<Int>]

  /// No lines.
  package static let none = IgnoredLines(ranges: [])

  private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  package init(_ script: LuaScript) {
    let lines = script.lines
    var marked: Set<Int> = []
    for comment in script.comments where Self.ignoresCoverage(comment.text) {
      let line = lines.line(of: comment.range.lower)
      let isAlone = lines.text(in: SourceRange(lines.start(ofLine: line), comment.range.lower)).allSatisfy(
        \.isWhitespace)
      marked.insert(isAlone ? lines.line(of: comment.range.upper) + 1 : line)
    }
    guard !marked.isEmpty else {
      ranges = []
      return
    }
    var ranges = marked.map { $0...$0 }
    func add(_ range: SourceRange) {
      let first = lines.line(of: range.lower)
      if marked.contains(first) { ranges.append(first...max(first, lines.line(of: range.upper))) }
    }
    func add(_ block: LuaSyntax.Block) { for range in block.ranges { add(range) } }
    add(script.block)
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        for block in statement.blocks { add(block) }
        if case .condition(let branches, _) = statement {
          for branch in branches { add(SourceRange(branch.test.range.lower, branch.body.range.upper - 1)) }
        }
      },
      { expression in
        switch expression {
        case .function(let function):
          add(function.range)
          add(function.body)
        case .call(let call): add(call.range)
        default: break
        }
      })
    self.ranges = ranges
  }

  private static func ignoresCoverage(_ comment: String) -> Bool {
    guard let mark = comment.firstRange(of: "okit: ignore") else { return false }
    return comment[mark.upperBound...].split { !($0.isLetter || $0 == ".") }.contains("coverage")
  }

  package func contains(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }
}

extension LuaSyntax.Statement {
  /// The blocks of the statement, and of the functions that it defines.
  var blocks: [LuaSyntax.Block] {
    switch self {
    case .block(let block), .whileLoop(_, let block), .repeatLoop(let block, _), .numericLoop(_, _, let block),
      .genericLoop(_, _, let block):
      [block]
    case .condition(let branches, let otherwise): branches.map(\.body) + [otherwise].compactMap(\.self)
    case .localFunction(_, let function), .function(_, let function): [function.body]
    case .local, .assignment, .call, .results, .jump: []
    }
  }
}
