/// `okit.fetch`.
struct NetModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "fetch", "(request: string|okit.Request): okit.Response",
      "Sends a request to a permitted server, waits, and returns the response. Does not follow redirects."
    ) { try $0.fetch($1) }
  ]

  private func fetch(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let request = try FetchRequest(call[0]).request
    guard let network = host.network else { throw Diagnostic.missingPart(.http, for: "okit.fetch") }
    try network.check(request.url)
    let ticket = host.makeTicket()
    // Sent when the turn has ended, so that it is outside of the turn and its limits; never for a caller that cannot
    // wait.
    host.afterTurn { host in
      guard host.tickets[ticket]?.waiting.isEmpty == false else {
        host.tickets[ticket] = nil
        return
      }
      let budget = host.state.budget
      let interruptions = host.options.interruptions()
      network.fetch(request) {
        budget.isHostStopped || host.isEnding || host.options.interruptions() > interruptions
      } later: {
        _ = host.runtime.timers.start(after: $0, $1)
      } completion: { [reference = host.reference] result in
        // A function that waits when the session ends never continues.
        guard let host = reference.object, !host.isEnding else { return }
        if case .failure(let failure) = result, failure.kind == .stopped, host.options.interruptions() > interruptions {
          return host.interrupt(ticket)
        }
        host.complete(ticket, Self.answer(result), early: false)
      }
    }
    return try host.wait(forTicket: ticket)
  }

  private static func answer(_ result: Result<HTTPResponse, HTTPFailure>) -> Result<[LuaValue], Diagnostic> {
    result.map { [$0.lua] }.mapError { Diagnostic($0.fetchCode, $0.message, hint: $0.hint) }
  }
}

extension LuaPermissions {
  /// The hosts that scripts may ask.
  package var httpAccess: HTTPAccess { network == .all ? .all : .only(network.names) }
}

extension HTTPFailure {
  fileprivate var fetchCode: Diagnostic.Code {
    switch kind {
    case .permission: "net.permission"
    case .timeout, .stopped: "net.timeout"
    case .size: "net.size"
    case .response: "net.response"
    case .tls: "net.tls"
    case .library, .unreachable, .failed: "net.failed"
    }
  }
}

extension HTTPResponse {
  fileprivate var lua: LuaValue {
    let text = String(validating: body, as: UTF8.self).map(LuaValue.string) ?? .bytes(body)
    return ["status": .int(status), "headers": .table(LuaTable(sorted: headers, LuaValue.string)), "body": text]
  }
}
