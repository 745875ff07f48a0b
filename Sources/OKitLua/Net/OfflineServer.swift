internal import OKitEngine
import OKitHTTP

/// Answers the requests of an application that must not reach a network: no server has a document, and no other request succeeds.
final class OfflineServer: HTTPAnswers {
  func backend(_ endpoint: EndpointConfiguration) -> any HTTPBackend { Backend() }

  func fetch(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double) {
    (.failure(HTTPFailure(.unreachable, "the network is not available during a check")), 0)
  }

  private final class Backend: HTTPBackend {
    private var completions: [(Result<HTTPResponse, HTTPFailure>) -> Void] = []

    let isVirtual = false
    let nextEvent: DateValue? = nil
    var count: Int { completions.count }

    func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
      completions.append(completion)
    }

    func advance(milliseconds: Int32) {
      let arrived = completions
      completions = []
      for completion in arrived { completion(.success(HTTPResponse(status: 404))) }
    }

    func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure) {}
  }
}

extension LuaApplication.Options {
  /// The options with an endpoint that does not exist; nil if they have one already.
  package func withOfflineEndpoint() -> Self? {
    // A constant URL is always valid.
    guard endpoint.url == nil, let url = try? HTTPURL("https://offline.invalid/") else { return nil }
    var options = self
    options.endpoint.url = url
    return options
  }
}
