/// An answer to a request, as a test describes it: a document, a text, or a table with the parts of a response.
struct EndpointAnswer {
  var status = 200
  /// With names in lower case.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  /// Seconds until the response arrives.
  var latency: Double?
  /// Why no response arrives.
  var failure: HTTPFailure?

  private static let names = ["status", "headers", "body", "latency", "fail"]

  /// - Throws: `lua.argument` and `lua.unknownMember` for an answer that a server cannot give.
  init(_ value: LuaValue, to request: RecordedRequest, _ bridge: AppBridge) throws {
    switch value {
    case .table(let table) where Self.isResponse(table): try read(table, request, bridge)
    case .null where !["GET", "HEAD"].contains(request.method): status = 204
    default:
      try setBody(value, request, bridge)
      // A conditional write needs the version of the document.
      headers["etag"] = "\"\(XXHash64.checksum(body))\""
    }
  }

  /// Whether a table has the parts of a response. A document may have a status, too, but not as a number.
  private static func isResponse(_ table: LuaTable) -> Bool {
    guard table.array.isEmpty else { return false }
    if case .int = table["status"] { return true }
    return ["headers", "latency", "fail"].contains { table[$0] != .null }
      || table.pairs.count == 1 && table["body"] != .null
  }

  /// Returns the seconds of an answer that has a latency alone; nil for another one.
  static func delay(_ answer: LuaValue) -> Double? {
    guard case .table(let table) = answer, table.array.isEmpty, table.pairs.count == 1 else { return nil }
    switch table["latency"] {
    case .int(let seconds) where seconds >= 0: return Double(seconds)
    case .double(let seconds) where seconds >= 0: return seconds
    default: return nil
    }
  }

  private mutating func read(_ table: LuaTable, _ request: RecordedRequest, _ bridge: AppBridge) throws {
    for pair in table.pairs {
      switch (pair.key, pair.value) {
      case (.string("status"), .int(let number)) where (200...599).contains(number): status = number
      case (.string("headers"), .table(let table)) where table.array.isEmpty: try readHeaders(table)
      case (.string("latency"), .int(let seconds)) where seconds >= 0: latency = Double(seconds)
      case (.string("latency"), .double(let seconds)) where seconds >= 0: latency = seconds
      case (.string("fail"), .string(let name)): failure = try Self.failure(name, request)
      case (.string("body"), let body): try setBody(body, request, bridge)
      case (.string(let name), let value):
        guard let expected = Self.expected[name] else {
          throw Diagnostic(
            "lua.unknownMember", "an answer has no field \"\(name)\"",
            hint: NearestName.hint(for: name, in: Self.names) ?? "pass a document with such a property as { body = … }"
          ).about(name)
        }
        throw Diagnostic("lua.argument", "endpoint: \(name) needs \(expected), got \(value.brief)")
      default: throw Diagnostic("lua.argument", "endpoint: the fields of an answer need names")
      }
    }
  }

  private static let expected = [
    "status": "a number from 200 to 599", "headers": "a table of names and strings",
    "latency": "a number of seconds from 0", "fail": "one of \(failures.map(\.name).joined(separator: ", "))",
  ]

  private mutating func readHeaders(_ table: LuaTable) throws {
    for pair in table.pairs {
      switch (pair.key, pair.value) {
      case (.string(let name), .string(let value)): headers[name.lowercased()] = value
      case (.string(let name), .table(let table)) where table.pairs.isEmpty && name.lowercased() == "set-cookie":
        let values = table.array.compactMap { if case .string(let text) = $0 { text } else { nil } }
        headers["set-cookie"] = values.joined(separator: "\n")
      default: throw Diagnostic("lua.argument", "endpoint: headers needs strings, got \(pair.value.brief)")
      }
    }
  }

  private mutating func setBody(_ value: LuaValue, _ request: RecordedRequest, _ bridge: AppBridge) throws {
    var type = "application/octet-stream"
    switch value {
    case .string(let text):
      body = Array(text.utf8)
      if request.endpointPath?.hasSuffix(".json") == true { type = "application/json" }
    case .bytes(let bytes): body = bytes
    case .table:
      body = Array(try bridge.jsonObject(value).json().utf8)
      type = "application/json"
    default:
      throw Diagnostic(
        "lua.argument",
        "the answer to \(request.name) must be a table or a string, got \(value.brief)"
      )
    }
    if headers["content-type"] == nil { headers["content-type"] = type }
  }

  // MARK: Failures

  private static let failures: [(name: String, kind: HTTPFailure.Kind, message: String, wasSent: Bool)] = [
    ("timeout", .timeout, "the server did not respond in time", true),
    ("unreachable", .unreachable, "cannot connect to the server", false),
    ("tls", .tls, "no secure connection to the server", false),
    ("permission", .permission, "no permission to connect to the server", false),
    ("body", .response, "invalid response: its end is missing", true),
  ]

  private static func failure(_ name: String, _ request: RecordedRequest) throws -> HTTPFailure {
    guard let found = failures.first(where: { $0.name == name }) else {
      throw Diagnostic(
        "lua.argument", "endpoint: unknown failure \"\(name)\"; expected \(expected["fail"] ?? "")",
        hint: NearestName.hint(for: name, in: failures.map(\.name)))
    }
    var failure = HTTPFailure(found.kind, found.message)
    failure.wasSent = found.wasSent
    return failure
  }

  // MARK: The response

  /// Returns the outcome of a request with a time limit, and the seconds until it arrives.
  func outcome(timeout: Double) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double) {
    let isTimeout = failure?.kind == .timeout
    let latency = latency ?? (isTimeout ? timeout : 0)
    if let failure { return (.failure(failure), min(latency, timeout)) }
    if latency > timeout {
      var failure = HTTPFailure(.timeout, "the server did not respond in time")
      failure.wasSent = true
      return (.failure(failure), timeout)
    }
    return (.success(HTTPResponse(status: status, headers: headers, body: body)), latency)
  }
}

extension LuaValue {
  /// The value in a message: a number or a string as it is, else its type.
  fileprivate var brief: String {
    switch self {
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text.prefix(40))\""
    default: typeName
    }
  }
}
