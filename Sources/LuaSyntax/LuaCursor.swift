/// The tables and calls around a place in a script, which may be unfinished.
package struct LuaCursor {
  package let tokens: LuaTokens
  /// The string in which the place is; nil outside of strings.
  package let string: Int?
  /// The open braces and parentheses around the place, the innermost last.
  private let open: [Int]
  /// The functions around the place, the innermost last: the tokens `function`.
  private let functions: [Int]

  package init(_ tokens: LuaTokens, at offset: Int) {
    self.tokens = tokens
    string = tokens.stringIndex(at: offset)
    let end = string ?? tokens.firstIndex(endingAfter: offset - 1)
    var nesting = LuaNesting(tokens)
    for index in 0..<min(end, tokens.all.count) { nesting.pass(index) }
    (open, functions) = (nesting.brackets, nesting.functions)
  }

  // MARK: Tables

  /// A step from a table to a value in it.
  package enum Step: Equatable {
    case field(String)
    /// From 1.
    case element(Int)
  }

  /// The table of a call such as `okit.ModelTableCell { … }` or `okit.ModelListTableController:extend("films", { … })`.
  package struct CallTable {
    /// The names before the arguments, without dots: `["okit", "ModelTableCell"]`.
    package var callee: [String]
    package var method: String?
    /// The first argument, if that is a string.
    package var name: String?
    /// The token of the opening brace.
    package var brace: Int
    /// The way from the table to the place.
    package var path: [Step]
    /// The opening braces of the tables along the way, that of the table first.
    package var braces: [Int]
  }

  /// The tables of calls around the place, the innermost first.
  package var callTables: [CallTable] {
    var found: [CallTable] = []
    var inner = string ?? tokens.all.count
    var (path, braces): ([Step], [Int]) = ([], [])
    for (depth, bracket) in open.enumerated().reversed() where tokens.isSymbol(bracket, "{") {
      path.insert(step(to: inner, in: bracket), at: 0)
      braces.insert(bracket, at: 0)
      let parenthesis = depth > 0 && tokens.isSymbol(open[depth - 1], "(") ? open[depth - 1] : nil
      if let call = call(before: bracket, parenthesis) {
        found.append(
          CallTable(
            callee: call.callee, method: call.method, name: call.name, brace: bracket, path: path, braces: braces))
        (inner, path, braces) = (call.start, [], [])
      } else {
        inner = bracket
      }
    }
    return found
  }

  /// How a table leads to the value that begins with a token.
  private func step(to value: Int, in brace: Int) -> Step {
    if tokens.isSymbol(value - 1, "="), value - 2 > brace {
      if tokens.isName(value - 2) { return .field(tokens.text(value - 2)) }
      if tokens.isSymbol(value - 2, "]"), let name = tokens.string(value - 3) { return .field(name) }
    }
    var (number, depth) = (1, 0)
    var isNamed = false
    for token in tokens.all[(brace + 1)..<max(brace + 1, min(value, tokens.all.count))] {
      switch token.kind {
      case .symbol("{"), .symbol("("), .symbol("["): depth += 1
      case .symbol("}"), .symbol(")"), .symbol("]"): depth -= 1
      case .symbol("=") where depth == 0: isNamed = true
      case .symbol(","), .symbol(";"):
        guard depth == 0 else { continue }
        if !isNamed { number += 1 }
        isNamed = false
      default: break
      }
    }
    return .element(number)
  }

  // MARK: Calls

  package struct Call {
    package var callee: [String]
    package var method: String?
    package var name: String?
    /// The token with which it begins.
    package var start: Int
    /// The number of arguments before the place.
    package var argument = 0
  }

  /// The call whose argument the string is: `okit.navigate("…")`, `self:get "…"`.
  package var call: Call? {
    guard let string else { return nil }
    if let last = open.last, tokens.isSymbol(last, "("), var call = callee(endingBefore: last) {
      call.argument = tokens.all[last..<string].count { $0.isSymbol(",") }
      if call.argument > 0 { call.name = tokens.string(last + 1) }
      return call
    }
    return tokens.isName(string - 1) ? callee(endingBefore: string) : nil
  }

  /// The call to which a table belongs.
  private func call(before brace: Int, _ parenthesis: Int?) -> Call? {
    if tokens.isName(brace - 1) { return callee(endingBefore: brace) }
    guard let parenthesis, var call = callee(endingBefore: parenthesis) else { return nil }
    if parenthesis + 1 < brace { call.name = tokens.string(parenthesis + 1) }
    return call
  }

  /// The names `a.b:c` that end before a token.
  private func callee(endingBefore end: Int) -> Call? {
    var (index, names, method) = (end - 1, [String](), String?.none)
    guard tokens.isName(index) else { return nil }
    while true {
      let name = tokens.text(index)
      if tokens.isSymbol(index - 1, ":"), names.isEmpty, method == nil, tokens.isName(index - 2) {
        method = name
        index -= 2
      } else if tokens.isSymbol(index - 1, "."), tokens.isName(index - 2) {
        names.insert(name, at: 0)
        index -= 2
      } else {
        names.insert(name, at: 0)
        return Call(callee: names, method: method, start: index)
      }
    }
  }

  /// The class of the function around the place: `Film` in `function Film:rate(stars)`.
  package var methodOwner: String? {
    guard let function = functions.last, tokens.isName(function + 1) else { return nil }
    var last = function + 1
    while tokens.isSymbol(last + 1, "."), tokens.isName(last + 2) { last += 2 }
    return tokens.isSymbol(last + 1, ":") ? tokens.text(last) : nil
  }

  // MARK: Fields

  /// Returns a field of a table that is a string.
  package func stringField(_ name: String, in brace: Int) -> String? {
    var (index, depth) = (brace + 1, 0)
    while index < tokens.all.count {
      switch tokens.all[index].kind {
      case .symbol("{"), .symbol("("), .symbol("["): depth += 1
      case .symbol("}"), .symbol(")"), .symbol("]"):
        depth -= 1
        if depth < 0 { return nil }
      case .name where depth == 0:
        if tokens.isSymbol(index + 1, "="), let value = tokens.string(index + 2), tokens.text(index) == name {
          return value
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// What a local or global variable is assigned: the names and the method of `Name =
  /// okit.ModelTableCell:extend("Film"`.
  package func assignment(to variable: String) -> Call? {
    for index in tokens.all.indices where tokens.isName(index) && tokens.isSymbol(index + 1, "=") {
      guard tokens.text(index) == variable, tokens.isName(index + 2) else { continue }
      var end = index + 3
      while tokens.isSymbol(end, ".") || tokens.isSymbol(end, ":"), tokens.isName(end + 1) { end += 2 }
      guard var call = callee(endingBefore: end) else { continue }
      call.name = tokens.string(tokens.isSymbol(end, "(") ? end + 1 : end)
      return call
    }
    return nil
  }
}
