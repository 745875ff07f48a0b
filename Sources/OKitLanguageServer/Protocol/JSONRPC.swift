/// Messages of JSON-RPC 2.0.
enum JSONRPC {
  /// What a client sends.
  enum Incoming: Equatable {
    case request(id: JSONValue, method: String, params: JSONValue)
    case notification(method: String, params: JSONValue)
    /// The answer to a request of the server.
    case response
    /// Anything else; the id if it has one.
    case invalid(id: JSONValue, ResponseError)
  }

  /// Reads a message.
  static func read(_ body: [UInt8]) -> Incoming {
    let value: JSONValue
    do { value = try JSONValue.parse(json: body, file: "message") } catch {
      let message = error.asDiagnostic.message
      return .invalid(id: .null, ResponseError(.parseError, message))
    }
    guard case .object = value else {
      return .invalid(id: .null, ResponseError(.invalidRequest, "a message is an object"))
    }
    let params = value["params"] ?? .null
    switch (value["method"], value["id"]) {
    case (.string(let method)?, nil): return .notification(method: method, params: params)
    case (.string(let method)?, let id?):
      guard isID(id) else {
        return .invalid(id: .null, ResponseError(.invalidRequest, "an id is a number or a string"))
      }
      return .request(id: id, method: method, params: params)
    case (nil, _?) where value["result"] != nil || value["error"] != nil: return .response
    case (_, let id):
      let id = id.flatMap { isID($0) ? $0 : nil } ?? .null
      return .invalid(id: id, ResponseError(.invalidRequest, "a request needs a method"))
    }
  }

  private static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .int, .string: true
    default: false
    }
  }

  // MARK: Outgoing

  static func result(_ result: JSONValue, id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func failure(_ error: ResponseError, id: JSONValue) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
    ]
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  static func request(_ method: String, _ params: JSONValue, id: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params]
  }
}

/// The error that answers a request.
struct ResponseError: Error, Equatable {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    case requestFailed = -32803
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
