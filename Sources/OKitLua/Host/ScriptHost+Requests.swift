/// The requests of a script. A function waits for the ticket of its request; everything else goes on.
extension ScriptHost {
  /// Sends a request when the turn has ended, so that it is outside of the turn and its limits.
  func send(_ fetch: FetchRequest, for ticket: Int) {
    afterTurn { host in
      // Never for a caller that cannot wait, and not if it was cancelled.
      guard let known = host.tickets[ticket], known.result == nil, !fetch.waits || !known.waiting.isEmpty else {
        if fetch.waits { host.tickets[ticket] = nil }
        return
      }
      let number = host.network?.requests.begin(fetch.request, isAwaited: fetch.isAwaited) {
        [reference = host.reference] in reference.object?.answer(ticket, $0)
      }
      host.requests[ticket] = number.map { number in
        RunningRequest(isBackground: fetch.isBackground) { [weak queue = host.network?.requests] in
          queue?.cancel(number)
        }
      }
    }
  }

  private func answer(_ ticket: Int, _ result: Result<HTTPResponse, HTTPFailure>) {
    requests[ticket] = nil
    if case .success(let response) = result, response.status < 500, response.status != 429 {
      runtime.outbox.requestHasSucceeded()
    }
    let values = result.map { [$0.lua] }.mapError { $0.diagnostic(as: $0.fetchCode) }
    // Undoing takes back what a person has done, and not what a server has answered.
    finish(ticket, values, early: false, isRecorded: false)
  }

  /// Passes a part of a body to a function of the script, in a turn of its own.
  func receive(_ bytes: [UInt8], of response: HTTPResponse, _ function: LuaFunction) {
    guard !isEnding else { return }
    do {
      try runtime.turns.run(isRecorded: false) {
        start(function, [bytes.lua, response.lua]) { [runtime] in
          if case .failure(let failure) = $0 { runtime.fail(failure) }
        }
      }
    } catch { runtime.fail(error) }
  }

  /// Lets a function wait before the next attempt of a request. A command that waits for the request waits meanwhile,
  /// and interrupting requests ends it.
  func pause(_ seconds: Double, at place: Diagnostic.Place?) throws -> LuaOutcome {
    let (ticket, queue) = (makeTicket(), network?.requests)
    let isAwaited = queue?.beginsAwaited ?? false
    let pause = runtime.clock.isVirtual ? nil : queue?.pause()
    // A clock that stands still while requests are sent would not end it.
    if !runtime.clock.isVirtual || queue?.isVirtual == true {
      requests[ticket] = RunningRequest(isBackground: false) {}
    }
    _ = runtime.timers.start(after: seconds, place: place) { [reference] in
      guard let host = reference.object else { return }
      host.requests[ticket] = nil
      host.following(isAwaited) { host.complete(ticket, [], early: false) }
      withExtendedLifetime(pause) {}
    }
    return try wait(forTicket: ticket)
  }

  /// Runs what follows from something that a command waits for or not.
  func following(_ isAwaited: Bool, _ body: () -> Void) {
    if let queue = network?.requests { queue.following(isAwaited, body) } else { body() }
  }

  // MARK: Cancelling

  /// Cancels a request. Functions that wait for it get an error.
  func cancel(request ticket: Int, _ failure: Diagnostic = .cancelledRequest) {
    cancelRequest(of: ticket)
    finish(ticket, .failure(failure), early: false)
  }

  /// Closes the connection of the request of a ticket, if there is one.
  func cancelRequest(of ticket: Int) {
    requests.removeValue(forKey: ticket)?.cancel()
  }

  /// Closes the connections of all requests; no function continues.
  func cancelRequests() { for ticket in requests.keys.sorted() { cancelRequest(of: ticket) } }

  /// Ends the requests that functions wait for, because a person has interrupted them. The functions get an error.
  package func interruptRequests() {
    for (ticket, request) in requests.sorted(by: { $0.key < $1.key })
    where !request.isBackground && tickets[ticket]?.waiting.isEmpty == false {
      cancel(request: ticket, Diagnostic("net.interrupted", "interrupted"))
    }
  }

  func isRunning(request handle: RuntimeHandle) -> Bool {
    tickets[Int(handle.id)].map { $0.result == nil } ?? false
  }

  // MARK: Owners

  /// Ends work with an entity or a controller.
  ///
  /// - Parameters:
  ///   - isOver: Returns whether there is nothing left to end.
  ///   - end: Ends the work.
  func own(_ owner: Owner?, isOver: @escaping () -> Bool, end: @escaping () -> Void) {
    if let owner { owned.append(OwnedWork(owner: owner, isOver: isOver, end: end)) }
  }

  /// Returns the owner that an option names; nil without one.
  ///
  /// - Throws: `lua.argument` for what can own nothing, and for an entity that is in no model.
  func owner(_ value: LuaValue, _ what: String) throws(Diagnostic) -> Owner? {
    if value == .null { return nil }
    let owner: Owner?
    do {
      switch try bridge.value(value) {
      case .entity(let entity): owner = .entity(entity)
      case .handle(let handle) where handle.kind == .controller: owner = .controller(handle)
      default: owner = nil
      }
    } catch { owner = nil }  // No value of a model: the message below says what is accepted.
    guard let owner, !isGone(owner) else {
      let problem = owner == nil ? "got \(value.typeName)" : "and this one is no longer there"
      throw Diagnostic(
        "lua.argument", "\(what): owner needs an entity of a model or a controller on the screen, \(problem)")
    }
    return owner
  }

  private func isGone(_ owner: Owner) -> Bool {
    switch owner {
    case .entity(let entity): !runtime.store.isManaged(entity)
    case .controller(let handle): runtime.controller(handle) == nil
    }
  }

  /// Ends the work whose owners have gone.
  func endOwned() {
    guard !owned.isEmpty else { return }
    owned.removeAll { $0.isOver() }
    let gone = owned.filter { isGone($0.owner) }
    guard !gone.isEmpty else { return }
    owned.removeAll { isGone($0.owner) }
    for work in gone { work.end() }
  }
}

/// Something outside of the application that a function waits for.
struct RunningRequest {
  /// Whether no command waits for it.
  let isBackground: Bool
  let cancel: () -> Void
}

/// What timers and requests end with.
enum Owner {
  case entity(EntityID)
  case controller(RuntimeHandle)
}

/// A timer or a request with an owner.
struct OwnedWork {
  let owner: Owner
  let isOver: () -> Bool
  let end: () -> Void
}

extension Diagnostic {
  fileprivate static var cancelledRequest: Diagnostic { Diagnostic("net.cancelled", "the request was cancelled") }
}

extension HTTPFailure {
  fileprivate var fetchCode: Diagnostic.Code {
    switch kind {
    case .permission: "net.permission"
    case .timeout, .stopped: "net.timeout"
    case .cancelled: "net.cancelled"
    case .unreachable: "net.unreachable"
    case .size: "net.size"
    case .response: "net.response"
    case .tls: "net.tls"
    case .library, .failed: "net.failed"
    }
  }
}

extension HTTPResponse {
  fileprivate var lua: LuaValue {
    let headers = LuaTable(sorted: headers, LuaValue.string)
    let values = headers.pairs.map { pair in
      // Its values have commas, so that nobody could separate them.
      guard pair.key == "set-cookie", case .string(let text) = pair.value else { return pair }
      return .init(
        key: pair.key, value: .table(LuaTable(array: text.split(separator: "\n").map { .string(String($0)) })))
    }
    return ["status": .int(status), "headers": .table(LuaTable(pairs: values)), "body": body.lua]
  }
}

extension [UInt8] {
  /// The bytes as a string of Lua.
  var lua: LuaValue { String(validating: self, as: UTF8.self).map(LuaValue.string) ?? .bytes(self) }
}
