/// The arguments of `okit.fetch`, validated so that a server cannot read the request in another way (request
/// smuggling).
struct FetchRequest {
  static let options = DeclaredClass(
    "okit.Request", "An HTTP request.",
    [
      Declaration("url", "string", "`https://` or `http://` with host, port and path"),
      Declaration("method?", "string", "default `GET`, or `POST` with a body"),
      Declaration(
        "query?", "table<string, string|number|boolean|any[]>",
        "values by name, which are added to the URL; a list gives its name more than once"),
      Declaration("headers?", "table<string, string>", "additional headers"),
      Declaration("body?", "string", "any bytes"), Declaration("json?", "any", "a value that is sent as JSON"),
      Declaration(
        "form?", "table<string, string|number|boolean|any[]>", "values by name that are sent as a form sends its fields"
      ),
      Declaration(
        "multipart?", "table<string, string|number|boolean|okit.RequestPart>", "values and files that are sent as parts"
      ),
      Declaration("timeout?", "number", "the time limit in seconds: default 10, at most 60"),
      Declaration("credentials?", "boolean", "whether the credentials of the command line for the server are sent"),
      Declaration(
        "wait?", "boolean", "false for an `okit.RequestHandle` at once instead of the response; default true"),
      Declaration("owner?", "okit.Entity|okit.Controller", "what the request ends with"),
      Declaration(
        "onData?", "fun(part: string, response: okit.Response)",
        "gets the parts of the body as they arrive, with the response so far; `timeout` is the time without data then"),
    ])

  static let part = DeclaredClass(
    "okit.RequestPart", "A part of `multipart`.",
    [
      Declaration("body", "string", "any bytes"), Declaration("name?", "string", "the name of a file"),
      Declaration("type?", "string", "the content type, such as `image/png`"),
    ])

  static let response = DeclaredClass(
    "okit.Response", "An HTTP response, with any status.", call: .method,
    [
      Declaration("status", "integer", "such as 200"),
      Declaration(
        "headers", "table<string, string|string[]>",
        "the headers, with lower-case names; repeated headers are joined by commas, and `set-cookie` is a list"),
      Declaration("body", "string", "any bytes"),
      Declaration(
        "json", "(): any", "Returns the value of the body, which is a JSON text, as `okit.json.decode` does."),
    ])

  var request: HTTPRequest
  /// Whether the caller waits for the response.
  private(set) var waits = true
  private(set) var usesCredentials = false
  private(set) var owner: Owner?
  /// Whether it is a stream, for which no command waits.
  var isBackground = false
  /// Whether the next command waits for the response.
  var isAwaited = true

  /// - Throws: `lua.argument`, `lua.unknownMember`, `net.url`, `net.request`.
  init(_ value: LuaValue, _ host: ScriptHost) throws(Diagnostic) {
    if case .string(let url) = value {
      request = HTTPRequest(try HTTPURL(url))
      return
    }
    guard case .table(let table) = value else {
      throw Diagnostic("lua.argument", "okit.fetch needs a URL, or a table such as { url = … }, got \(value.typeName)")
    }
    try Self.checkNames(table)
    guard case .string(let url) = table["url"] else { throw Self.wrong("url", "a string", table["url"]) }
    request = HTTPRequest(try HTTPURL(url))
    switch table["body"] {
    case .null: break
    case .string(let text): (request.body, request.method) = (Array(text.utf8), "POST")
    case .bytes(let bytes): (request.body, request.method) = (bytes, "POST")
    case let other: throw Self.wrong("body", "a string", other)
    }
    try readMethod(table["method"])
    try readHeaders(table["headers"])
    try readTimeout(table["timeout"])
    waits = try Self.bool("wait", table["wait"]) ?? true
    usesCredentials = try Self.bool("credentials", table["credentials"]) ?? false
    owner = try host.owner(table["owner"], "okit.fetch")
    switch table["onData"] {
    case .null: break
    case .function(let function):
      request.onData = { [reference = host.reference] in reference.object?.receive($0, of: $1, function) }
    case let other: throw Self.wrong("onData", "a function", other)
    }
    // A request of these methods has a length, even without a body.
    if request.body == nil, ["POST", "PUT", "PATCH"].contains(request.method) { request.body = [] }
  }

  private static func bool(_ name: String, _ value: LuaValue) throws(Diagnostic) -> Bool? {
    switch value {
    case .null: return nil
    case .bool(let bool): return bool
    default: throw wrong(name, "true or false", value)
    }
  }

  private static func checkNames(_ table: LuaTable) throws(Diagnostic) {
    let names = options.memberNames
    guard table.array.isEmpty else {
      throw Diagnostic("lua.argument", "okit.fetch: options need names, such as { url = … }")
    }
    for pair in table.pairs {
      let given = if case .string(let name) = pair.key { name } else { pair.key.typeName }
      guard names.contains(given) else {
        throw Diagnostic(
          "lua.unknownMember", "okit.fetch has no option \"\(given)\"", hint: NearestName.hint(for: given, in: names)
        ).about(given)
      }
    }
  }

  private static func wrong(_ name: String, _ expected: String, _ value: LuaValue) -> Diagnostic {
    Diagnostic("lua.argument", "okit.fetch: \(name) needs \(expected), got \(value.typeName)")
  }

  // MARK: Parts

  private mutating func readMethod(_ value: LuaValue) throws(Diagnostic) {
    if value == .null { return }
    guard case .string(let text) = value else { throw Self.wrong("method", "a string", value) }
    guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
      !["CONNECT", "TRACE"].contains(text)
    else { throw Diagnostic("net.request", "\(Self.quoted(text)) is not a method; use for example GET or POST") }
    request.method = text
  }

  private mutating func readHeaders(_ value: LuaValue) throws(Diagnostic) {
    if value == .null { return }
    guard case .table(let table) = value, table.array.isEmpty else {
      throw Self.wrong("headers", "a table of names and strings", value)
    }
    let headers = try table.pairs.map { (pair) throws(Diagnostic) -> (name: String, value: String) in
      guard case .string(let name) = pair.key, case .string(let text) = pair.value else {
        throw Self.wrong("headers", "strings", pair.value)
      }
      return (name, text)
    }
    for (name, value) in headers.sorted(by: { $0.name < $1.name }) { try request.add(name, value) }
  }

  private mutating func readTimeout(_ value: LuaValue) throws(Diagnostic) {
    let timeout: Double
    switch value {
    case .null: return
    case .int(let seconds): timeout = Double(seconds)
    case .double(let seconds): timeout = seconds
    default: throw Self.wrong("timeout", "a number", value)
    }
    guard timeout > 0, timeout <= RequestQueue.longestTimeout else {
      throw Diagnostic("net.request", "okit.fetch: timeout must be more than 0 and at most 60 seconds")
    }
    (request.timeout, request.connectTimeout) = (timeout, timeout)
  }

  private static func quoted(_ text: String) -> String { "\"\(text.debugDescription.dropFirst().dropLast())\"" }
}
