/// Parses the tokens of a script by recursive descent, and finds the variable of each name.
///
/// This file has what all parts need; `LuaParser+Statements` and `LuaParser+Expressions` have the grammar.
struct LuaParser {
  /// As deep as Lua itself allows: no script that runs is refused.
  static let maximumDepth = 200
  /// The number of operators or suffixes in a row that a tree may have, because a tree is walked recursively.
  static let maximumChain = 400

  private let bytes: [UInt8]
  /// The last one is the end.
  private let tokens: [LuaToken]
  private var position = 0
  private var depth = 0
  private var scopes: [[String: LuaSyntax.Variable]] = []
  var calls: [LuaSyntax.Call] = []
  private(set) var strings: [LuaSyntax.StringLiteral] = []
  var globals: [LuaScript.GlobalUse] = []
  var usesEnvironment = false

  init(_ tokens: LuaTokens) {
    bytes = tokens.bytes
    self.tokens = tokens.all + [LuaToken(kind: .end, range: SourceRange(bytes.count, bytes.count))]
  }

  mutating func script() throws(Diagnostic) -> LuaSyntax.Block {
    let block = try block()
    guard token.kind == .end else { throw unexpected() }
    return block
  }

  // MARK: Tokens

  var token: LuaToken { tokens[position] }

  /// The end of the token before the present one.
  var end: Int { position > 0 ? tokens[position - 1].range.upper : 0 }

  var next: LuaToken { tokens[min(position + 1, tokens.count - 1)] }

  func text(_ token: LuaToken) -> String {
    String(decoding: bytes[token.range.lower..<token.range.upper], as: UTF8.self)
  }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  mutating func consume(symbol: LuaToken.Word) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func consume(keyword: LuaToken.Word) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    advance()
    return true
  }

  mutating func expect(symbol: LuaToken.Word) throws(Diagnostic) {
    guard consume(symbol: symbol) else { throw unexpected("\"\(symbol.text)\"") }
  }

  mutating func expect(keyword: LuaToken.Word) throws(Diagnostic) {
    guard consume(keyword: keyword) else { throw unexpected("\"\(keyword.text)\"") }
  }

  mutating func name() throws(Diagnostic) -> LuaSyntax.Name {
    let token = token
    guard token.kind == .name else { throw unexpected("a name") }
    advance()
    return LuaSyntax.Name(text: text(token), range: token.range)
  }

  /// The string at the position; nil when there is something else.
  mutating func string() throws(Diagnostic) -> LuaSyntax.StringLiteral? {
    let token = token
    guard case .string(let contents) = token.kind else { return nil }
    let literal = try StringLiteralReader.literal(bytes, token.range, contents: contents)
    strings.append(literal)
    advance()
    return literal
  }

  func unexpected(_ expected: String? = nil) -> Diagnostic {
    let found = token.kind == .end ? "the end" : "\"\(text(token))\""
    let message = expected.map { "expected \($0), found \(found)" } ?? "unexpected \(found)"
    return LuaSyntax.failure(message, at: token.range.lower)
  }

  /// Begins a level, which `leave` ends. Not a function with a closure: its frames would take most of the stack.
  mutating func enter() throws(Diagnostic) {
    guard depth < Self.maximumDepth else { throw tooComplex() }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  func tooComplex() -> Diagnostic {
    LuaSyntax.failure("the script is nested too deeply", at: token.range.lower)
  }

  // MARK: Variables

  mutating func openScope() { scopes.append([:]) }

  mutating func closeScope() { scopes.removeLast() }

  mutating func declare(_ variable: LuaSyntax.Variable) {
    if variable.name.text == "_ENV" { usesEnvironment = true }
    if !scopes.isEmpty { scopes[scopes.count - 1][variable.name.text] = variable }
  }

  func variable(named name: String) -> LuaSyntax.Variable? {
    for scope in scopes.reversed() { if let found = scope[name] { return found } }
    return nil
  }

  mutating func reference(_ name: LuaSyntax.Name) -> LuaSyntax.Expression {
    let variable = variable(named: name.text)
    if variable == nil {
      if name.text == "_ENV" { usesEnvironment = true }
      globals.append(LuaScript.GlobalUse(name: name, isWritten: false))
    }
    return .name(name, variable)
  }

  /// Notes that a statement assigns to an expression.
  mutating func assign(to target: LuaSyntax.Expression) {
    guard case .name(let name, let variable) = target else { return }
    if let variable {
      variable.isReassigned = true
      return
    }
    globals.append(LuaScript.GlobalUse(name: name, isWritten: true))
  }
}
