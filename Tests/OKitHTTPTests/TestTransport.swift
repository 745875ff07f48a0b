import OKitEngine
import OKitHTTP
import OKitTestSupport

/// A transport to a server of a test, which waits for each response.
struct TestTransport {
  let transport: EndpointTransport
  let configuration: EndpointConfiguration
  /// Would otherwise end with its last use.
  private let server: HTTPServer?

  init(
    _ server: HTTPServer, _ path: String = "", allow: [String] = [], credentials: HTTPCredentials? = nil,
    _ change: (inout ScriptEndpoint) throws -> Void = { _ in }
  ) throws {
    try self.init(server.url + path, server, allow: allow, credentials: credentials, change)
  }

  init(
    _ url: String, _ server: HTTPServer? = nil, allow: [String] = [], credentials: HTTPCredentials? = nil,
    authorities: String? = nil,
    _ change: (inout ScriptEndpoint) throws -> Void = { _ in },
    address: @escaping (HTTPURL) -> String? = { _ in nil }, variables: [String: String]? = nil
  ) throws {
    self.server = server
    var options = EndpointOptions()
    options.url = try ScriptEndpoint.url(parsing: url)
    options.credentials = credentials
    configuration = EndpointConfiguration(options, permitted: .only(allow))
    var script = ScriptEndpoint()
    try change(&script)
    try configuration.set(script)
    transport = EndpointTransport(
      configuration, clock: .system, authorities: authorities, address: address,
      variable: variables.map { variables in { variables[$0] } })
  }

  /// Sends a request and waits for its end.
  func send(_ request: StorageRequest) -> Result<StorageResponse, StorageRequestFailure> {
    var result: Result<StorageResponse, StorageRequestFailure>?
    transport.send(request) { result = $0 }
    while true {
      if let result { return result }
      transport.advance(waiting: 1)
    }
  }

  func get(_ path: String) -> Result<StorageResponse, StorageRequestFailure> { send(StorageRequest(.get, path)) }
}

extension Result<StorageResponse, StorageRequestFailure> {
  /// The status, or the code of the failure and whether the request was sent: `200`, `http.timeout sent`.
  var summary: String {
    switch self {
    case .success(let response): "\(response.status)"
    case .failure(let failure): "\(failure.diagnostic.code.rawValue)\(failure.wasSent ? " sent" : "")"
    }
  }

  var response: StorageResponse? { try? get() }

  var failure: StorageRequestFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
