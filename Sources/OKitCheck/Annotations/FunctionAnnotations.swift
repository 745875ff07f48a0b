/// Writes the functions of scripts as declarations, with the comments of their author.
struct FunctionAnnotations {
  let results: ResultTypes
  let comments: DocumentationComments

  /// Returns the declaration of a function, with an empty line after it.
  ///
  /// - Parameters:
  ///   - table: the table of its class, as a script writes it.
  ///   - receiver: the type of its first parameter.
  ///   - known: the types of its other parameters, as far as the function that it overrides tells them.
  func lines(
    _ found: ScriptFunctionIndex.Definition, table: String, receiver: String, known: [DeclaredType?] = []
  ) -> [String] {
    let function = found.function
    let above = comments.lines(above: found.name.range.lower, in: found.script)
    var lines = above.map { "---\($0)" }
    let parameters = function.parameters.map(\.name.text)
    // The first parameter of another function may be anything.
    if !function.isMethod, let first = parameters.first, found.kind == .extensionFunction || first == "self",
      !above.annotate("param", first)
    {
      lines.append("---@param \(first) \(receiver)")
    }
    for (name, type) in zip(parameters.dropFirst(), known) where !above.annotate("param", name) {
      if let type { lines.append("---@param \(name) \(type)") }
    }
    if !above.annotate("return") {
      lines += results.types(of: function, in: found.script).map { "---@return \($0)" }
    }
    return lines + [declaration(found, table, parameters + (function.isVariadic ? ["..."] : [])), ""]
  }

  private func declaration(_ found: ScriptFunctionIndex.Definition, _ table: String, _ parameters: [String]) -> String {
    let name = found.name.text
    // A name that is used twice is an error in a method only.
    guard LuaToken.isName(name), !table.contains("[") else {
      let path = LuaToken.isName(name) ? "\(table).\(name)" : "\(table)[\(LuaText.quoted(name))]"
      return "\(path) = function(\(parameters.joined(separator: ", "))) end"
    }
    return found.function.isMethod
      ? "function \(table):\(name)(\(parameters.dropFirst().joined(separator: ", "))) end"
      : "function \(table).\(name)(\(parameters.joined(separator: ", "))) end"
  }
}
