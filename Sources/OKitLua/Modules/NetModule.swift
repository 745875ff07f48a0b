import OKitEngine

/// `okit.fetch`.
struct NetModule {
  private let host: ScriptHost
  init(_ host: ScriptHost) { self.host = host }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "fetch", "(request: string|okit.Request): okit.Response",
      "Sends a request to a permitted server, waits, and returns the response. Does not follow redirects."
    ) { try $0.fetch($1) }
  ]

  private func fetch(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let request = try HTTPRequest(call[0])
    try host.state.core.permissions.check(request.address)
    let ticket = host.makeTicket()
    // Sent when the turn has ended, so that it is outside of the turn and its limits; never for a caller that cannot wait.
    host.afterTurn { [unowned host] _ in
      guard host.tickets[ticket]?.waiting.isEmpty == false else {
        host.tickets[ticket] = nil
        return
      }
      let budget = host.state.budget
      let answer = Self.answer(request) { budget.isHostStopped || host.isEnding() }
      // A function that waits when the session ends never continues.
      if host.isEnding() { return }
      host.complete(ticket, answer, early: false)
    }
    return try host.wait(forTicket: ticket)
  }

  private static func answer(
    _ request: HTTPRequest, isStopped: @escaping () -> Bool
  ) -> Result<[LuaValue], Diagnostic> {
    do {
      let connection = try HTTPConnection(
        request.address, deadline: .now + .seconds(request.timeout), isStopped: isStopped)
      try connection.send(request.bytes)
      var source = HTTPSource { try connection.receive() }
      return .success([try HTTPResponse(isHead: request.method == "HEAD", from: &source).lua])
    } catch {
      return .failure(error as? Diagnostic ?? Diagnostic("net.failed", "\(error)"))
    }
  }
}

extension HTTPResponse {
  var lua: LuaValue {
    let pairs = headers.sorted { $0.key < $1.key }.map { LuaTable.Pair(key: .string($0), value: .string($1)) }
    let text = String(validating: body, as: UTF8.self).map(LuaValue.string) ?? .bytes(body)
    return ["status": .int(status), "headers": .table(LuaTable(pairs: pairs)), "body": text]
  }
}
