/// The argument of `okit.Model.endpoint`.
struct EndpointTable {
  static let options = DeclaredClass(
    "okit.EndpointOptions", "The server of HTTP models.",
    [
      Declaration(
        "url?", "string", "`https://` or `http://`, a permitted host, and the path of a folder"),
      Declaration("method?", DeclaredType.choice(["PUT", "POST"]), "the method of writes (default `PUT`)"),
      Declaration("headers?", "table<string, string>", "additional headers of each request"),
      Declaration("timeout?", "number", "the time limit of a request in seconds: default 10, at most 3600"),
      Declaration("maxBody?", "integer", "the maximum size of a body in bytes (default 256 MiB)"),
      Declaration(
        "conditions?", "boolean",
        "whether writes are conditional (default true); with false, the last writer wins"),
    ])

  private(set) var endpoint = ScriptEndpoint()

  /// - Throws: `lua.argument`, `lua.unknownMember`, `http.url`, `http.method`, `net.request`.
  init(_ value: LuaValue) throws(Diagnostic) {
    guard case .table(let table) = value, table.array.isEmpty else {
      throw Diagnostic(
        "lua.argument", "okit.Model.endpoint needs a table such as { url = … }, got \(value.typeName)")
    }
    for pair in table.pairs {
      guard case .string(let name) = pair.key else {
        throw Diagnostic("lua.argument", "okit.Model.endpoint: options need names, got a \(pair.key.typeName)")
      }
      try read(name, pair.value)
    }
  }

  private mutating func read(_ name: String, _ value: LuaValue) throws(Diagnostic) {
    switch (name, value) {
    case ("url", .string(let text)): endpoint.url = try ScriptEndpoint.url(parsing: text)
    case ("method", .string(let text)): endpoint.method = try ScriptEndpoint.method(parsing: text)
    case ("headers", .table(let headers)) where headers.array.isEmpty: try readHeaders(headers)
    case ("timeout", .int(let seconds)): try endpoint.setTimeout(Double(seconds))
    case ("timeout", .double(let seconds)): try endpoint.setTimeout(seconds)
    case ("maxBody", .int(let bytes)): try endpoint.setMaximumBody(bytes)
    case ("conditions", .bool(let conditions)): endpoint.conditions = conditions
    default:
      guard let expected = Self.expected[name] else {
        throw Diagnostic(
          "lua.unknownMember", "okit.Model.endpoint has no option \"\(name)\"",
          hint: NearestName.hint(for: name, in: Self.options.memberNames)
        ).about(name)
      }
      throw Diagnostic("lua.argument", "okit.Model.endpoint: \(name) needs \(expected), got \(value.typeName)")
    }
  }

  private static let expected = [
    "url": "a string such as \"https://example.org/data\"", "method": "\"PUT\" or \"POST\"",
    "headers": "a table of names and strings", "timeout": "a number of seconds", "maxBody": "a whole number of bytes",
    "conditions": "a boolean",
  ]

  private mutating func readHeaders(_ headers: LuaTable) throws(Diagnostic) {
    let pairs = try headers.pairs.map { (pair) throws(Diagnostic) -> (name: String, value: String) in
      guard case .string(let name) = pair.key, case .string(let value) = pair.value else {
        throw Diagnostic("lua.argument", "okit.Model.endpoint: headers needs strings, got \(pair.value.typeName)")
      }
      return (name, value)
    }
    for (name, value) in pairs.sorted(by: { $0.name < $1.name }) { try endpoint.add(name, value) }
  }
}
