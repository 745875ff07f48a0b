/// Tables of a script as JSON.
extension AppBridge {
  /// Returns a table as JSON: dates as seconds since 2001, entities and collections with everything below them.
  ///
  /// - Throws: `lua.value` for a value that the engine does not support, with its path in the table.
  func jsonValue(_ lua: LuaValue) throws -> JSONValue {
    do { return try json(lua, store.jsonValue) } catch let failure as PathFailure { throw failure.located }
  }

  /// Returns a table as the result of a command: as `jsonValue` does, with dates as ISO 8601.
  func resultJSON(_ lua: LuaValue) throws -> JSONValue {
    do { return try json(lua, store.resultJSON) } catch let failure as PathFailure { throw failure.located }
  }

  /// As `jsonValue`, for data that must be an object: an empty table becomes one.
  package func jsonObject(_ lua: LuaValue) throws -> JSONValue {
    let jsonValue = try jsonValue(lua)
    return jsonValue == .array([]) ? .object([:]) : jsonValue
  }

  private func json(_ lua: LuaValue, _ encode: (Value) -> JSONValue) throws -> JSONValue {
    try state.core.budget.step()
    switch lua {
    case .table(let table):
      if table.pairs.isEmpty {
        return .array(
          try table.array.enumerated().map { index, value in try at("[\(index)]") { try json(value, encode) } })
      }
      guard table.array.isEmpty else { throw PathFailure(diagnostic: Self.mixedTable(table), path: []) }
      return .object(
        try Dictionary(
          table.pairs.map { pair in
            let key = try at(nil) { try name(pair.key) }
            return (key, try at(key) { try json(pair.value, encode) })
          }
        ) { _, last in last })
    case .bytes:
      let diagnostic = Diagnostic("lua.value", "a text that is not valid UTF-8", hint: "pass bytes as Base64 text")
      throw PathFailure(diagnostic: diagnostic, path: [])
    default: return encode(try at(nil) { try value(lua) })
    }
  }

  /// Runs a step and adds where it is to its failure.
  ///
  /// - Parameter step: a name, or an index in brackets; nil for the value itself.
  private func at<Result>(_ step: String?, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var failure as PathFailure {
      if let step { failure.path.append(step) }
      throw failure
    } catch let diagnostic as Diagnostic where diagnostic.code == "lua.value" {
      throw PathFailure(diagnostic: diagnostic, path: step.map { [$0] } ?? [])
    }
  }
}

/// The error of a value inside a table, with its path.
private struct PathFailure: DescribedError {
  let diagnostic: Diagnostic
  /// The way to the value, innermost step first.
  var path: [String]

  /// The diagnostic with the path in its message, such as `films[0].name`.
  var located: Diagnostic {
    guard !path.isEmpty else { return diagnostic }
    var text = ""
    for step in path.reversed() { text += text.isEmpty || step.hasPrefix("[") ? step : ".\(step)" }
    var located = diagnostic
    located.message = "\(text): \(diagnostic.message)"
    return located
  }
}
