import LuaSyntax

/// The `return` statements of a function itself, without those of functions in it.
enum ReturnStatements {
  /// The values of each one.
  static func values(in block: LuaSyntax.Block) -> [[LuaSyntax.Expression]] {
    block.statements.flatMap { statement -> [[LuaSyntax.Expression]] in
      switch statement {
      case .results(let values): [values]
      case .block(let inner), .whileLoop(_, let inner), .repeatLoop(let inner, _), .numericLoop(_, _, let inner),
        .genericLoop(_, _, let inner):
        values(in: inner)
      case .condition(let branches, let otherwise):
        branches.flatMap { values(in: $0.body) } + (otherwise.map(values) ?? [])
      case .local, .localFunction, .assignment, .function, .call, .jump: []
      }
    }
  }

  static func count(in block: LuaSyntax.Block) -> Int { values(in: block).count }
}
