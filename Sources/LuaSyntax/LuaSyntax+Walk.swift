extension LuaSyntax {
  /// Calls `visit` for each expression in a block, outer ones first.
  package static func walk(_ block: Block, _ visit: (Expression) -> Void) {
    walk(block, statement: { _ in }, visit)
  }

  /// Calls `visit` for each expression in a block, outer ones first, and `statement` for each statement.
  package static func walk(
    _ block: Block, statement: (Statement) -> Void, _ visit: (Expression) -> Void = { _ in }
  ) {
    for one in block.statements {
      statement(one)
      walk(one, statement, visit)
    }
  }

  /// Returns a block and all blocks inside of it.
  package static func blocks(in block: Block) -> [Block] {
    var found = [block]
    walk(
      block,
      statement: { statement in
        switch statement {
        case .localFunction(_, let function), .function(_, let function): found.append(function.body)
        case .block(let inner), .whileLoop(_, let inner), .repeatLoop(let inner, _), .numericLoop(_, _, let inner),
          .genericLoop(_, _, let inner):
          found.append(inner)
        case .condition(let branches, let otherwise): found += branches.map(\.body) + [otherwise].compactMap(\.self)
        case .local, .assignment, .call, .results, .jump: break
        }
      },
      { if case .function(let function) = $0 { found.append(function.body) } })
    return found
  }

  private static func walk(_ statement: Statement, _ each: (Statement) -> Void, _ visit: (Expression) -> Void) {
    func all(_ expressions: [Expression]) { for expression in expressions { walk(expression, each, visit) } }
    func inside(_ block: Block) { walk(block, statement: each, visit) }
    switch statement {
    case .local(_, let values), .results(let values): all(values)
    case .localFunction(_, let function): inside(function.body)
    case .assignment(let targets, let values): all(targets + values)
    case .function(let target, let function):
      all([target])
      inside(function.body)
    case .call(let call): all([call])
    case .block(let block): inside(block)
    case .whileLoop(let test, let body):
      all([test])
      inside(body)
    case .repeatLoop(let body, let test):
      inside(body)
      all([test])
    case .condition(let branches, let otherwise):
      for branch in branches {
        all([branch.test])
        inside(branch.body)
      }
      if let otherwise { inside(otherwise) }
    case .numericLoop(_, let bounds, let body), .genericLoop(_, let bounds, let body):
      all(bounds)
      inside(body)
    case .jump: break
    }
  }

  private static func walk(_ expression: Expression, _ each: (Statement) -> Void, _ visit: (Expression) -> Void) {
    visit(expression)
    switch expression {
    case .constant, .string, .name: break
    case .field(let object, _): walk(object, each, visit)
    case .index(let object, let key, _):
      walk(object, each, visit)
      walk(key, each, visit)
    case .call(let call):
      walk(call.callee, each, visit)
      for argument in call.arguments { walk(argument, each, visit) }
    case .function(let function): walk(function.body, statement: each, visit)
    case .table(let table):
      for entry in table.entries {
        if case .value(let key)? = entry.key { walk(key, each, visit) }
        walk(entry.value, each, visit)
      }
    case .unary(_, let operand, _), .parenthesized(let operand, _): walk(operand, each, visit)
    case .binary(_, let left, let right):
      walk(left, each, visit)
      walk(right, each, visit)
    }
  }
}

extension LuaSyntax.Statement {
  /// The conditions that the statement tests.
  package var tests: [LuaSyntax.Expression] {
    switch self {
    case .condition(let branches, _): branches.map(\.test)
    case .whileLoop(let test, _), .repeatLoop(_, let test): [test]
    default: []
    }
  }

  /// The fields that the statement assigns or defines as functions.
  package var assignedFields: [(object: LuaSyntax.Expression, name: LuaSyntax.Name)] {
    let targets: [LuaSyntax.Expression] =
      switch self {
      case .function(let target, _): [target]
      case .assignment(let targets, _): targets
      default: []
      }
    return targets.compactMap { if case .field(let object, let name) = $0 { (object, name) } else { nil } }
  }
}
