/// `okit.client`, which is written in Lua and loaded when a script makes the first client.
struct ClientModule: ScriptModule {
  let environment: ScriptEnvironment

  static let create = Declaration(
    "client", "(options: okit.ClientOptions): okit.Client",
    "Returns a client of a service: what its requests have in common.")

  static let options = DeclaredClass(
    "okit.ClientOptions", "What the requests of a client have in common.",
    [
      Declaration("url", "string", "the URL that paths follow"),
      Declaration(
        "headers?", "table<string, string>|fun(): table<string, string>",
        "the headers of each request, or a function that returns them"),
      Declaration("retry?", "okit.RetryOptions", "which requests are repeated; default none"),
      Declaration("cache?", "boolean", "whether responses are kept for conditional requests; default false"),
      Declaration("onUnauthorized?", "fun(error: okit.StatusError)", "is called for a response with status 401"),
    ])

  static let retry = DeclaredClass(
    "okit.RetryOptions",
    "The repetition of requests with a method that is safe to repeat, or with an idempotency key.",
    [
      Declaration("times?", "integer", "the number of attempts after the first one; default 3"),
      Declaration("statuses?", "integer[]", "the statuses that are worth another attempt; default 429, 502, 503, 504"),
    ])

  /// The options of a request without those of `okit.fetch` that the client itself sets.
  static let request = DeclaredClass(
    "okit.ClientRequest", "Options of one request of a client.",
    FetchRequest.options.members.filter { !["url", "method", "json", "query", "wait"].contains($0.plainName) } + [
      Declaration(
        "query?", "table<string, string|number|boolean|any[]>", "values by name; a list gives its name more than once"),
      Declaration("json?", "any", "a value that is sent as JSON"),
      Declaration("idempotencyKey?", "string", "the header `Idempotency-Key`: the server acts once for it"),
      Declaration("cache?", "boolean", "whether the response of a GET is kept; default that of the client"),
    ])

  static let client = DeclaredClass(
    "okit.Client", "A client of a service.", call: .method,
    ["get", "delete"].map {
      Declaration(
        $0, "(path: string, options?: okit.ClientRequest): data: any, response: okit.ClientResponse",
        "Sends a \($0.uppercased()) request, waits, and returns the decoded body, and the response.")
    }
      + ["post", "put", "patch"].map {
        Declaration(
          $0, "(path: string, data?: any, options?: okit.ClientRequest): data: any, response: okit.ClientResponse",
          "Sends data as JSON with a \($0.uppercased()) request, as `get` does.")
      } + [
        Declaration(
          "request",
          "(method: string, path: string, options?: okit.ClientRequest): data: any, response: okit.ClientResponse",
          "Sends a request with any method, as `get` does.")
      ])

  static let response = DeclaredClass(
    "okit.ClientResponse", "A response of a service.", extends: "okit.Response",
    [Declaration("cached?", "boolean", "whether it was kept before, and the service has confirmed it")])

  static let error = DeclaredClass(
    "okit.StatusError", "The error of a response with a status from 300.",
    [
      Declaration("code", "string", "`net.status`"), Declaration("message", "string", "what was sent, and the status"),
      Declaration("status", "integer", "such as 404"), Declaration("data", "any", "the decoded body"),
      Declaration("response", "okit.ClientResponse", "the response"),
    ])

  static let declared = [options, retry, request, client, response, error]

  /// The function from which the prelude builds `okit.client`.
  var internals: [(String, OkitModule.Body)] { [("load_client", load)] }

  private func load(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let (environment, state) = (environment, host.state)
    let functions: [(String, OkitModule.Body)] = [
      (
        "random",
        { _ in
          .value(.double(environment.host.runtime.evaluator.randomNumbers?.nextFraction() ?? .random(in: 0...1)))
        }
      ),
      (
        // The time, on which a function that asks a service does not depend.
        "now", { _ in .value(environment.host.bridge.dates.value(environment.host.runtime.clock.now)) }
      ),
      ("pause", { try environment.host.pause($0.double(0), at: $0.place) }),
      (
        "read_cache",
        { call in
          guard let (head, body) = environment.host.responses.read(try call.string(0)) else { return .nothing }
          return .values([.string(head), .string(body)])
        }
      ),
      (
        "write_cache",
        { call in
          try environment.host.responses.write(call.string(0), head: call.string(1), body: call.string(2))
          return .nothing
        }
      ),
    ]
    var pairs = try functions.map {
      LuaTable.Pair(key: .string($0), value: .function(try state.makeFunction($0, $1)))
    }
    pairs.append(.init(key: "check_url", value: .function(try NetModule.makeURLCheck(in: state))))
    let retryAfter = try state.makeFunction("retry_after", for: host.reference, retryAfter)
    pairs.append(.init(key: "retry_after", value: .function(retryAfter)))
    pairs.append(.init(key: "keep_frame", value: .function(try state.makeFrameKeeper())))
    for (name, declared) in [("client", Self.options), ("retry", Self.retry), ("request", Self.request)] {
      let names = declared.memberNames.map(LuaValue.string)
      pairs.append(.init(key: .string(name + "_options"), value: .table(LuaTable(array: names))))
    }
    return .value(.function(try state.prelude("client", LuaTable(pairs: pairs), of: "clients")))
  }
}
