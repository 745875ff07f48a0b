/// The names that tests write.
extension SymbolCollector {
  /// `app:cell("price")` finds the cell whose control writes `price`.
  mutating func collect(cell literal: LuaSyntax.StringLiteral, in script: LuaScript) {
    guard let symbols = edited[literal.value] else { return }
    claim(literal, script.file)
    for symbol in symbols { add(symbol, script.file, contents(literal), .luaString) }
  }

  /// The names of controllers that a test expects: `expect(app.stack).to_equal { "films" }`,
  /// `expect(app.screen.name).to_be "films"`, `expect(app.screen).to_match { name = "films" }`.
  mutating func collectExpectation(
    _ call: LuaSyntax.Call, of expected: LuaSyntax.Expression, in script: LuaScript
  ) {
    if isControllerName(expected) { return collect(controllers: call.arguments, in: script) }
    let entries = call.arguments.first?.table?.entries ?? []
    if case .field(let object, let name) = expected, name.text == "stack",
      case .object("okit.App") = types.type(of: object)
    {
      collect(controllers: entries.map(\.value), in: script)
    } else if case .object("okit.Screen") = types.type(of: expected) {
      collect(controllers: entries.filter { $0.name?.text == "name" }.map(\.value), in: script)
    }
  }

  /// `app.screen.name == "films"`
  mutating func collectComparison(
    _ left: LuaSyntax.Expression, _ right: LuaSyntax.Expression, in script: LuaScript
  ) {
    if isControllerName(left) { collect(controllers: [right], in: script) }
    if isControllerName(right) { collect(controllers: [left], in: script) }
  }

  /// Whether a value is the name of the screen, which is that of its controller.
  private func isControllerName(_ expression: LuaSyntax.Expression) -> Bool {
    guard case .field(let object, let name) = expression, name.text == "name",
      case .object("okit.Screen") = types.type(of: object)
    else { return false }
    return true
  }

  private mutating func collect(controllers values: [LuaSyntax.Expression], in script: LuaScript) {
    for literal in values.compactMap(\.literal) where definitions.definition.content(named: literal.value) != nil {
      claim(literal, script.file)
      add(Symbol(.controller, name: literal.value), script.file, contents(literal), .luaString)
    }
  }
}
