/// `okit.fetch`.
struct NetModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "fetch", "(request: string|okit.Request): okit.Response",
      """
      Sends a request to a permitted server and waits for the response, while everything else goes on. With `wait = \
      false`, returns an `okit.RequestHandle`. Does not follow redirects.
      """
    ) { try $0.fetch($1, isBackground: false) }
  ]

  static let events = Declaration(
    "events", "(url: string, fn: fun(event: okit.ServerEvent), options?: okit.EventOptions): okit.Handle",
    """
    Reads server-sent events until the handle is cancelled. Connects again, with `Last-Event-ID`, when the connection \
    ends.
    """)

  static let eventTypes = [
    DeclaredClass(
      "okit.ServerEvent", "A server-sent event.",
      [
        Declaration("type", "string", "the name of the event; `message` if it has none"),
        Declaration("data", "string", "its text"),
        Declaration("id", "string", "the last id that the server has sent, or an empty text"),
      ]),
    DeclaredClass(
      "okit.EventOptions", "Options of `okit.events`.",
      [
        Declaration("headers?", "table<string, string>", "additional headers"),
        Declaration("credentials?", "boolean", "whether the credentials of the command line for the server are sent"),
        Declaration("lastEventId?", "string", "the id of the last event that is known"),
        Declaration("owner?", "okit.Entity|okit.Controller", "what the stream ends with"),
      ]),
  ]

  /// The function from which the prelude builds `okit.events`: a request that no command waits for.
  var internals: [(String, OkitModule.Body)] { [("fetch_stream", { try fetch($0, isBackground: true) })] }

  /// `check_url(option, url)`: fails for what cannot be fetched.
  static func makeURLCheck(in state: LuaState) throws -> LuaFunction {
    try state.makeFunction("check_url") { call in
      let option = try call.text(0)
      do throws(Diagnostic) { _ = try HTTPURL(call.text(1)) } catch {
        throw Diagnostic(error.code, "\(option): \(error.message)", hint: error.hint)
      }
      return .nothing
    }
  }

  private func fetch(_ call: borrowing LuaCall, isBackground: Bool) throws -> LuaOutcome {
    guard let network = host.network else { throw Diagnostic.missingPart(.http, for: "okit.fetch") }
    var fetch = try FetchRequest(call[0], host)
    (fetch.isBackground, fetch.isAwaited) = (isBackground, !isBackground && network.requests.beginsAwaited)
    try network.check(fetch.request.url)
    if fetch.usesCredentials { try network.authorize(&fetch.request) }
    let ticket = host.makeTicket(isKept: !fetch.waits)
    host.own(fetch.owner) { [host] in
      host.tickets[ticket]?.result != nil || host.tickets[ticket] == nil
    } end: { [host] in
      host.end(ticket)
      host.cancel(request: ticket)
    }
    host.send(fetch, for: ticket)
    if fetch.waits { return try host.wait(forTicket: ticket) }
    return .value(host.bridge.lua(.handle(RuntimeHandle(.request, UInt32(truncatingIfNeeded: ticket)))))
  }
}

extension LuaPermissions {
  /// The hosts that scripts may ask.
  package var httpAccess: HTTPAccess { network == .all ? .all : .only(network.names) }
}
