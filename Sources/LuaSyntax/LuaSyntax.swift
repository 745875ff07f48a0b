/// The syntax tree of a Lua script. Each node has its range of UTF-8 offsets, and each name of a local variable the
/// variable.
package enum LuaSyntax {
  /// A mistake at a UTF-8 offset.
  static func failure(_ message: String, at offset: Int) -> Diagnostic {
    Diagnostic("lua.syntax", message, place: .init(file: "", line: 0, offset: offset))
  }

  package struct Name: Sendable {
    package var text: String
    package var range: SourceRange

    package init(text: String, range: SourceRange) { (self.text, self.range) = (text, range) }
  }

  /// A local variable or a parameter.
  package final class Variable {
    package let name: Name
    /// What it holds, as far as the syntax tells it.
    package internal(set) var value: Value
    /// Whether a statement assigns to it after its declaration.
    package internal(set) var isReassigned = false

    package enum Value {
      case unknown
      /// One value of a declaration: the result of an expression, counted from 0.
      case result(Expression, index: Int)
      case function(FunctionLink)
      /// A parameter of a function, counted from 0; `self` of a method is the first one.
      case parameter(FunctionLink, index: Int)
      /// A variable of a generic loop, counted from 0.
      case loop([Expression], index: Int)
      case number
    }

    init(_ name: Name, _ value: Value = .unknown) { (self.name, self.value) = (name, value) }
  }

  /// A function in whose tree the link is, so that it must not keep the function.
  package struct FunctionLink {
    package unowned let function: Function
  }

  package struct Block {
    package internal(set) var statements: [Statement] = []
    /// The range of each statement, without a semicolon after it.
    package internal(set) var ranges: [SourceRange] = []
    /// From the end of the token before the block to the beginning of the one after it.
    package internal(set) var range = SourceRange(0, 0)
  }

  package indirect enum Statement {
    case local([Variable], values: [Expression])
    case localFunction(Variable, Function)
    case assignment(targets: [Expression], values: [Expression])
    /// `function a.b:c() … end`
    case function(target: Expression, Function)
    case call(Expression)
    case block(Block)
    case whileLoop(Expression, Block)
    case repeatLoop(Block, until: Expression)
    case condition([(test: Expression, body: Block)], otherwise: Block?)
    case numericLoop(Variable, [Expression], Block)
    case genericLoop([Variable], [Expression], Block)
    case results([Expression])
    /// `break`, `goto`, a label.
    case jump
  }

  package indirect enum Expression {
    /// `nil`, `true`, `false`, a number, `...`.
    case constant(SourceRange, isNil: Bool)
    case string(StringLiteral)
    /// A variable; nil for a global one.
    case name(Name, Variable?)
    case field(Expression, Name)
    case index(Expression, Expression, SourceRange)
    case call(Call)
    case function(Function)
    case table(Table)
    case unary(String, Expression, SourceRange)
    case binary(String, Expression, Expression)
    case parenthesized(Expression, SourceRange)
  }

  package final class Call {
    package let callee: Expression
    /// The name after a colon, if there is one.
    package let method: Name?
    package let arguments: [Expression]
    package let range: SourceRange
    /// The offset of the parenthesis, brace or string that begins the arguments.
    package let argumentStart: Int

    /// The last name of what is called.
    package var name: Name? { method ?? callee.name }

    init(_ callee: Expression, method: Name?, _ arguments: [Expression], range: SourceRange, argumentStart: Int) {
      (self.callee, self.method, self.arguments) = (callee, method, arguments)
      (self.range, self.argumentStart) = (range, argumentStart)
    }
  }

  package final class Function {
    package internal(set) var parameters: [Variable] = []
    package internal(set) var isVariadic = false
    /// Whether `self` is its first parameter without being written.
    package let isMethod: Bool
    package internal(set) var body = Block()
    package internal(set) var range: SourceRange

    init(isMethod: Bool, start: Int) { (self.isMethod, range) = (isMethod, SourceRange(start, start)) }
  }

  package final class Table {
    package struct Entry {
      /// Nil for an element of the list.
      package var key: Key?
      package var value: Expression
      package var range: SourceRange
    }

    package enum Key {
      case name(Name)
      case value(Expression)
    }

    package let entries: [Entry]
    package let range: SourceRange

    init(_ entries: [Entry], _ range: SourceRange) { (self.entries, self.range) = (entries, range) }
  }
}

extension LuaSyntax.Expression {
  package var range: SourceRange {
    switch self {
    case .constant(let range, _), .index(_, _, let range), .unary(_, _, let range), .parenthesized(_, let range): range
    case .string(let string): string.range
    case .name(let name, _): name.range
    case .field(let object, let name): SourceRange(object.range.lower, name.range.upper)
    case .call(let call): call.range
    case .function(let function): function.range
    case .table(let table): table.range
    case .binary(_, let left, let right): SourceRange(left.range.lower, right.range.upper)
    }
  }

  /// The name of a variable or of a field.
  package var name: LuaSyntax.Name? {
    switch self {
    case .name(let name, _), .field(_, let name): name
    default: nil
    }
  }

  /// The text of a string literal.
  package var literal: LuaSyntax.StringLiteral? { if case .string(let string) = self { string } else { nil } }

  package var table: LuaSyntax.Table? { if case .table(let table) = self { table } else { nil } }
}

extension LuaSyntax.Statement {
  /// The functions that a statement assigns to variables and fields.
  package var functions: [(target: LuaSyntax.Expression, function: LuaSyntax.Function)] {
    let (targets, values): ([LuaSyntax.Expression], [LuaSyntax.Expression])
    switch self {
    case .function(let target, let function): return [(target, function)]
    case .localFunction(let variable, let function): return [(.name(variable.name, variable), function)]
    case .local(let variables, let initial): (targets, values) = (variables.map { .name($0.name, $0) }, initial)
    case .assignment(let assigned, let new): (targets, values) = (assigned, new)
    default: return []
    }
    return zip(targets, values).compactMap { target, value in
      if case .function(let function) = value { (target, function) } else { nil }
    }
  }
}

extension LuaSyntax.Table.Entry {
  /// The name of a field: `name = …` or `["name"] = …`.
  package var name: LuaSyntax.Name? {
    switch key {
    case .name(let name): name
    case .value(.string(let string)): LuaSyntax.Name(text: string.value, range: string.range)
    case .value, nil: nil
    }
  }
}
