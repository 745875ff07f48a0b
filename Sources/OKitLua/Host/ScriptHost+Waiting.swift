import OKitEngine

/// Functions that take time: they yield a ticket and go on when somebody completes it.
extension ScriptHost {
  func makeTicket() -> Int {
    defer { nextTicket += 1 }
    return nextTicket
  }

  /// What a host function answers that waits for a ticket.
  func wait(forTicket ticket: Int) throws -> LuaOutcome {
    if let result = early.removeValue(forKey: ticket) { return .values(try result.get()) }
    return .yield([.int(ticket)])
  }

  /// Takes what became of running a function.
  func proceed(_ run: LuaRun, _ completion: @escaping (Result<Value, Diagnostic>) -> Void) {
    switch run {
    case .finished(let values):
      completion(
        Result { try bridge.value(values.first ?? .null) }.mapError {
          $0 as? Diagnostic ?? Diagnostic("function.failed", "\($0)")
        })
    case .yielded(let coroutine, let values):
      guard case .int(let ticket)? = values.first, ticket > 0, ticket < nextTicket else {
        // The script has yielded by itself: nobody would ever let it go on.
        do { try state.cancel(coroutine) } catch { runtime.fail(error) }
        completion(.failure(Diagnostic("lua.yield", "a function yielded outside of a coroutine of its own")))
        return
      }
      waiting[ticket] = Waiting(coroutine: coroutine, completion: completion)
    }
  }

  /// Lets the function that waits for a ticket go on, as a turn.
  func complete(_ ticket: Int, _ values: [LuaValue]) { complete(ticket, .success(values)) }

  /// As `complete`; a failure is raised where the function waits. One that nobody waits for is the runtime's.
  func complete(_ ticket: Int, _ result: Result<[LuaValue], Diagnostic>) {
    guard let waiting = waiting.removeValue(forKey: ticket) else {
      if case .failure(let diagnostic) = result { return runtime.fail(diagnostic) }
      if ticket < nextTicket { early[ticket] = result }
      return
    }
    do {
      _ = try runtime.turn {
        do {
          switch result {
          case .success(let values): proceed(try state.resume(waiting.coroutine, values), waiting.completion)
          case .failure(let diagnostic):
            proceed(try state.resume(waiting.coroutine, throwing: diagnostic), waiting.completion)
          }
        } catch {
          waiting.completion(.failure(error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")))
        }
      }
    } catch { runtime.fail(error) }
  }

  /// `dialog:wait()`: the title of the button and the texts of the fields. `call:wait()`: the function's result.
  func wait(for handle: RuntimeHandle) throws -> LuaOutcome {
    switch handle.kind {
    case .dialog:
      if let ticket = dialogTickets[handle.id] { return try wait(forTicket: ticket) }
    case .call: return try wait(forTicket: Int(handle.id))
    case .controller, .timer, .observation: break
    }
    throw Diagnostic("lua.unknownMember", "one can only wait for an alert, a sheet or a call that takes its time")
  }

  /// `os.exit`: what can wait does so for ever, so that its turn ends in order. Anything else is stopped, and with it the
  /// state; the function that says what to store can no longer be asked then, and everything is stored.
  func end(status: Int, _ canWait: Bool, _ tell: (Int) -> Void) throws -> LuaOutcome {
    tell(status)
    if canWait { return .yield([.int(makeTicket())]) }
    runtime.registry.state = nil
    return .nothing
  }

  func isFinished(call handle: RuntimeHandle) -> Bool { early[Int(handle.id)] != nil }
}
