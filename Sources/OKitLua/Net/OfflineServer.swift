/// Answers the requests of an application that must not reach a network: no server has a document, and no other request
/// succeeds.
final class OfflineServer: HTTPAnswers {
  private let endpoint: HTTPURL?

  /// - Parameter endpoint: The URL of an endpoint that does not exist; nil for none.
  init(endpoint: HTTPURL? = nil) { self.endpoint = endpoint }

  func backend(_ endpoint: any ApplicationEndpoint) -> any HTTPBackend {
    endpoint.fallback = self.endpoint
    return Backend(.success(HTTPResponse(status: 404)))
  }

  func requestBackend() -> any HTTPBackend {
    Backend(.failure(HTTPFailure(.unreachable, "the network is not available during a check")))
  }

  private final class Backend: HTTPBackend {
    private let answer: Result<HTTPResponse, HTTPFailure>
    private var completions: [(Result<HTTPResponse, HTTPFailure>) -> Void] = []

    init(_ answer: Result<HTTPResponse, HTTPFailure>) { self.answer = answer }

    let isVirtual = false
    let nextEvent: DateValue? = nil
    var count: Int { completions.count }

    func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
      completions.append(completion)
    }

    func advance(milliseconds: Int32) {
      let arrived = completions
      completions = []
      for completion in arrived { completion(answer) }
    }

    func poll(milliseconds: Int32) -> Bool { !completions.isEmpty }

    func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure) {}
  }
}

extension ScriptDefinitions {
  /// Runs definitions; with an endpoint that does not exist when they need one, which the command line gives otherwise.
  package static func withEndpoint(
    _ options: LuaApplication.Options, _ run: (LuaApplication.Options) throws -> ScriptDefinitions
  ) throws -> ScriptDefinitions {
    let definitions = try run(options)
    // A constant URL is always valid.
    guard definitions.failure?.code == "http.endpoint", let url = try? HTTPURL("https://offline.invalid/") else {
      return definitions
    }
    definitions.close()
    var options = options
    options.answers = OfflineServer(endpoint: url)
    return try run(options)
  }
}
